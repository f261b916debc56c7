package fit_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestOffsetOfTasks: every task has its examples' offsets, whatever the order of examples.
func TestOffsetOfTasks(t *testing.T) {
	t.Parallel()
	data := offsetData(120, 3, "counts")
	for i := range data.Y {
		data.Task = append(data.Task, int64(i%3))
	}
	c := fit.Linear{Loss: loss.Poisson{}, Mu: 0.2, Intercept: true, Tol: 1e-10}
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	var each []*model.Linear
	for task := range 3 {
		var rows []int
		for i := task; i < len(data.Y); i += 3 {
			rows = append(rows, i)
		}
		one := fit.Data{X: linalg.SelectRows(data.X, rows)}
		for _, i := range rows {
			one.Y, one.Offset = append(one.Y, data.Y[i]), append(one.Offset, data.Offset[i])
		}
		alone := c
		alone.Mu = 3 * c.Mu // the mean is of a third of the examples
		got, err := alone.Fit(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		each = append(each, got)
	}
	for j := range 3 {
		for task, of := range each {
			if got := m.Weights[3*j+task]; math.Abs(got-of.Weights[j]) > 1e-5 {
				t.Errorf("weight %d of task %d is %g, and %g alone", j+1, task, got, of.Weights[j])
			}
		}
	}
}

// TestOffsetRefused: what takes none names the loss, and bad offsets their example.
func TestOffsetRefused(t *testing.T) {
	t.Parallel()
	for says, c := range map[string]struct {
		of   toolkit.Loss
		edit func(*fit.Data)
	}{
		"not with multinomial":      {loss.Multinomial{}, func(d *fit.Data) { d.Y[0] = 3 }},
		"not with cox":              {loss.Cox{}, func(d *fit.Data) {}},
		"the offset of example 3":   {loss.Squared{}, func(d *fit.Data) { d.Offset[2] = math.NaN() }},
		"50 examples and 1 offsets": {loss.Squared{}, func(d *fit.Data) { d.Offset = []float64{1} }},
		"with weights and offsets":  {loss.Squared{Y: make([]float64, 50)}, func(d *fit.Data) { d.Y = nil }},
	} {
		data := offsetData(50, 3, "numbers")
		for i := range data.Y {
			data.Y[i] = math.Abs(data.Y[i]) + 1
		}
		if _, several := c.of.(loss.Multinomial); several {
			for i := range data.Y {
				data.Y[i] = float64(i % 3)
			}
		}
		c.edit(&data)
		_, err := fit.Linear{Loss: c.of, Mu: 0.1}.Fit(t.Context(), data)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", says, err)
		}
	}
}
