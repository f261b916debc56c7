package toolkittest

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// extras checks what the loss can do beyond its interface.
func (c *outputs) extras() {
	if l, ok := c.l.(toolkit.TwiceDifferentiable); ok {
		c.Guard("Second", func() { c.hessians("Second", func(h []float64, i int, f []float64) { h[0] = l.Second(i, f[0]) }) })
	}
	if l, ok := c.l.(toolkit.Hessian); ok {
		c.Guard("Hessian", func() { c.hessians("Hessian", l.Hessian) })
	}
	if l, ok := c.l.(toolkit.MoreauEnvelope); ok {
		c.Guard("Envelope", func() { c.envelopes(l.Envelope) })
	}
	if l, ok := c.l.(solver.Curved); ok {
		c.Guard("Diagonal", func() { c.diagonals(l.Diagonal) })
	}
	if l, ok := c.l.(solver.LineCurved); ok {
		c.Guard("LineCurvature", func() { c.lines(l.LineCurvature) })
	}
	if l, ok := c.l.(solver.LeastSquares); ok {
		c.Guard("Target", func() { c.target(l.Target) })
	}
	if l, ok := c.l.(loss.Bindable); ok {
		c.Guard("Bind", func() { c.bind(l.Bind) })
	}
	if l, ok := c.l.(solver.Tasked); ok {
		c.Guard("Each", func() { c.each(l.Each()) })
	}
}

// target checks that the loss is that of squared residuals.
func (c *outputs) target(target func(i int) float64) {
	c.somewhere(func(i int, f []float64) {
		r := f[0] - target(i)
		if value := c.at(make([]float64, 1), i, f); !near(value, r*r/2, c.least(1e-12)) {
			c.Faultf("Target belongs to the loss ½(f − y)²: of example %d at f = %.4g that is %.10g for y = %.4g, and the "+
				"loss is %.10g",
				i, f[0], r*r/2, target(i), value)
		}
	})
}

// each checks that a loss of tasks is the one that it is made of.
func (c *outputs) each(each toolkit.Separable) {
	c.somewhere(func(i int, f []float64) {
		grad := make([]float64, len(f))
		value := c.at(grad, i, f)
		v, s := each.At(i, f[0])
		if len(f) != 1 || v != value || s != grad[0] || each.Weight(i) != c.l.Weight(i) {
			c.Faultf("Each is another loss: of example %d at f = %v it is %.10g with slope %.10g and weight %.4g, not %.10g "+
				"with %v and %.4g",
				i, vector(f), v, s, each.Weight(i), value, vector(grad), c.l.Weight(i))
		}
	})
}

// bind checks that a loss with other targets has as many examples as there are targets, and the weights that it is
// given, or 1/n.
func (c *outputs) bind(bind func(y, weights []float64) toolkit.Loss) {
	const n = 5
	y, weights := normal(c.rng, n, 1), []float64{0.1, 0.2, 0, 3, 0.4}
	if l, ok := c.l.(loss.Labelled); ok {
		for i := range y {
			y[i] = float64(i % 3)
			if l.Binary() {
				y[i] = float64(2*(i%2) - 1)
			}
		}
	}
	for _, w := range [][]float64{nil, weights} {
		l := bind(y, w)
		if _, err := newLoss(l, nil); err != nil || l.Len() != n {
			c.Faultf("Bind to %d targets gives %T with %d examples", n, l, l.Len())
			return
		}
		for i := range n {
			want := 1. / n
			if w != nil {
				want = w[i]
			}
			if got := l.Weight(i); !near(got, want, 1e-12) {
				c.Faultf("Bind loses the weights: for the weights %v (nil stands for 1/n) example %d has %.4g", vector(w), i, got)
			}
		}
	}
}
