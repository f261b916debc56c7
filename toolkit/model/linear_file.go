package model

import (
	"io"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/solver"
)

var linearKind = kind{"linear model", 1}

// linearFile is a Linear as JSON: weights are one list, d numbers, or d×k row by row; the intercept is a number for
// one output and a list for several, null without one; labels are numbers, or text where the data had text.
type linearFile struct {
	head
	Loss        string            `json:"loss"`
	Penalty     string            `json:"penalty"`
	Link        string            `json:"link"`
	Parameter   *float64          `json:"parameter,omitempty" model:"optional"`
	Lambda      float64           `json:"lambda"`
	Mu          float64           `json:"mu"`
	Standardize bool              `json:"standardize"`
	N           int               `json:"n"`
	D           int               `json:"d"`
	K           int               `json:"k"`
	Weights     []float64         `json:"weights"`
	Intercept   any               `json:"intercept" model:"nullable"`
	Labels      []any             `json:"labels" model:"nullable"`
	Tasks       []int64           `json:"tasks" model:"nullable"`
	Features    []string          `json:"features" model:"nullable"`
	Encoder     *encode.Encoder   `json:"encoder" model:"nullable"` // null without
	Target      string            `json:"target,omitempty" model:"optional"`
	Objective   *float64          `json:"objective" model:"nullable"` // null where the solver was stopped before
	Gap         *float64          `json:"gap" model:"nullable"`
	GapKind     GapKind           `json:"gap_kind"`
	Iterations  int               `json:"iterations"`
	Seconds     float64           `json:"seconds"`
	Nonzeros    int               `json:"nonzeros"`
	Rank        *int              `json:"rank" model:"nullable"`
	Solver      string            `json:"solver"`
	Status      solver.Status     `json:"status"`
	Made        map[string]string `json:"made,omitempty" model:"optional"`
}

// Save writes the model as JSON, documented in docs/model.md. What LoadLinear would refuse is an error.
func (m *Linear) Save(w io.Writer) error {
	f := linearFile{
		head: linearKind.head(), Loss: m.Loss, Penalty: m.Penalty, Link: m.Link, Objective: known(m.Objective), Gap: known(m.Gap),
		Parameter: m.Parameter, Lambda: m.Lambda, Mu: m.Mu, Standardize: m.Standardized,
		N: m.Examples, D: m.Features, K: m.Outputs, Weights: m.Weights, Tasks: m.Tasks, Features: m.FeatureNames,
		Target: m.Target, Encoder: m.Encoder,
		GapKind: m.GapKind, Iterations: m.Iterations, Seconds: m.Seconds, Nonzeros: m.Nonzeros(), Rank: m.Rank,
		Solver: m.Method, Status: m.Status, Made: m.Made,
	}
	if err := f.checkSaved(m); err != nil {
		return linearKind.saving(err)
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
	return linearKind.save(w, f)
}

// LoadLinear reads what Save wrote, or a file without a seal, which other programs wrote, or which somebody changed. The
// error says what is wrong with a file that is none, is damaged, or is newer than this program.
func LoadLinear(r io.Reader) (*Linear, error) {
	var f linearFile
	if err := linearKind.load(r, &f); err != nil {
		return nil, err
	}
	m := &Linear{
		Loss: f.Loss, Penalty: f.Penalty, Link: f.Link, Parameter: f.Parameter, Lambda: f.Lambda, Mu: f.Mu,
		Standardized: f.Standardize, Examples: f.N, Features: f.D, Outputs: f.K,
		Weights: f.Weights, Tasks: f.Tasks, FeatureNames: f.Features, Target: f.Target, Encoder: f.Encoder,
		Objective: orNaN(f.Objective), Gap: orNaN(f.Gap), GapKind: f.GapKind, Unsealed: f.Seal == nil,
		Iterations: f.Iterations, Seconds: f.Seconds, Rank: f.Rank, Method: f.Solver, Status: f.Status, Made: f.Made,
	}
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
		return nil, linearKind.damaged(err)
	}
	return m, nil
}
