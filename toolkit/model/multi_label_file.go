package model

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

const (
	multiLabelFormat  = "proxlab multi-label model"
	multiLabelVersion = 1
)

// multiLabelFile is a MultiLabel as JSON.
type multiLabelFile struct {
	Format     string        `json:"format"`
	Version    int           `json:"version"`
	Labels     int           `json:"labels"`
	Features   int           `json:"features"`
	Weights    []float64     `json:"weights"`                    // row by row, a row a feature
	Intercept  []float64     `json:"intercept" model:"nullable"` // null without one
	Pairs      []float64     `json:"pairs" model:"nullable"`     // null without them
	Names      []string      `json:"names" model:"nullable"`
	Loss       string        `json:"loss"`
	Mu         float64       `json:"mu"`
	Relaxed    bool          `json:"relaxed"`
	Objective  *float64      `json:"objective" model:"nullable"` // null where it is not known, as the gap
	Gap        *float64      `json:"gap" model:"nullable"`
	Iterations int           `json:"iterations"`
	Examples   int           `json:"examples"`
	Elapsed    int64         `json:"nanoseconds"`
	Status     solver.Status `json:"status"`
}

// known is a number, or null.
func known(v float64) *float64 {
	if !solver.Finite(v) {
		return nil
	}
	return &v
}

// orNaN is the number that known took.
func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

// Save writes the model as JSON. What LoadMultiLabel would refuse is an error.
func (m *MultiLabel) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return saving("a multi-label model", err)
	}
	f := multiLabelFile{
		multiLabelFormat, multiLabelVersion, m.Labels, m.Features, m.Weights.Data, m.Intercept, m.Pairs, m.Names, m.Loss,
		m.Mu, m.Relaxed, known(m.Objective), known(m.Gap), m.Iterations, m.Examples, int64(m.Elapsed), m.Status,
	}
	return saveJSON(w, "a multi-label model", f)
}

// LoadMultiLabel reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadMultiLabel(r io.Reader) (*MultiLabel, error) {
	var f multiLabelFile
	if err := loadJSON(r, &f, "multi-label model", multiLabelFormat, multiLabelVersion); err != nil {
		return nil, err
	}
	m := &MultiLabel{
		f.Labels, f.Features, &linalg.Dense{R: f.Features, C: f.Labels, Data: f.Weights}, f.Intercept, f.Pairs, f.Names,
		f.Loss, f.Mu, f.Relaxed, orNaN(f.Objective), orNaN(f.Gap), f.Iterations,
		f.Examples, time.Duration(f.Elapsed), f.Status,
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the multi-label model is damaged: %w", err)
	}
	return m, nil
}
