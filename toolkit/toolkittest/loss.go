package toolkittest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Loss checks a loss, a toolkit.Separable or a toolkit.MultiOutput, on up to 30 of its examples:
//
//   - weights are finite and not negative, spans lie within the outputs;
//   - the gradient lies between the difference quotients of the loss to the left and to the right, the loss is above
//     its tangents and convex along segments, and gradients differ by no more than Curvature allows, which must be
//     +Inf where there are kinks;
//   - the Fenchel–Young inequality holds between any prediction and slope, with equality at the gradient;
//   - huge predictions give no NaN, NaN gives NaN; a second call, calls from several goroutines at once and grad = f
//     change nothing;
//   - where Curvature is finite, FISTA ends where plain gradient steps end, on a random problem, and its gaps are
//     bounds.
//
// What else the loss can do is checked where it is found: toolkit.TwiceDifferentiable and toolkit.Hessian by
// differences of gradients, toolkit.MoreauEnvelope by its definition, and likewise the methods Diagonal and
// LineCurvature of package lowrank; Target of package coordinate; Each of a loss of tasks; Bind of package fit.
//
// Random predictions have sizes between 0.3 and 30.
func Loss(l toolkit.Loss, opts ...Option) error {
	c, err := newLoss(l, opts)
	if err != nil {
		return fmt.Errorf("toolkittest: Loss: %w", err)
	}
	c.Guard("Weight or Span", c.frame)
	if !c.Found() {
		c.Guard("At or Conjugate", c.examples)
		c.Guard("At", c.edges)
		c.Guard("At", c.goroutines)
		c.extras()
		c.Guard("FISTA with it", c.solve)
	}
	return c.Err("toolkittest: Loss of %T on %d examples", l, l.Len())
}

// outputs is a loss of several outputs or of one, seen as one of several.
type outputs struct {
	report
	settings
	l         toolkit.Loss
	span      func(i int) (lo, hi int)
	at        func(grad []float64, i int, f []float64) float64
	conjugate func(i int, u []float64) float64
	k         int
	rng       *rand.Rand
	tried     []int // examples
}

func newLoss(l toolkit.Loss, opts []Option) (*outputs, error) {
	c := &outputs{settings: newSettings(opts), l: l, rng: newRand()}
	switch l := l.(type) {
	case toolkit.Separable:
		c.k = 1
		c.span = func(int) (int, int) { return 0, 1 }
		c.at = func(grad []float64, i int, f []float64) (value float64) {
			value, grad[0] = l.At(i, f[0])
			return value
		}
		c.conjugate = func(i int, u []float64) float64 { return l.Conjugate(i, u[0]) }
	case toolkit.MultiOutput:
		c.k, c.span, c.at, c.conjugate = l.Outputs(), l.Span, l.At, l.Conjugate
	default:
		return nil, fmt.Errorf("%T is neither a toolkit.Separable nor a toolkit.MultiOutput: its At or Conjugate has "+
			"another signature, or is missing", l)
	}
	n := l.Len()
	if n < 1 {
		return nil, fmt.Errorf("%T has Len %d: there is nothing to check", l, n)
	}
	const most = 30
	for i := range min(n, most) {
		c.tried = append(c.tried, i*n/min(n, most))
	}
	return c, nil
}

// frame checks weights and spans.
func (c *outputs) frame() {
	for i := range c.l.Len() {
		if w := c.l.Weight(i); !(w >= 0) || math.IsInf(w, 1) {
			c.Faultf("Weight of example %d is %g: it must be finite and 0 or more", i, w)
		}
		if lo, hi := c.span(i); lo < 0 || hi <= lo || hi > c.k {
			c.Faultf("Span of example %d is %d ≤ c < %d: it must lie within the %d outputs", i, lo, hi, c.k)
		}
	}
	if k := c.l.Curvature(); !(k >= 0) {
		c.Faultf("Curvature is %g: it must be 0 or more, +Inf where the loss has kinks", k)
	}
}

// examples checks every example that is tried at pairs of predictions.
func (c *outputs) examples() {
	for _, i := range c.tried {
		lo, hi := c.span(i)
		m := hi - lo
		for _, p := range c.points {
			if len(p) == m {
				c.pair(i, clone(p), normal(c.rng, m, 3))
			}
		}
		for turn := range 4 {
			a := normal(c.rng, m, []float64{3, 0.3, 30, 1}[turn])
			b := normal(c.rng, m, []float64{3, 1, 30, 100}[turn])
			c.pair(i, a, b)
		}
		c.outside(i, m)
	}
}

// edges checks huge predictions and NaN.
func (c *outputs) edges() {
	for _, i := range c.tried[:min(len(c.tried), 6)] {
		lo, hi := c.span(i)
		m := hi - lo
		f, grad := make([]float64, m), make([]float64, m)
		for turn := range 4 {
			for j := range f {
				f[j] = []float64{1e150, -1e150, 0, 1e150}[(turn+j*(turn%2+1))%4]
			}
			if value := c.at(grad, i, f); math.IsNaN(value) || floats.HasNaN(grad) {
				c.Faultf("At is NaN at huge predictions: example %d at f = %v has the loss %g and the gradient %v",
					i, vector(f), value, vector(grad))
			}
		}
		for j := range f {
			clear(f)
			f[j] = math.NaN()
			if value := c.at(grad, i, f); !math.IsNaN(value) {
				c.Faultf("At swallows NaN: example %d at f = %v has the loss %g", i, vector(f), value)
			}
		}
	}
}

// goroutines calls At and Conjugate from several goroutines at once and compares with calls in turn.
func (c *outputs) goroutines() {
	const many = 4
	predictions := normal(c.rng, c.k, 2)
	all := func() (out []float64) {
		f := clone(predictions) // At may change it, which is another fault
		for _, i := range c.tried {
			lo, hi := c.span(i)
			grad := make([]float64, hi-lo)
			out = append(out, c.at(grad, i, f[lo:hi]))
			out = append(append(out, grad...), c.conjugate(i, grad))
		}
		return out
	}
	want := all()
	got := make([][]float64, many)
	var group sync.WaitGroup
	for k := range got {
		group.Go(func() {
			defer func() { _ = recover() }() // what is missing is seen below
			got[k] = all()
		})
	}
	group.Wait()
	for _, g := range got {
		if !floats.Same(g, want) {
			c.Faultf("At or Conjugate keeps a state: called from %d goroutines at once it gives other numbers than "+
				"in turn, or panics", many)
		}
	}
}
