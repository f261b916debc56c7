package exact_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// random is a problem of a loss and a norm.
func random(seed uint64, loss, norm string, mu float64, intercept bool) *exact.Problem {
	rng := rand.New(rand.NewPCG(seed, 171))
	n, d, k := 9, 3, 1
	if loss == "multinomial" || norm == "trace" {
		k = 2
	}
	p := &exact.Problem{Outputs: k, Intercept: intercept, Mu: exact.New(mu)}
	signs, classes, y := make([]int, n), make([]int, n), make([][]*exact.Float, n)
	for i := range n {
		row, targets := make([]float64, d), make([]float64, k)
		for j := range row {
			row[j] = rng.NormFloat64() + 0.3
		}
		for c := range targets {
			targets[c] = row[c%d] + rng.NormFloat64()
		}
		p.X, y[i] = append(p.X, exact.Of(row)), exact.Of(targets)
		p.C = append(p.C, new(exact.Float).Quo(exact.New(1), exact.New(float64(n))))
		signs[i], classes[i] = 1-2*(i%2), i%2
	}
	switch loss {
	case "squared":
		p.Loss = exact.Squared{Y: y}
	case "logistic":
		p.Loss = exact.Logistic{Y: signs}
	case "exponential":
		p.Loss = exact.Exponential{Y: signs}
	case "hinge":
		p.Loss = exact.Hinge{Y: signs}
	case "multinomial":
		p.Loss = exact.Multinomial{Y: classes}
	}
	if k > 1 && loss != "multinomial" && loss != "squared" {
		for i := range n {
			p.Column = append(p.Column, i/5)
		}
	}
	block := func(a float64, coordinates ...int) {
		p.Blocks = append(p.Blocks, exact.Block{Coordinates: coordinates, Weight: exact.New(a)})
	}
	switch norm {
	case "l1":
		for j := range d * k {
			block(0.05, j)
		}
	case "overlap":
		block(0.05, 0, 1)
		block(0.07, 1, 2)
		block(0.02, 2)
	case "trace":
		p.Trace = exact.New(0.06)
	}
	return p
}

// size is the number of variables of a problem.
func size(p *exact.Problem) int {
	out := len(p.X[0]) * p.Outputs
	if p.Intercept {
		out += p.Outputs
	}
	return out
}

// TestEnclosure: whatever loss and penalty, the bounds meet as τ falls: by theory their distance is at most 2τ for
// each block, kink and singular value.
func TestEnclosure(t *testing.T) {
	t.Parallel()
	for _, loss := range []string{"squared", "logistic", "exponential", "hinge", "multinomial"} {
		for _, norm := range []string{"none", "l1", "overlap", "trace"} {
			for _, mu := range []float64{0, 0.1} {
				if norm == "none" && mu == 0 && loss != "squared" || norm == "overlap" && loss == "multinomial" ||
					norm == "overlap" && mu == 0 && loss != "squared" {
					continue // without a minimum as a rule, or of one output
				}
				intercept := (len(loss)+len(norm))%2 == 0
				t.Run(fmt.Sprintf("%s-%s-%g-%v", loss, norm, mu, intercept), func(t *testing.T) {
					t.Parallel()
					p := random(3, loss, norm, mu, intercept)
					e := p.Enclose(exact.Zeros(size(p)))
					for _, tau := range []float64{1e-3, 1e-25} {
						e.Tighten(exact.New(tau))
						if e.Lower == nil || !gapWithin(e, 60*tau) {
							t.Fatalf("τ = %g: %g to %g, %g apart", tau, e.Lower, e.Upper, gapOf(e))
						}
					}
				})
			}
		}
	}
}

func gapOf(e *exact.Enclosure) *exact.Float {
	if e.Lower == nil {
		return exact.New(-1)
	}
	return new(exact.Float).Sub(e.Upper, e.Lower)
}

// gapWithin tells whether the bounds are in order, but for rounding, and no farther apart than that.
func gapWithin(e *exact.Enclosure, far float64) bool {
	gap := gapOf(e)
	return gap.Cmp(exact.New(-1e-60)) >= 0 && gap.Cmp(exact.New(far)) <= 0
}

// TestKnownMinimum: the lasso of one feature is soft thresholding, the trace norm of X = I thresholds singular values,
// and least squares with an intercept is in closed form.
func TestKnownMinimum(t *testing.T) {
	t.Parallel()
	one := exact.New(1)
	lasso := &exact.Problem{
		X: [][]*exact.Float{{one}}, C: []*exact.Float{one}, Outputs: 1, Mu: exact.New(0),
		Loss:   exact.Squared{Y: [][]*exact.Float{exact.Of([]float64{3})}},
		Blocks: []exact.Block{{Coordinates: []int{0}, Weight: exact.New(0.5)}},
	}
	half := exact.New(0.5)
	trace := &exact.Problem{ // of diag(3, 1/4) at λ = 1/2·1/2: the second singular value vanishes
		X: [][]*exact.Float{exact.Of([]float64{1, 0}), exact.Of([]float64{0, 1})}, C: []*exact.Float{half, half},
		Outputs: 2, Mu: exact.New(0), Trace: half,
		Loss: exact.Squared{Y: [][]*exact.Float{exact.Of([]float64{3, 0}), exact.Of([]float64{0, 0.25})}},
	}
	line := &exact.Problem{ // targets 0, 1, 5 at 0, 1, 2: 5x/2 − 1/2, residuals 1/2, −1, 1/2
		X:       [][]*exact.Float{exact.Of([]float64{0}), exact.Of([]float64{1}), exact.Of([]float64{2})},
		C:       []*exact.Float{one, one, one},
		Outputs: 1, Mu: exact.New(0), Intercept: true,
		Loss: exact.Squared{Y: [][]*exact.Float{
			exact.Of([]float64{0}), exact.Of([]float64{1}), exact.Of([]float64{5}),
		}},
	}
	for name, c := range map[string]struct {
		p    *exact.Problem
		want float64
	}{
		"lasso": {lasso, 0.125 + 0.5*2.5},
		"trace": {trace, 0.5*(0.5+0.5*0.0625) + 0.5*2},
		"line":  {line, 0.75},
	} {
		e := c.p.Enclose(exact.Zeros(size(c.p)))
		e.Tighten(exact.New(1e-40))
		if e.Lower == nil || !within(e.Lower, exact.New(c.want), -110) || !within(e.Upper, exact.New(c.want), -110) {
			t.Errorf("%s: %.40g to %.40g, not %g", name, e.Lower, e.Upper, c.want)
		}
	}
}
