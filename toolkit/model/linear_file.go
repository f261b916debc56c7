package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// linearFormat and linearVersion stand in the file of a Linear; the version changes with the format.
const (
	linearFormat  = "proxlab linear model"
	linearVersion = 2
)

// linearFile is a Linear as JSON: weights are one list, d numbers, or d×k row by row; the intercept is a number for
// one output and a list for several, null without one; labels are numbers, or text where the data had text.
type linearFile struct {
	Format      string            `json:"format"`
	Version     int               `json:"version"`
	Loss        string            `json:"loss"`
	Penalty     string            `json:"penalty"`
	Link        *string           `json:"link"` // of version 2 on
	Lambda      float64           `json:"lambda"`
	Mu          float64           `json:"mu"`
	Standardize bool              `json:"standardize"`
	N           int               `json:"n"`
	D           int               `json:"d"`
	K           int               `json:"k"`
	Weights     []float64         `json:"weights"`
	Intercept   any               `json:"intercept"`
	Labels      []any             `json:"labels"`
	Tasks       []int64           `json:"tasks"`
	Features    []string          `json:"features"`
	Target      string            `json:"target,omitempty"`
	Objective   *float64          `json:"objective"` // null where the solver was stopped before it was known
	Gap         *float64          `json:"gap"`
	GapKind     GapKind           `json:"gap_kind"`
	Iterations  int               `json:"iterations"`
	Seconds     float64           `json:"seconds"`
	Nonzeros    int               `json:"nonzeros"`
	Rank        *int              `json:"rank"`
	Solver      string            `json:"solver"`
	Status      solver.Status     `json:"status"`
	Made        map[string]string `json:"made,omitempty"`
}

// Save writes the model as JSON, documented in docs/model.md.
func (m *Linear) Save(w io.Writer) error {
	f := linearFile{
		Format: linearFormat, Version: linearVersion, Loss: m.Loss, Penalty: m.Penalty, Link: &m.Link,
		Lambda: m.Lambda, Mu: m.Mu, Standardize: m.Standardized,
		N: m.Examples, D: m.Features, K: m.Outputs, Weights: m.Weights, Tasks: m.Tasks, Features: m.FeatureNames,
		Target:  m.Target,
		GapKind: m.GapKind, Iterations: m.Iterations, Seconds: m.Seconds, Nonzeros: m.Nonzeros(), Rank: m.Rank,
		Solver: m.Method, Status: m.Status, Made: m.Made,
	}
	if !math.IsNaN(m.Gap) {
		f.Gap = &m.Gap
	}
	if !math.IsNaN(m.Objective) {
		f.Objective = &m.Objective
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
	if err := json.NewEncoder(w).Encode(f); err != nil {
		return fmt.Errorf("saving a linear model: %w", err)
	}
	return nil
}

// LoadLinear reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer
// than this program.
func LoadLinear(r io.Reader) (*Linear, error) {
	var f linearFile
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("this is no model, or a damaged one: %w", err)
		}
		return nil, fmt.Errorf("the model is damaged: %w", err)
	}
	switch {
	case f.Format != linearFormat:
		return nil, fmt.Errorf("this is no model: its format is %q and not %q", f.Format, linearFormat)
	case f.Version > linearVersion:
		return nil, fmt.Errorf(
			"the model is of version %d, and this program reads versions up to %d: a newer program wrote it",
			f.Version,
			linearVersion,
		)
	}
	m := &Linear{
		Loss: f.Loss, Penalty: f.Penalty, Lambda: f.Lambda, Mu: f.Mu, Standardized: f.Standardize, Examples: f.N,
		Features: f.D, Outputs: f.K,
		Weights: f.Weights, Tasks: f.Tasks, FeatureNames: f.Features, Target: f.Target, Objective: math.NaN(),
		Gap: math.NaN(), GapKind: f.GapKind,
		Iterations: f.Iterations, Seconds: f.Seconds, Rank: f.Rank, Method: f.Solver, Status: f.Status, Made: f.Made,
	}
	if f.Link != nil {
		m.Link = *f.Link
	} else {
		m.Link = firstLinks[f.Loss]
	}
	if f.Gap != nil {
		m.Gap = *f.Gap
	}
	if f.Objective != nil {
		m.Objective = *f.Objective
	}
	if err := m.takeIntercept(f.Intercept); err != nil {
		return nil, err
	}
	if err := m.takeLabels(f.Labels); err != nil {
		return nil, err
	}
	return m, m.check()
}

// firstLinks are those of the losses that version 1 knew.
var firstLinks = map[string]string{"squared": Identity, "logistic": Logit, "hinge": Margin, "multinomial": Softmax}

func (m *Linear) takeIntercept(value any) error {
	switch v := value.(type) {
	case nil:
	case float64:
		m.Intercept = []float64{v}
	case []any:
		for _, x := range v {
			number, ok := x.(float64)
			if !ok {
				return fmt.Errorf("the model is damaged: its intercept has %v", x)
			}
			m.Intercept = append(m.Intercept, number)
		}
	default:
		return fmt.Errorf("the model is damaged: its intercept is %v", value)
	}
	return nil
}

func (m *Linear) takeLabels(values []any) error {
	for i, value := range values {
		switch v := value.(type) {
		case float64:
			m.Labels = append(m.Labels, v)
		case string:
			m.Labels, m.LabelNames = append(m.Labels, float64(i)), append(m.LabelNames, v)
		default:
			return fmt.Errorf("the model is damaged: label %d is %v", i+1, value)
		}
	}
	return nil
}

// check tests that the parts of a model go together.
func (m *Linear) check() error {
	labels := len(m.Labels)
	switch m.Link {
	case Identity:
		labels = 0
	case Softmax:
		labels = m.Outputs
	case Logit, Margin:
		labels = 2
	}
	switch {
	case m.Features < 1 || m.Outputs < 1 || len(m.Weights)/m.Outputs != m.Features || len(m.Weights)%m.Outputs != 0:
		return fmt.Errorf(
			"the model is damaged: it has %d weights for %d features and %d outputs",
			len(m.Weights),
			m.Features,
			m.Outputs,
		)
	case m.Intercept != nil && len(m.Intercept) != m.Outputs:
		return fmt.Errorf("the model is damaged: it has %d intercepts for %d outputs", len(m.Intercept), m.Outputs)
	case len(m.Labels) != labels || m.LabelNames != nil && len(m.LabelNames) != labels:
		return fmt.Errorf("the model is damaged: it has %d labels where %d are due", len(m.Labels), labels)
	case m.Tasks != nil && len(m.Tasks) != m.Outputs:
		return fmt.Errorf("the model is damaged: it has %d tasks for %d outputs", len(m.Tasks), m.Outputs)
	case m.FeatureNames != nil && len(m.FeatureNames) != m.Features:
		return fmt.Errorf("the model is damaged: it has %d names for %d features", len(m.FeatureNames), m.Features)
	}
	if !ascends(m.Labels) {
		return errors.New("the model is damaged: its labels do not ascend")
	}
	if !ascends(m.Tasks) {
		return errors.New("the model is damaged: its tasks do not ascend")
	}
	return nil
}

// ascends says whether each value is above the one before it; a NaN is above none.
func ascends[T int64 | float64](values []T) bool {
	for k := 1; k < len(values); k++ {
		if !(values[k] > values[k-1]) {
			return false
		}
	}
	return true
}
