package model

import (
	"io"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

var multiLabelKind = kind{Name: "multi-label model", Version: 1}

// multiLabelFile is a MultiLabel as JSON.
type multiLabelFile struct {
	head
	MultiLabel
	Numbers []float64 `json:"weights"` // row by row, a row a feature
	found
}

// Save writes the model as JSON. What LoadMultiLabel would refuse is an error.
func (m *MultiLabel) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return multiLabelKind.Saving(err)
	}
	return multiLabelKind.Save(w, multiLabelFile{
		multiLabelKind.Head(), *m, m.Weights.Data, found{
			Objective: known(m.Objective), Gap: known(m.Gap), Elapsed: int64(m.Elapsed), Status: m.Status,
		},
	})
}

// LoadMultiLabel reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadMultiLabel(r io.Reader) (*MultiLabel, error) {
	var f multiLabelFile
	if err := multiLabelKind.Load(r, &f); err != nil {
		return nil, err
	}
	m := f.MultiLabel
	m.Weights = &linalg.Dense{R: f.Features, C: f.Labels, Data: f.Numbers}
	m.Objective, m.Gap, m.Elapsed, m.Status = f.found.Values()
	if err := m.check(); err != nil {
		return nil, multiLabelKind.Damaged(err)
	}
	return &m, nil
}
