package model

import (
	"encoding/json"
	"fmt"
	"io"

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

// Save writes the model as JSON. The kernels, and the examples learnt from, are the caller's to keep.
func (m *Kernels) Save(w io.Writer) error {
	f := kernelsFile{kernelsFormat, kernelsVersion, m.Weights, m.Alpha, m.Norms, m.Objective, m.Gap, m.Iter, m.Status}
	if err := json.NewEncoder(w).Encode(f); err != nil {
		return fmt.Errorf("saving a kernels model: %w", err)
	}
	return nil
}

// LoadKernels reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadKernels(r io.Reader) (*Kernels, error) {
	var f kernelsFile
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return nil, fmt.Errorf("this is no kernels model, or a damaged one: %w", err)
	}
	switch {
	case f.Format != kernelsFormat:
		return nil, fmt.Errorf("this is no kernels model: its format is %q and not %q", f.Format, kernelsFormat)
	case f.Version > kernelsVersion:
		return nil, fmt.Errorf(
			"the kernels model is of version %d, and this program reads versions up to %d",
			f.Version,
			kernelsVersion,
		)
	case len(f.Weights) == 0 || len(f.Norms) != len(f.Weights) || len(f.Alpha) == 0:
		return nil, fmt.Errorf(
			"the kernels model is damaged: it has %d weights, %d norms and %d coefficients",
			len(f.Weights),
			len(f.Norms),
			len(f.Alpha),
		)
	}
	return &Kernels{f.Weights, f.Alpha, f.Norms, f.Objective, f.Gap, f.Iterations, f.Status}, nil
}
