package fit_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestLinearFile: a model is read as it was written, one that was stopped before anything was known too; what is no
// model, damaged or newer is refused.
func TestLinearFile(t *testing.T) {
	t.Parallel()
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []fit.Linear{
		{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}, Lambda: 0.05, Intercept: true},
		{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.1}, {Loss: loss.Hinge{}, Mu: 0.1, Intercept: true},
	} {
		data := sample(&c, 30, 8, 4)
		for name, ctx := range map[string]context.Context{"learnt": t.Context(), "stopped": stopped} {
			m, err := c.Fit(ctx, data)
			if !errors.Is(err, ctx.Err()) {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := m.Save(&b); err != nil {
				t.Fatalf("%s %s, %s: %v", lossOf(c), penaltyOf(c), name, err)
			}
			text := b.String()
			back, err := model.LoadLinear(&b)
			if err != nil || !floats.Equal(back.Weights, m.Weights) || !floats.Equal(back.Intercept, m.Intercept) ||
				!floats.Same([]float64{back.Objective, back.Gap}, []float64{m.Objective, m.Gap}) {
				t.Errorf("%s %s, %s: %+v comes back as %+v, error %v", lossOf(c), penaltyOf(c), name, m, back, err)
			}
			for old, now := range map[string]string{
				`"version":1`: `"version":4`, `"weights":[`: `"weights":[1,`, `"proxlab`: `"other`, `"k":`: `"k":0`, `{`: ``,
			} {
				if _, err := model.LoadLinear(strings.NewReader(strings.Replace(text, old, now, 1))); err == nil {
					t.Errorf("%s for %s was accepted", now, old)
				}
			}
		}
	}
}
