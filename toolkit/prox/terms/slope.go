package terms

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Slope is prox.Slope with the derivative of its prox, of x times sizes.
type Slope struct {
	prox.Slope
	sizes []float64 // r_j > 0; nil for ones
}

// Rescaled is the norm of x divided by sizes, entry by entry.
func (g Slope) Rescaled(sizes []float64) (toolkit.Proxable, bool) { return Slope{g.Slope, sizes}, true }

// Simplify is that of prox.Slope where there are no sizes.
func (g Slope) Simplify() toolkit.Proxable {
	if g.sizes == nil {
		return g.Slope.Simplify()
	}
	return g
}

// Value is λ Σ_k w_k |r∘x|_(k).
func (g Slope) Value(x []float64) float64 {
	if g.sizes == nil {
		return g.Slope.Value(x)
	}
	return g.Slope.Value(floats.MulTo(make([]float64, len(x)), x, g.sizes))
}

// Polar is that of v/r.
func (g Slope) Polar(v []float64) float64 {
	if g.sizes == nil {
		return g.Slope.Polar(v)
	}
	return g.Slope.Polar(floats.DivTo(make([]float64, len(v)), v, g.sizes))
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g Slope) Conjugate(v []float64) float64 {
	if g.sizes == nil {
		return g.Slope.Conjugate(v)
	}
	return g.Slope.Conjugate(floats.DivTo(make([]float64, len(v)), v, g.sizes))
}

// Prox has one |r_j x_j| on each run.
func (g Slope) Prox(dst, v []float64, gamma float64) float64 {
	if g.sizes == nil || floats.HasNaN(v) {
		return g.Slope.Prox(dst, v, gamma)
	}
	if !(gamma > 0) || len(dst) != len(v) {
		panic("terms: the sorted norm needs γ > 0 and a dst as long as v")
	}
	var sum float64
	k := 0
	for _, r := range g.runs(v, gamma) {
		for _, j := range r.at {
			dst[j] = math.Copysign(r.size/g.sizes[j], v[j])
			if r.size == 0 {
				dst[j] = 0
			}
			sum += weight(g.Weights, k) * r.size
			k++
		}
	}
	return g.Lambda * sum
}

// ProxJacobian is I where the prox is 0. On coordinates of which it makes |r_j x_j| one size, of signs s, it is
// I − qqᵀ/‖q‖², q_j = s_j/r_j.
//
// Source: Luo, Sun, Toh, Xiu, Solving the OSCAR and SLOPE Models Using a Semismooth Newton-Based Augmented Lagrangian
// Method, JMLR 2019, Theorem 2.
func (g Slope) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	for _, run := range g.runs(v, gamma) {
		if run.size > 0 && len(run.at) == 1 {
			continue
		}
		r := toolkit.RankOne{At: run.at, Q: make([]float64, len(run.at))}
		for i, j := range run.at {
			m.Diagonal[j], r.Q[i] = 1, math.Copysign(1, v[j])
			if g.sizes != nil {
				r.Q[i] /= g.sizes[j]
			}
		}
		if run.size > 0 {
			r.Weight = 1 / floats.Dot(r.Q, r.Q)
			m.Ones = append(m.Ones, r)
		}
	}
}

// run are coordinates of which the prox makes |r_j x_j| one size.
type run struct {
	size float64
	at   []int
}

// runs are those of a prox, of falling sizes.
func (g Slope) runs(v []float64, gamma float64) (out []run) {
	if g.sizes != nil {
		return g.divide(v, gamma)
	}
	z, order := make([]float64, len(v)), make([]int, len(v))
	g.Slope.Prox(z, v, gamma)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(z[j]), math.Abs(z[i])) })
	for from := 0; from < len(order); {
		size, to := math.Abs(z[order[from]]), from+1
		for to < len(order) && math.Abs(z[order[to]]) == size {
			to++
		}
		out = append(out, run{size, order[from:to]})
		from = to
	}
	return out
}

// entry is a coordinate of ½c(y − a)², a = |r_j v_j|, c = 1/(γr_j²), and how much c(a − α) a level pulls.
type entry struct {
	pull, a, c float64
	at         int
}

// divide minimizes Σ_j ½c_j(y_j − a_j)² + λ Σ_k w_k y_(k) over y ≥ 0. The coordinates above a level α are those of
// the largest c_j(a_j − α), as many as make Σ c_j(a_j − α) − λ Σ_{i≤k} w_i largest. Level 0 tells what is not 0. Of
// the rest, the level at which that sum is 0 for all is their size, unless fewer have a larger sum: these then are
// above the others, and both are divided on.
//
// Source: Groenevelt, Two Algorithms for Maximizing a Separable Concave Function over a Polymatroid Feasible Region,
// European J. Oper. Res. 1991, the decomposition algorithm.
func (g Slope) divide(v []float64, gamma float64) (out []run) {
	entries, order := make([]entry, len(v)), make([]int, len(v))
	for j, x := range v {
		r := g.sizes[j]
		entries[j] = entry{a: math.Abs(x) * r, c: 1 / (gamma * r * r), at: j}
	}
	emit := func(size float64, of []entry, from int) {
		at := order[from : from+len(of)]
		for i, e := range of {
			at[i] = e.at
		}
		out = append(out, run{size, at})
	}
	above := g.above(entries, 0, 0, false)
	var split func(of []entry, from int)
	split = func(of []entry, from int) {
		var pull, curvature, weights float64
		for i, e := range of {
			pull, curvature, weights = pull+e.c*e.a, curvature+e.c, weights+weight(g.Weights, from+i)
		}
		level := (pull - g.Lambda*weights) / curvature
		k := 0
		if len(of) > 1 {
			k = g.above(of, level, from, true)
		}
		if k == 0 {
			emit(math.Max(0, level), of, from)
			return
		}
		split(of[:k], from)
		split(of[k:], from+k)
	}
	if above > 0 {
		split(entries[:above], 0)
	}
	if above < len(entries) {
		emit(0, entries[above:], above)
	}
	return out
}

// above sorts entries by how much a level pulls them, and says how many are above it; of those that are all to be on
// one side or to be parted, 0 where rounding may be what parts them.
func (g Slope) above(of []entry, level float64, from int, part bool) (count int) {
	var size float64
	for i := range of {
		of[i].pull = of[i].c * (of[i].a - level)
		size += math.Abs(of[i].pull)
	}
	slices.SortFunc(of, func(a, b entry) int { return cmp.Compare(b.pull, a.pull) })
	var sum, most float64
	if part {
		most, of = 0x1p-50*size, of[:len(of)-1]
	}
	for i, e := range of {
		if sum += e.pull - g.Lambda*weight(g.Weights, from+i); sum > most {
			most, count = sum, i+1
		}
	}
	return count
}
