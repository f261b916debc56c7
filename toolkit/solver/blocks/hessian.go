package blocks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// negligible is the share of the largest second derivative below which one is taken for 0: the Hessian chooses steps,
// and no certificate rests on it.
const negligible = 1e-9

// idle is the share of the bound of second derivatives that one of 0 is taken for: where a loss is linear in all
// examples, as Huber's is from afar, steps would else have no length.
const idle = 1e-3

// chosen goes through the rows that the Hessian is of.
func (w *worker) chosen(do func(i int)) {
	count := min(w.rows, int(math.Ceil(w.r.Rows*float64(w.rows))))
	first := int(w.r.Turn * float64(w.rows))
	for k := range count {
		do((first + k) % w.rows)
	}
}

// curve adds up the second derivatives of the rows that the Hessian is of.
func (w *worker) curve(l toolkit.Loss) {
	clear(w.h)
	if w.p.joint() {
		w.pairs()
		return
	}
	of := w.r.smoothed(l.(toolkit.Separable)) //nolint:errcheck // kind asks
	floor := 0.
	if bound := w.p.curvature(); w.r.Tau == 0 && !math.IsInf(bound, 1) {
		floor = idle * bound / w.p.heaviest()
	}
	w.chosen(func(row int) {
		for i := row; i < len(w.z); i += w.rows {
			if w.h[i] = of.Second(i, w.z[i]); w.h[i] == 0 {
				w.h[i] = floor
			}
			w.h[i] *= w.v[i]
			w.s.Rows += w.v[i]
		}
	})
	if w.p.wide() == 1 {
		w.single()
		return
	}
	var same bool
	for c := range w.p.outputs() {
		same = c > 0 && slices.Equal(w.of(w.h, c-1), w.of(w.h, c)) // as the squared loss has them
		w.edge(c, c, w.of(w.h, c), same)
	}
}

// drop lets second derivatives be 0 that are negligible.
func drop(h []float64) {
	least := negligible * slices.Max(h)
	for i, v := range h {
		if v < least {
			h[i] = 0
		}
	}
}

// single adds up those of one score a row.
func (w *worker) single() {
	a, k := w.block.Columns(), w.p.outputs()
	drop(w.h)
	w.block.AddGram(w.s.Hessian, w.r.Which, w.h)
	for at, place := range w.r.Which {
		w.s.Border[at*k+w.r.column(place)%k] += a.DotRow(place, w.h)
	}
	if k == 1 {
		w.s.Corner[0] += floats.Sum(w.h)
		return
	}
	for i, h := range w.h {
		c := w.output(i)
		w.s.Corner[c*k+c] += h
	}
}

// pairs adds up those of a loss of all scores of a row, of which p are the probabilities:
//
//	diag(p) − ppᵀ = Σ_{c<o} p_c p_o (e_c − e_o)(e_c − e_o)ᵀ,
//
// where nothing is lost to a difference of large numbers.
func (w *worker) pairs() {
	w.chosen(func(i int) { w.s.Rows += w.v[i] })
	k := w.p.outputs()
	h := w.of(w.h, 0)
	for c := range k {
		for o := c + 1; o < k; o++ {
			p, q := w.of(w.positive, c), w.of(w.positive, o) // joint leaves them there
			clear(h)
			w.chosen(func(i int) { h[i] = w.v[i] * p[i] * q[i] })
			w.edge(c, o, h, false)
		}
	}
}

// end is a feature of the Hessian at an end of an edge.
type end struct {
	which, feature int // its place among those of the Hessian, and among the features of the edge
	sign           float64
}

// edge adds up h_i (z_ic − z_io)²/2, or h_i z_ic²/2 where o = c; same says that h is that of the edge before.
func (w *worker) edge(c, o int, h []float64, same bool) {
	a, k, size := w.block.Columns(), w.p.outputs(), len(w.r.Which)
	if drop(h); floats.Sum(h) == 0 {
		return
	}
	var ends []end
	var features []int
	for at, place := range w.r.Which {
		of := w.r.column(place) % k
		if of != c && of != o {
			continue
		}
		if j := w.place(place); len(features) == 0 || features[len(features)-1] != j {
			features = append(features, j)
		}
		ends = append(ends, end{at, len(features) - 1, 1})
		if of != c {
			ends[len(ends)-1].sign = -1
		}
	}
	if m := len(features); !same || !slices.Equal(features, w.features) {
		w.gram = vec.Resize(w.gram, m*m)
		clear(w.gram)
		w.block.AddGram(w.gram, features, h)
	}
	w.features = features
	for k, e := range ends {
		for _, f := range ends[k:] {
			w.s.Hessian[e.which*size+f.which] += e.sign * f.sign * w.gram[e.feature*len(features)+f.feature]
		}
	}
	mass := floats.Sum(h)
	w.s.Corner[c*k+c] += mass
	if o != c {
		w.s.Corner[o*k+o] += mass
		w.s.Corner[c*k+o] -= mass
		w.s.Corner[o*k+c] -= mass
	}
	for _, e := range ends {
		b := e.sign * a.DotRow(features[e.feature], h)
		if w.s.Border[e.which*k+c] += b; o != c {
			w.s.Border[e.which*k+o] -= b
		}
	}
}
