package model

import (
	"fmt"
	"io"
	"slices"
)

var kernelsKind = kind{Name: "kernels model", Version: 1}

// kernelsFile is a Kernels as JSON.
type kernelsFile struct {
	head
	Kernels
}

// Save writes the model as JSON. The kernels, and the examples learnt from, are the caller's to keep. What
// LoadKernels would refuse is an error.
func (m *Kernels) Save(w io.Writer) error {
	err := finite([]string{"weights", "alpha", "norms", "objective", "gap"}, m.Weights, m.Alpha, m.Norms,
		[]float64{m.Objective}, []float64{m.Gap})
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return kernelsKind.Saving(err)
	}
	return kernelsKind.Save(w, kernelsFile{kernelsKind.Head(), *m})
}

// LoadKernels reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadKernels(r io.Reader) (*Kernels, error) {
	var f kernelsFile
	if err := kernelsKind.Load(r, &f); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, kernelsKind.Damaged(err)
	}
	return &f.Kernels, nil
}

// check tests that the parts go together.
func (m *Kernels) check() error {
	if len(m.Weights) == 0 || len(m.Norms) != len(m.Weights) || len(m.Alpha) == 0 {
		return fmt.Errorf("it has %d weights, %d norms and %d coefficients alpha", len(m.Weights), len(m.Norms),
			len(m.Alpha))
	}
	if k := slices.IndexFunc(m.Norms, func(v float64) bool { return v < 0 }); k >= 0 {
		return fmt.Errorf("norm %d of its norms is %g", k+1, m.Norms[k])
	}
	if m.Iter < 0 {
		return fmt.Errorf("its iterations are %d", m.Iter)
	}
	return checkEnd(m.Status, m.Gap)
}
