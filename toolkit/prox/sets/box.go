package sets

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Box is Lower_j ≤ x_j ≤ Upper_j. Lower and Upper are one bound for all coordinates, or one for each, which may be
// infinite, and nil for none: Box{Lower: []float64{0}} is the nonnegative orthant.
type Box struct{ Lower, Upper []float64 }

// LInfBall is ‖x‖∞ ≤ radius.
func LInfBall(radius float64) Box { return Box{[]float64{-radius}, []float64{radius}} }

// Point is x = b; one number stands for all coordinates.
func Point(b ...float64) Box { return Box{b, b} }

// Interval is that of coordinate j.
func (s Box) Interval(j int) (lo, hi float64) {
	return bound(s.Lower, j, math.Inf(-1)), bound(s.Upper, j, math.Inf(1))
}

// bound is entry j of bounds, which one may stand for all of.
func bound(bounds []float64, j int, none float64) float64 {
	switch len(bounds) {
	case 0:
		return none
	case 1:
		return bounds[0]
	}
	return bounds[j]
}

// Signs are those that d coordinates may have, 1, −1, or 0 for either; ok is false where there are bounds but 0.
func (s Box) Signs(d int) (signs []int8, ok bool) {
	signs = make([]int8, d)
	for j := range signs {
		switch lo, hi := s.Interval(j); {
		case lo == 0 && math.IsInf(hi, 1):
			signs[j] = 1
		case hi == 0 && math.IsInf(lo, -1):
			signs[j] = -1
		case !math.IsInf(lo, -1) || !math.IsInf(hi, 1):
			return nil, false
		}
	}
	return signs, true
}

// Value is 0 in the box, with a relative slack of 1e-12 for rounding, else +Inf.
func (s Box) Value(x []float64) float64 {
	for j, v := range x {
		lo, hi := s.Interval(j)
		if !(v >= lo-slack*math.Abs(lo) && v <= hi+slack*math.Abs(hi)) {
			return math.Inf(1)
		}
	}
	return 0
}

// Prox is the projection, whatever γ: each coordinate is clipped.
func (s Box) Prox(dst, v []float64, gamma float64) float64 {
	begin(dst, v, gamma)
	copy(dst, v)
	s.Inside(dst)
	return 0
}

// Inside takes x to the nearest point of the box.
func (s Box) Inside(x []float64) {
	for j, v := range x {
		lo, hi := s.Interval(j)
		x[j] = min(max(v, lo), hi)
	}
}

// Pieces are one for each bound: the support functions of the half-lines on both sides. ok is false where both are one.
func (s Box) Pieces(i int) (of []toolkit.Piece, ok bool) {
	lo, hi := s.Interval(i)
	if !math.IsInf(lo, -1) {
		of = append(of, toolkit.Piece{Lo: math.Inf(-1), B: lo})
	}
	if !math.IsInf(hi, 1) {
		of = append(of, toolkit.Piece{Hi: math.Inf(1), B: hi})
	}
	return of, lo < hi
}

// Rescaled is the box of x divided by sizes, entry by entry.
func (s Box) Rescaled(sizes []float64) (toolkit.Proxable, bool) {
	var out Box
	for j, size := range sizes {
		lo, hi := s.Interval(j)
		out.Lower, out.Upper = append(out.Lower, lo/size), append(out.Upper, hi/size)
	}
	return out, true
}

// ProxJacobian is 1 where a coordinate is at a bound.
func (s Box) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	for j, x := range v {
		if lo, hi := s.Interval(j); x <= lo || x >= hi {
			m.Diagonal[j] = 1
		}
	}
}

// Conjugate is Σ_j max(v_j Lower_j, v_j Upper_j), +Inf towards bounds that are infinite.
func (s Box) Conjugate(v []float64) (sum float64) {
	for j, x := range v {
		if lo, hi := s.Interval(j); x > 0 {
			sum += x * hi
		} else if x < 0 {
			sum += x * lo
		}
	}
	return sum
}

// Polar is 0 where no v_j points to an infinite bound, else +Inf.
func (s Box) Polar(v []float64) float64 {
	for j, x := range v {
		lo, hi := s.Interval(j)
		if x > 0 && math.IsInf(hi, 1) || x < 0 && math.IsInf(lo, -1) || x != x {
			return math.Inf(1)
		}
	}
	return 0
}

// Clip takes v to where the support function is finite.
func (s Box) Clip(v []float64, _ bool) {
	for j, x := range v {
		lo, hi := s.Interval(j)
		if x > 0 && math.IsInf(hi, 1) || x < 0 && math.IsInf(lo, -1) {
			v[j] = 0
		}
	}
}

// Violation is the distance from the box.
func (s Box) Violation(x []float64) (far float64) {
	for j, v := range x {
		lo, hi := s.Interval(j)
		far = math.Hypot(far, v-min(max(v, lo), hi))
	}
	return far
}

// Constraint is true.
func (s Box) Constraint() bool { return true }

// String is the set's name.
func (s Box) String() string { return "box" }

// Check tells what is wrong with the set on d×k weights.
func (s Box) Check(d, k int) error {
	for _, bounds := range [][]float64{s.Lower, s.Upper} {
		if n := len(bounds); n > 1 && n != d*k {
			return fmt.Errorf("there are %d bounds for %d weights", n, d*k)
		}
	}
	for j := range d * k {
		if lo, hi := s.Interval(j); !(lo <= hi) || math.IsInf(lo, 1) || math.IsInf(hi, -1) {
			return fmt.Errorf("weight %d is to be between %g and %g, where nothing is", j+1, lo, hi)
		}
	}
	return nil
}
