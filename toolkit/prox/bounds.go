package prox

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
)

// Bounds is λ‖x‖₁ on the box Lower_j ≤ x_j ≤ Upper_j and +Inf outside of it: the lasso with nonnegative weights for
// Lower = {0}, and for λ = 0 the constraint alone.
//
// Source of the nonnegative lasso: Slawski and Hein, Non-negative Least Squares for High-Dimensional Linear Models,
// Electron. J. Statist. 2013.
type Bounds struct {
	Lambda float64
	// Lower and Upper are one bound for all coordinates, or one for each, which may be infinite; nil for none.
	Lower, Upper []float64
}

// Nonnegative is λ‖x‖₁ for x ≥ 0.
func Nonnegative(lambda float64) Bounds { return Bounds{Lambda: lambda, Lower: []float64{0}} }

func (g Bounds) box() sets.Box { return sets.Box{Lower: g.Lower, Upper: g.Upper} }

// interval is Lower_j and Upper_j.
func (g Bounds) interval(j int) (lo, hi float64) { return g.box().Interval(j) }

// Value is λ‖x‖₁ inside, with a relative slack of 1e-12 for rounding, else +Inf.
func (g Bounds) Value(x []float64) float64 {
	if g.box().Value(x) > 0 {
		return math.Inf(1)
	}
	return g.Lambda * floats.Norm(x, 1)
}

// Prox is soft thresholding, and then the nearest point of the box: of a convex function of one number the minimizer
// on an interval is the one on the line, clipped.
func (g Bounds) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	var sum float64
	for j, x := range v {
		dst[j] = g.ProxAt(j, x, gamma)
		sum += math.Abs(dst[j])
	}
	return g.Lambda * sum
}

// ProxAt is the prox of coordinate j alone.
func (g Bounds) ProxAt(j int, v, gamma float64) float64 {
	lo, hi := g.interval(j)
	return min(max(line.Soft(v, gamma*g.Lambda), lo), hi)
}

// DerivativesAt are those of λ|x_j| at x_j ≠ 0; NaN at a bound, where weights stay.
func (g Bounds) DerivativesAt(j int, x float64) (slope, curvature float64) {
	if lo, hi := g.interval(j); x <= lo || x >= hi {
		return math.NaN(), 0
	}
	return math.Copysign(g.Lambda, x), 0
}

// Conjugate is Σ_j max{v_j w − λ|w| : Lower_j ≤ w ≤ Upper_j}, which is attained at a bound or at the number nearest to
// 0; +Inf where it is beyond all bounds, with a relative slack of 1e-12.
func (g Bounds) Conjugate(v []float64) float64 {
	if g.Polar(v) > 1+1e-12 {
		return math.Inf(1)
	}
	var sum float64
	for j, x := range v {
		lo, hi := g.interval(j)
		least := min(max(0, lo), hi)
		most := x*least - g.Lambda*math.Abs(least)
		for _, w := range [2]float64{lo, hi} {
			if !math.IsInf(w, 0) {
				most = math.Max(most, x*w-g.Lambda*math.Abs(w))
			}
		}
		sum += most
	}
	return sum
}

// Polar is max_j |v_j|/λ over the coordinates that are free to grow in the direction of v_j, where 0/0 is 0.
func (g Bounds) Polar(v []float64) float64 {
	var most float64
	for j, x := range v {
		lo, hi := g.interval(j)
		if x != x {
			return x
		}
		if x > 0 && math.IsInf(hi, 1) || x < 0 && math.IsInf(lo, -1) {
			most = math.Max(most, math.Abs(x)/g.Lambda)
		}
	}
	return most
}

// ZeroFrom is the least s ≥ 0 for which v is a subgradient of s‖·‖₁ on the box at 0: max |v_j| over coordinates that
// may move that way. It is +Inf where 0 is not in the box, or λ is 0 and v is none.
func (g Bounds) ZeroFrom(v []float64) float64 {
	var most float64
	for j, x := range v {
		lo, hi := g.interval(j)
		switch {
		case lo > 0 || hi < 0:
			return math.Inf(1)
		case x > 0 && hi > 0 || x < 0 && lo < 0:
			most = math.Max(most, math.Abs(x)/g.Lambda)
		}
	}
	return most
}

