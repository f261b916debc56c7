package model

import (
	"io"
	"time"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

var multiLabelKind = kind{"multi-label model", 1}

// multiLabelFile is a MultiLabel as JSON.
type multiLabelFile struct {
	head
	Labels     int       `json:"labels"`
	Features   int       `json:"features"`
	Weights    []float64 `json:"weights"`                    // row by row, a row a feature
	Intercept  []float64 `json:"intercept" model:"nullable"` // null without one
	Pairs      []float64 `json:"pairs" model:"nullable"`     // null without them
	Names      []string  `json:"names" model:"nullable"`
	Loss       string    `json:"loss"`
	Mu         float64   `json:"mu"`
	Relaxed    bool      `json:"relaxed"`
	Iterations int       `json:"iterations"`
	Examples   int       `json:"examples"`
	found
}

// Save writes the model as JSON. What LoadMultiLabel would refuse is an error.
func (m *MultiLabel) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return multiLabelKind.saving(err)
	}
	return multiLabelKind.save(w, multiLabelFile{
		multiLabelKind.head(), m.Labels, m.Features, m.Weights.Data, m.Intercept, m.Pairs, m.Names, m.Loss, m.Mu, m.Relaxed,
		m.Iterations, m.Examples, found{known(m.Objective), known(m.Gap), int64(m.Elapsed), m.Status},
	})
}

// LoadMultiLabel reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadMultiLabel(r io.Reader) (*MultiLabel, error) {
	var f multiLabelFile
	if err := multiLabelKind.load(r, &f); err != nil {
		return nil, err
	}
	m := &MultiLabel{
		f.Labels, f.Features, &linalg.Dense{R: f.Features, C: f.Labels, Data: f.Weights}, f.Intercept, f.Pairs, f.Names,
		f.Loss, f.Mu, f.Relaxed, orNaN(f.Objective), orNaN(f.Gap), f.Iterations,
		f.Examples, time.Duration(f.Elapsed), f.Status,
	}
	if err := m.check(); err != nil {
		return nil, multiLabelKind.damaged(err)
	}
	return m, nil
}
