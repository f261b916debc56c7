package model

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

var chainKind = kind{Name: "chain model", Version: 1}

// chainFile is the JSON object of a Chain; arrays says what is behind it.
type chainFile struct {
	listed
	Labels   int           `json:"labels"`
	Features int           `json:"features"`
	Inputs   []int         `json:"inputs" model:"nullable"` // the columns of each kernel's own input
	Kernels  []kernel.Spec `json:"kernels"`
	Norms    []float64     `json:"norms" model:"nullable"`
	Epochs   int           `json:"epochs"`
	Rounds   int           `json:"rounds"`
	Step     float64       `json:"step"` // η of the last round
	found
}

// arrays are the transitions; the support, but where groups have inputs of their own; of each group its weights, and
// there, where its kernel refers to training positions, the places where rows begin, the columns and the values of its
// support.
func (m *Chain) arrays(a *arrays) {
	matrix(a, "transitions", &m.Transitions, m.Labels, "labels")
	if !m.sparse() {
		matrix(a, "support", &m.Support, m.Features, "features")
	}
	for k := range m.Groups {
		g := &m.Groups[k]
		matrix(a, fmt.Sprintf("weights %d", k), &g.Weights, m.Labels, "labels")
		if m.sparse() && g.hasSupport() {
			g.supportArrays(a, k)
		}
	}
}

// supportArrays are the sparse support of group k.
func (g *ChainGroup) supportArrays(a *arrays, k int) {
	if g.Support == nil { // it is about to be read
		g.Support = &linalg.CSR{C: g.Input}
	}
	s, rows := g.Support, make([]int64, len(g.Support.Ptr))
	for i, begins := range s.Ptr {
		rows[i] = int64(begins)
	}
	array(a, fmt.Sprintf("support %d rows", k), &rows)
	array(a, fmt.Sprintf("support %d columns", k), &s.Col)
	array(a, fmt.Sprintf("support %d values", k), &s.Val)
	if !a.Reading() {
		return
	}
	s.R = len(rows) - 1
	for _, begins := range rows {
		s.Ptr = append(s.Ptr, int(begins))
	}
}

// Save writes the model. A kernel from outside of package kernel must be known to encoding/gob. What
// LoadChain would refuse is an error.
func (m *Chain) Save(w io.Writer) error {
	f := &chainFile{
		listed: listed{Head: chainKind.Head()}, Labels: m.Labels, Features: m.Features, Norms: m.Norms,
		Epochs: m.Progress.Iter, Rounds: m.Progress.Evals, Kernels: []kernel.Spec{}, found: foundBy(m.Progress, m.Status),
	}
	if solver.Finite(m.Progress.Step) {
		f.Step = m.Progress.Step
	}
	if err := errors.Join(m.check(), f.check()); err != nil {
		return chainKind.Saving(err)
	}
	for k, g := range m.Groups {
		if m.sparse() {
			f.Inputs = append(f.Inputs, g.Input)
		}
		s, err := kernel.Describe(g.Kernel)
		if err == nil {
			_, err = s.Make()
		}
		if err != nil {
			return chainKind.Saving(fmt.Errorf("kernel %d of its kernels: %w", k+1, err))
		}
		f.Kernels = append(f.Kernels, s)
	}
	return chainKind.Write(w, f, m.arrays)
}

// LoadChain reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadChain(r io.Reader) (*Chain, error) {
	var f chainFile
	a, err := chainKind.Open(r, &f)
	if err != nil {
		return nil, err
	}
	m, err := f.model()
	if err == nil {
		m.arrays(a)
		err = a.End()
	}
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, chainKind.Damaged(err)
	}
	return m, nil
}

// check tests what is told of the model.
func (f *chainFile) check() error {
	return f.found.Check([]string{"epochs", "rounds", "step"}, float64(f.Epochs), float64(f.Rounds), f.Step)
}

// model is what the JSON object says of it.
func (f *chainFile) model() (*Chain, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	m := &Chain{
		Labels: f.Labels, Features: f.Features, Norms: f.Norms, Status: f.Status, Progress: f.Progress(f.Epochs, f.Rounds),
	}
	m.Progress.Step = f.Step
	if f.Inputs != nil && len(f.Inputs) != len(f.Kernels) || f.Inputs != nil && len(f.Inputs) == 0 {
		return nil, fmt.Errorf("its inputs are %d, and its kernels %d", len(f.Inputs), len(f.Kernels))
	}
	for k, s := range f.Kernels {
		of, err := s.Make()
		if err != nil {
			return nil, fmt.Errorf("kernel %d of its kernels: %w", k+1, err)
		}
		m.Groups = append(m.Groups, ChainGroup{Kernel: of})
		if f.Inputs == nil {
			continue
		}
		if m.Groups[k].Input = f.Inputs[k]; f.Inputs[k] < 1 || f.Inputs[k] > math.MaxInt32 {
			return nil, fmt.Errorf("its inputs have one of %d columns", f.Inputs[k])
		}
	}
	return m, nil
}
