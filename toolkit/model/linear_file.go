package model

import "io"

var linearKind = kind{Name: "linear model", Version: 1}

// linearFile is a Linear as JSON: weights are one list, d numbers, or d×k row by row; the intercept is a number for
// one output and a list for several, null without one; labels are numbers, or text where the data had text.
type linearFile struct {
	head
	Linear
	Intercept any      `json:"intercept" model:"nullable"`
	Labels    []any    `json:"labels" model:"nullable"`
	Objective *float64 `json:"objective" model:"nullable"` // null where the solver was stopped before
	Gap       *float64 `json:"gap" model:"nullable"`
	Nonzeros  int      `json:"nonzeros"`
}

// Save writes the model as JSON, documented in docs/model.md. What LoadLinear would refuse is an error.
func (m *Linear) Save(w io.Writer) error {
	f := linearFile{
		head: linearKind.Head(), Linear: *m, Objective: known(m.Objective), Gap: known(m.Gap), Nonzeros: m.Nonzeros(),
	}
	if err := f.checkSaved(m); err != nil {
		return linearKind.Saving(err)
	}
	switch {
	case len(m.Intercept) == 1:
		f.Intercept = m.Intercept[0]
	case m.Intercept != nil:
		f.Intercept = m.Intercept
	}
	for i, l := range m.Labels {
		if m.LabelNames != nil {
			f.Labels = append(f.Labels, m.LabelNames[i])
			continue
		}
		f.Labels = append(f.Labels, l)
	}
	return linearKind.Save(w, f)
}

// LoadLinear reads what Save wrote, or a file without a seal, which other programs wrote, or which somebody changed.
// The error says what is wrong with a file that is none, is damaged, or is newer than this program.
func LoadLinear(r io.Reader) (*Linear, error) {
	var f linearFile
	if err := linearKind.Load(r, &f); err != nil {
		return nil, err
	}
	m := &f.Linear
	m.Objective, m.Gap, m.Unsealed = orNaN(f.Objective), orNaN(f.Gap), f.Seal == nil
	if len(m.Made) == 0 {
		m.Made = nil // as it is saved again
	}
	err := m.takeIntercept(f.Intercept)
	if err == nil && f.Labels != nil {
		err = m.takeLabels(f.Labels)
	}
	if err == nil {
		err = m.check()
	}
	if err == nil {
		err = f.check(m)
	}
	if err != nil {
		return nil, linearKind.Damaged(err)
	}
	return m, nil
}
