package fit_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestFitsObeyWithinAnIteration: the context is asked for every column of a factor and every few blocks of a pass, and
// for every panel of a Gram matrix, and whatever goes on when it ends asks but a few times more. The model so far has a
// gap that bounds how far it is from the minimum.
func TestFitsObeyWithinAnIteration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(n, d int) fit.Data {
		x, y := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range y {
			for j := range x.Row(i) {
				x.Row(i)[j] = rng.NormFloat64()
			}
			y[i] = rng.NormFloat64() + x.Row(i)[0] + x.Row(i)[1]
		}
		return fit.Data{X: x, Y: y}
	}
	for _, c := range []struct {
		what        string
		data        fit.Data
		asked, more int // how often at least, and how often after the end at most
		standardize bool
	}{
		{"columns of a factor", draw(200, 300), 1000, 20, false},
		{"second moments", draw(30000, 30), 40, 60, true}, // on several processors
	} {
		l := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1e-3, Intercept: true, Standardize: c.standardize}
		whole := testproblems.EndingAt(0)
		best, err := l.Fit(whole, c.data)
		if err != nil || whole.Calls() < c.asked {
			t.Fatalf("%s: asked %d times, error %v", c.what, whole.Calls(), err)
		}
		for _, part := range []float64{0.1, 0.4, 0.7} {
			at := int(part * float64(whole.Calls()))
			ctx := testproblems.EndingAt(at)
			m, err := l.Fit(ctx, c.data)
			if !errors.Is(err, context.Canceled) || m == nil || ctx.Calls() > at+c.more {
				t.Fatalf("%s: an end at call %d of %d, %d calls, error %v", c.what, at, whole.Calls(), ctx.Calls(), err)
			}
			ended := m.Status == solver.Canceled || m.Status == solver.Converged // and was interrupted polishing
			if m.GapKind != model.DualityGap || !(m.Objective-best.Objective <= m.Gap) || !ended {
				t.Errorf("%s: %s at %g with gap %g; the minimum is %g", c.what, m.Status, m.Objective, m.Gap, best.Objective)
			}
		}
	}
}
