package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// smoothed is the loss, or what takes its place where it has kinks.
func (r *Request) smoothed(l toolkit.Separable) smooth {
	if h, is := l.(solver.Margin); is && r.Tau > 0 {
		return softHinge{h, r.Tau}
	}
	return l.(smooth) //nolint:errcheck // kind asks
}

// slopes adds up what losses, slopes and conjugates say.
func (w *worker) slopes(l toolkit.Separable) {
	of, same := w.r.smoothed(l), w.r.Tau == 0
	for i, f := range w.z {
		if w.held(i % w.rows) {
			value, _ := l.At(i, f)
			w.hold(value, (f > 0) == (w.block.Y[i] > 0), i)
		}
		v := w.v[i]
		if w.positive[i], w.negative[i] = 0, 0; v == 0 {
			continue
		}
		value, u := of.At(i, f)
		w.s.Smooth += v * value
		if !same {
			value, _ = l.At(i, f)
		}
		conjugate, least := l.Conjugate(i, u), l.Conjugate(i, 0)
		value, u, conjugate, least = v*value, v*u, v*conjugate, v*least
		w.s.Loss += value
		w.s.Sizes += math.Abs(value) + math.Abs(conjugate)
		w.s.Slopes += u * u
		at, c := &w.s.Sides[1], w.output(i)
		if w.negative[i] = u; u > 0 {
			at = &w.s.Sides[0]
			w.positive[i], w.negative[i] = u, 0
		}
		at.Slopes[c] += u
		at.Conjugate[c] += conjugate
		at.Least[c] += least
	}
}

// joint adds up what a loss of all scores of a row says. Its slopes go where negative ones do, and probabilities where
// positive ones do.
func (w *worker) joint(l probable) {
	k, n := w.p.outputs(), w.rows
	f, u, p := make([]float64, k), make([]float64, k), make([]float64, k)
	to := &w.s.Sides[1]
	for i := range n {
		for c := range f {
			f[c] = w.z[c*n+i]
		}
		y := int(w.block.Y[i])
		value := l.At(u, i, f)
		if w.held(i) {
			w.hold(value, floats.MaxIdx(f) == y, i)
		}
		l.Probabilities(p, i, f)
		v := w.v[i]
		for c := range f {
			if w.positive[c*n+i], w.negative[c*n+i] = p[c], v*u[c]; v == 0 {
				w.negative[c*n+i] = 0
			}
			to.Slopes[c] += w.negative[c*n+i]
			w.s.Slopes += w.negative[c*n+i] * w.negative[c*n+i]
		}
		if v == 0 {
			continue
		}
		conjugate := v * l.Conjugate(i, u)
		w.s.Smooth += v * value
		w.s.Loss += v * value
		w.s.Sizes += v*math.Abs(value) + math.Abs(conjugate)
		to.Conjugate[0] += conjugate
	}
	if w.s.Classes != nil {
		w.classes()
	}
}

// classes adds up the rows of each class.
func (w *worker) classes() {
	a, k := w.block.Columns(), w.p.outputs()
	of := make([]float64, w.rows*k)
	for i, v := range w.v {
		c := int(w.block.Y[i])
		of[c*w.rows+i] = v
		w.s.Masses[c] += v
	}
	for at := range w.s.Classes {
		w.s.Classes[at] += a.DotRow(w.place(at), w.of(of, w.r.column(at)%k))
	}
}
