package model

import (
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver"
)

const (
	kernelsFormat  = "proxlab kernels model"
	kernelsVersion = 1
)

// kernelsFile is a Kernels as JSON.
type kernelsFile struct {
	Format     string        `json:"format"`
	Version    int           `json:"version"`
	Weights    []float64     `json:"weights"`
	Alpha      []float64     `json:"alpha"`
	Norms      []float64     `json:"norms"`
	Objective  float64       `json:"objective"`
	Gap        float64       `json:"gap"`
	Iterations int           `json:"iterations"`
	Status     solver.Status `json:"status"`
}

// Save writes the model as JSON. The kernels, and the examples learnt from, are the caller's to keep. What
// LoadKernels would refuse is an error.
func (m *Kernels) Save(w io.Writer) error {
	f := kernelsFile{kernelsFormat, kernelsVersion, m.Weights, m.Alpha, m.Norms, m.Objective, m.Gap, m.Iter, m.Status}
	err := finite([]string{"weights", "alpha", "norms", "objective", "gap"}, m.Weights, m.Alpha, m.Norms,
		[]float64{m.Objective}, []float64{m.Gap})
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return saving("a kernels model", err)
	}
	return saveJSON(w, "a kernels model", f)
}

// LoadKernels reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadKernels(r io.Reader) (*Kernels, error) {
	var f kernelsFile
	if err := loadJSON(r, &f, "kernels model", kernelsFormat, kernelsVersion); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("the kernels model is damaged: %w", err)
	}
	return &Kernels{f.Weights, f.Alpha, f.Norms, f.Objective, f.Gap, f.Iterations, f.Status}, nil
}

// check tests that the parts go together.
func (f *kernelsFile) check() error {
	if len(f.Weights) == 0 || len(f.Norms) != len(f.Weights) || len(f.Alpha) == 0 {
		return fmt.Errorf("it has %d weights, %d norms and %d coefficients alpha", len(f.Weights), len(f.Norms),
			len(f.Alpha))
	}
	if k := slices.IndexFunc(f.Norms, func(v float64) bool { return v < 0 }); k >= 0 {
		return fmt.Errorf("norm %d of its norms is %g", k+1, f.Norms[k])
	}
	if f.Iterations < 0 {
		return fmt.Errorf("its iterations are %d", f.Iterations)
	}
	return checkStatus(f.Status)
}
