package model

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

const (
	rnaFormat  = "proxlab RNA model"
	rnaVersion = 1
)

// rnaFile is an RNA as JSON.
type rnaFile struct {
	Format     string        `json:"format"`
	Version    int           `json:"version"`
	Features   []string      `json:"features"` // their names
	Weights    []float64     `json:"weights"`
	Loss       string        `json:"loss"`
	Lambda     float64       `json:"lambda"`
	Objective  *float64      `json:"objective" model:"nullable"` // null where it is not known, as the gap
	Gap        *float64      `json:"gap" model:"nullable"`
	Iterations int           `json:"iterations"`
	Examples   int           `json:"examples"`
	Elapsed    int64         `json:"nanoseconds"`
	Status     solver.Status `json:"status"`
}

// Save writes the model as JSON. What LoadRNA would refuse is an error.
func (m *RNA) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return saving("an RNA model", err)
	}
	f := rnaFile{
		rnaFormat, rnaVersion, rna.Names(), m.Weights, m.Loss, m.Lambda, known(m.Objective), known(m.Gap), m.Iterations,
		m.Examples, int64(m.Elapsed), m.Status,
	}
	return saveJSON(w, "an RNA model", f)
}

// LoadRNA reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadRNA(r io.Reader) (*RNA, error) {
	var f rnaFile
	if err := loadJSON(r, &f, "RNA model", rnaFormat, rnaVersion); err != nil {
		return nil, err
	}
	if !slices.Equal(f.Features, rna.Names()) {
		return nil, fmt.Errorf("the RNA model is damaged: its %d features are not those that are known", len(f.Features))
	}
	m := &RNA{
		f.Weights, f.Loss, f.Lambda, orNaN(f.Objective), orNaN(f.Gap), f.Iterations, f.Examples, time.Duration(f.Elapsed),
		f.Status,
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the RNA model is damaged: %w", err)
	}
	return m, nil
}
