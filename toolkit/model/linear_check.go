package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/loss"
)

func (m *Linear) takeIntercept(value any) error {
	switch v := value.(type) {
	case nil:
	case float64:
		m.Intercept = []float64{v}
	case []any:
		if len(v) < 2 {
			return fmt.Errorf("its intercept is a list of %d: of one output it is a number, and null without one", len(v))
		}
		for _, x := range v {
			number, ok := x.(float64)
			if !ok {
				return fmt.Errorf("its intercept has %.60v", x)
			}
			m.Intercept = append(m.Intercept, number)
		}
	default:
		return fmt.Errorf("its intercept is %.60v", value)
	}
	return nil
}

func (m *Linear) takeLabels(values []any) error {
	m.Labels = []float64{} // not nil, which says that targets are numbers
	for i, value := range values {
		switch v := value.(type) {
		case float64:
			m.Labels = append(m.Labels, v)
		case string:
			m.Labels, m.LabelNames = append(m.Labels, float64(i)), append(m.LabelNames, v)
		default:
			return fmt.Errorf("label %d of its labels is %.60v", i+1, value)
		}
	}
	if m.LabelNames != nil && len(m.LabelNames) != len(m.Labels) {
		return errors.New("its labels are numbers and text")
	}
	return m.checkLabelNames()
}

// check tests that the parts of a model go together.
func (m *Linear) check() error {
	switch {
	case m.Features < 1 || m.Outputs < 1 || len(m.Weights)/m.Outputs != m.Features || len(m.Weights)%m.Outputs != 0:
		return fmt.Errorf("it has %d weights for %d features (d) and %d outputs (k)", len(m.Weights), m.Features, m.Outputs)
	case m.Intercept != nil && len(m.Intercept) != m.Outputs:
		return fmt.Errorf("its intercept has %d numbers for %d outputs", len(m.Intercept), m.Outputs)
	case m.Tasks != nil && len(m.Tasks) != m.Outputs:
		return fmt.Errorf("it has %d tasks for %d outputs", len(m.Tasks), m.Outputs)
	case m.FeatureNames != nil && len(m.FeatureNames) != m.Features:
		return fmt.Errorf("its features have %d names, and there are %d", len(m.FeatureNames), m.Features)
	case !ascends(m.Labels):
		return errors.New("its labels do not ascend")
	case !ascends(m.Thresholds):
		return errors.New("its thresholds do not ascend")
	case !ascends(m.Tasks):
		return errors.New("its tasks do not ascend")
	}
	return cmp.Or(m.Baseline.Check(), m.Conformal.Check(m.Features, m.Intercept != nil), m.checkEncoder(),
		m.checkParameter(), m.checkLink())
}

// checkEncoder tests that the encoder makes the model's features.
func (m *Linear) checkEncoder() error {
	if m.Encoder == nil {
		return nil
	}
	if err := m.Encoder.Check(); err != nil {
		return err
	}
	if !slices.Equal(m.Encoder.Features(), m.FeatureNames) {
		return errors.New("its encoder makes other features than it has")
	}
	return nil
}

// checkLink tests that link, labels and outputs go together: a column of scores, or one for each label or task.
func (m *Linear) checkLink() error {
	l, _ := m.named()
	if of, known := l.(loss.Linked); known && of.Link() != m.Link {
		return fmt.Errorf("its link %.60q is not that of the %s loss, %q", m.Link, m.Loss, of.Link())
	}
	known, ok := m.linked()
	if !known {
		return fmt.Errorf("its link %.60q is none", m.Link)
	}
	if !ok || m.Link != Cumulative && m.Thresholds != nil {
		return fmt.Errorf("it has %d labels, %d outputs, %d tasks and %d thresholds, which do not go with the link %q",
			len(m.Labels), m.Outputs, len(m.Tasks), len(m.Thresholds), m.Link)
	}
	return nil
}

// linked tells whether the link is known, and goes with labels and outputs.
func (m *Linear) linked() (known, ok bool) {
	single := m.Outputs == 1 || m.Tasks != nil
	labels := len(m.Labels)
	switch m.Link {
	case Identity: // of several outputs each is a target
		return true, m.Labels == nil
	case Log, Share, Hazard, Order:
		return true, m.Labels == nil && single
	case Logit, Margin:
		return true, labels == 2 && single
	case Softmax:
		return true, labels == m.Outputs && labels > 1 && m.Tasks == nil
	case Cumulative:
		return true, labels > 1 && m.Outputs == 1 && m.Tasks == nil && len(m.Thresholds) == labels-1
	}
	return m.Link == "", m.Labels == nil || labels > 1 && (single || labels == m.Outputs)
}

// check tests what is told of the model.
func (f *linearFile) check(m *Linear) error {
	names := []string{"lambda", "mu", "n", "iterations", "seconds", "violation"}
	err := notNegative(names,
		[]float64{m.Lambda, m.Mu, float64(m.Examples), float64(m.Iterations), m.Seconds, m.Violation})
	switch {
	case err != nil:
		return err
	case !(m.Relaxed >= 0 && m.Relaxed <= 1):
		return fmt.Errorf("its share of a fit without penalty, relaxed, is %g", m.Relaxed)
	case f.Nonzeros != m.Nonzeros():
		return fmt.Errorf("its nonzeros are %d, and %d weights are not 0", f.Nonzeros, m.Nonzeros())
	case m.Rank != nil && (*m.Rank < 0 || *m.Rank > min(m.Features, m.Outputs)):
		return fmt.Errorf("its rank is %d of %d × %d weights", *m.Rank, m.Features, m.Outputs)
	case !slices.Contains([]GapKind{"", DualityGap, Residual, LocalMinimum, Stationary, NoGap}, m.GapKind):
		return fmt.Errorf("its gap_kind %.60q is none", m.GapKind)
	}
	return checkEnd(m.Status, m.Gap)
}

// checkSaved tests what LoadLinear would refuse, or read otherwise than it is.
func (f *linearFile) checkSaved(m *Linear) error {
	objective, gap := m.Objective, m.Gap
	if math.IsNaN(objective) { // null
		objective = 0
	}
	if math.IsNaN(gap) {
		gap = 0
	}
	err := finite([]string{"weights", "intercept", "labels", "objective", "gap"}, m.Weights, m.Intercept, m.Labels,
		[]float64{objective}, []float64{gap})
	if err == nil {
		err = m.check()
	}
	if err == nil {
		err = m.checkLabelNames()
	}
	if err == nil {
		err = f.check(m)
	}
	return err
}

// checkLabelNames tests that labels of text count it, as the file, which has the text alone, is read.
func (m *Linear) checkLabelNames() error {
	if m.LabelNames == nil {
		return nil
	}
	if len(m.LabelNames) != len(m.Labels) {
		return fmt.Errorf("its %d labels have %d names", len(m.Labels), len(m.LabelNames))
	}
	seen := map[string]bool{}
	for i, name := range m.LabelNames {
		if m.Labels[i] != float64(i) {
			return fmt.Errorf("label %d of its labels is %g: those with names are counted from 0", i+1, m.Labels[i])
		}
		if seen[name] {
			return fmt.Errorf("its labels have %.60q twice", name)
		}
		seen[name] = true
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
