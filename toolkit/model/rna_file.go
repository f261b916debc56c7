package model

import (
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

var rnaKind = kind{Name: "RNA model", Version: 1}

// rnaFile is the JSON object of an RNA; behind it stand the weights.
type rnaFile struct {
	listed
	RNA
	Features []string `json:"features"` // their names
	Pairs    []int    `json:"held_out"` // shared, guessed and true
	found
}

func (m *RNA) arrays(a *arrays) { array(a, "weights", &m.Weights) }

// Save writes the model. What LoadRNA would refuse is an error.
func (m *RNA) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return rnaKind.Saving(err)
	}
	return rnaKind.Write(w, &rnaFile{
		listed{Head: rnaKind.Head()}, *m, rna.ExtendedNames()[:len(m.Weights)],
		[]int{m.HeldOut.Shared, m.HeldOut.Guessed, m.HeldOut.True},
		found{Objective: known(m.Objective), Gap: known(m.Gap), Elapsed: int64(m.Elapsed), Status: m.Status},
	}, m.arrays)
}

// LoadRNA reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadRNA(r io.Reader) (*RNA, error) {
	var f rnaFile
	a, err := rnaKind.Open(r, &f)
	if err != nil {
		return nil, err
	}
	m, err := f.model(a)
	if err != nil {
		return nil, rnaKind.Damaged(err)
	}
	return m, nil
}

// model tests what the file has.
func (f *rnaFile) model(a *arrays) (*RNA, error) {
	switch {
	case len(f.Features) != rna.Features && len(f.Features) != rna.Extended,
		!slices.Equal(f.Features, rna.ExtendedNames()[:len(f.Features)]):
		return nil, fmt.Errorf("its %d features are not those that are known", len(f.Features))
	case len(f.Pairs) != 3:
		return nil, fmt.Errorf("its held_out has %d numbers, and not 3", len(f.Pairs))
	}
	m := f.RNA
	m.HeldOut = rna.Agreement{Shared: f.Pairs[0], Guessed: f.Pairs[1], True: f.Pairs[2]}
	m.Objective, m.Gap, m.Elapsed, m.Status = f.found.Values()
	m.arrays(a)
	if err := a.End(); err != nil {
		return nil, err
	}
	return &m, m.check()
}
