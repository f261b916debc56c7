package model

import "io"

var graphKind = kind{Name: "graph model", Version: 1}

// graphFile is the JSON object of a Graph; behind it stand the weights.
type graphFile struct {
	listed
	Graph
	found
}

func (m *Graph) arrays(a *arrays) {
	matrix(a, "weights", &m.Weights, m.States, "states")
	columns := m.States * m.States
	if !m.Directed {
		columns = m.States * (m.States + 1) / 2
	}
	matrix(a, "pairs", &m.Pairs, columns, "pairs of states")
}

// Save writes the model. What LoadGraph would refuse is an error.
func (m *Graph) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return graphKind.Saving(err)
	}
	return graphKind.Write(w, &graphFile{listed{Head: graphKind.Head()}, *m, found{
		Objective: known(m.Objective), Gap: known(m.Gap), Elapsed: int64(m.Elapsed), Status: m.Status,
	}}, m.arrays)
}

// LoadGraph reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadGraph(r io.Reader) (*Graph, error) {
	var f graphFile
	a, err := graphKind.Open(r, &f)
	if err != nil {
		return nil, err
	}
	m := f.Graph
	m.Objective, m.Gap, m.Elapsed, m.Status = f.found.Values()
	m.arrays(a)
	if err = a.End(); err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, graphKind.Damaged(err)
	}
	return &m, nil
}