// Least writes to dst the element of gradient + ∂g(x) of least norm; dst may alias gradient.
func (g Bounds) Least(dst, x, gradient []float64) {
	for j, v := range x {
		lo, hi := g.interval(j)
		least, most := gradient[j]+g.Lambda, gradient[j]+g.Lambda // the interval of the derivative
		switch {
		case v == 0:
			least -= 2 * g.Lambda
		case v < 0:
			least, most = least-2*g.Lambda, most-2*g.Lambda
		}
		if v <= lo {
			least = math.Inf(-1)
		}
		if v >= hi {
			most = math.Inf(1)
		}
		dst[j] = min(max(0, least), most)
	}
}

// Extent is Σ_j sizes_j max|w_j| over the bounds that are finite: how much the conjugate changes with v.
func (g Bounds) Extent(sizes []float64) (sum float64) {
	for j, size := range sizes {
		lo, hi := g.interval(j)
		var most float64
		for _, w := range [2]float64{lo, hi} {
			if !math.IsInf(w, 0) {
				most = math.Max(most, math.Abs(w))
			}
		}
		sum += size * most
	}
	return sum
}

// Constraint tells that there is no norm, and λ has no meaning.
func (g Bounds) Constraint() bool { return g.Lambda == 0 }

// Unbounded tells whether some weight may grow without cost: there dual points are feasible in a cone alone.
func (g Bounds) Unbounded(d int) bool {
	for j := range d {
		if lo, hi := g.interval(j); g.Lambda == 0 && (math.IsInf(lo, -1) || math.IsInf(hi, 1)) {
			return true
		}
	}
	return false
}

// WithScale is the penalty on weights that are multiplied by scale: the box is.
func (g Bounds) WithScale(scale []float64) toolkit.Proxable {
	out := Bounds{Lambda: g.Lambda}
	for j, s := range scale {
		lo, hi := g.interval(j)
		out.Lower, out.Upper = append(out.Lower, s*lo), append(out.Upper, s*hi)
	}
	return out
}

// Signs are those of the box, and λ for each; ok is false where there are other bounds, or λ = 0.
func (g Bounds) Signs(d int) (signs []int8, weights []float64, ok bool) {
	signs, ok = g.box().Signs(d)
	return signs, slices.Repeat([]float64{g.Lambda}, d), ok && g.Lambda > 0
}

// Inside takes x to the nearest point of the box.
func (g Bounds) Inside(x []float64) { g.box().Inside(x) }

// Split takes the coordinates apart that have no bounds where λ = 0.
func (g Bounds) Split(d int) (apart []int, rest toolkit.Proxable) {
	out := Bounds{Lambda: g.Lambda}
	for j := range d {
		lo, hi := g.interval(j)
		if g.Lambda == 0 && math.IsInf(lo, -1) && math.IsInf(hi, 1) {
			apart = append(apart, j)
			continue
		}
		out.Lower, out.Upper = append(out.Lower, lo), append(out.Upper, hi)
	}
	return apart, out
}

// Strength is λ.
func (g Bounds) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g Bounds) String() string {
	name := "bounds"
	if len(g.Upper) == 0 && len(g.Lower) > 0 && slices.Min(g.Lower) == 0 && slices.Max(g.Lower) == 0 {
		name = "nonnegative"
	}
	if g.Lambda > 0 {
		name += "-l1"
	}
	return name
}

// Check tells what is wrong with the penalty on d×k weights.
func (g Bounds) Check(d, k int) error {
	if g.Lambda == 0 && len(g.Lower)+len(g.Upper) == 0 {
		return errors.New("there are no bounds, and no norm")
	}
	return g.box().Check(d, k)
}
