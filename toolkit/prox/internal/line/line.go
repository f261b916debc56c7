// Package line has what the proximity operators of single numbers, and of variation along a line, have in common.
package line

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Vary minimizes ½‖x − v‖² + t Σ_j |x_{j+1} − x_j| exactly in O(d), by dynamic programming from left to right. The
// best cost of the coordinates up to j, as a function of x_j, has a piecewise linear derivative; with t|x_{j+1} − x_j|
// added it is clipped to [−t, t], and where it is clipped x_j parts from x_{j+1}. dst may alias v.
//
// Beyond t = max_k |Σ_{j≤k} (v_j − v̄)| all coordinates are the mean v̄: t goes no further, and v̄ is taken off, so
// that numbers stay of the size of what is left.
//
// Source: Johnson, A Dynamic Programming Algorithm for the Fused Lasso and L0-Segmentation, J. Comput. Graph. Statist.
// 2013.
func Vary(dst, v []float64, t float64) {
	if t == 0 || len(v) < 2 {
		copy(dst, v)
		return
	}
	scale := floats.Norm(v, math.Inf(1))
	mean := floats.Sum(v) / float64(len(v))
	if scale != scale || math.IsInf(scale, 1) {
		for j := range dst {
			dst[j] = math.NaN()
		}
		return
	}
	var sum, most float64
	for _, x := range v {
		sum += x - mean
		most = math.Max(most, math.Abs(sum))
	}
	if t >= most {
		for j := range dst {
			dst[j] = mean
		}
		return
	}
	k := &knots{t: t, at: make([]float64, 2*len(v)), slope: make([]float64, 2*len(v)), offset: make([]float64, 2*len(v))}
	k.solve(dst, v, mean)
}

// knots are where the derivative of the cost changes its slope: at positions at[l…r], ascending; it grows by slope·x +
// offset there.
type knots struct {
	t                 float64
	l, r              int
	at, slope, offset []float64
}

// solve goes over the coordinates and back.
func (k *knots) solve(dst, v []float64, mean float64) {
	n := len(v)
	low, high := make([]float64, n-1), make([]float64, n-1) // where the derivative is −t and t
	first := v[0] - mean
	k.l, k.r = n, n-1
	low[0], high[0] = first-k.t, first+k.t
	k.left(low[0], 1, -first+k.t)
	k.right(high[0], -1, first+k.t)
	for j := 1; j < n; j++ {
		y := v[j] - mean
		if j == n-1 {
			slope, offset := k.fromLeft(1, -k.t-y, 0)
			dst[j] = -offset / slope
			break
		}
		a, b := k.fromLeft(1, -k.t-y, -k.t)
		c, d := k.fromRight(-1, -k.t+y)
		low[j], high[j] = (-k.t-b)/a, (k.t+d)/-c
		k.left(low[j], a, b+k.t)
		k.right(high[j], c, d+k.t)
	}
	for j := n - 2; j >= 0; j-- {
		dst[j] = math.Min(math.Max(dst[j+1], low[j]), high[j])
	}
	for j := range dst {
		dst[j] += mean
	}
}

// left and right add a knot at an end.
func (k *knots) left(at, slope, offset float64) {
	k.l--
	k.at[k.l], k.slope[k.l], k.offset[k.l] = at, slope, offset
}

func (k *knots) right(at, slope, offset float64) {
	k.r++
	k.at[k.r], k.slope[k.r], k.offset[k.r] = at, slope, offset
}

// fromLeft drops the knots up to where the derivative exceeds a level, and returns its slope and offset there.
func (k *knots) fromLeft(slope, offset, level float64) (a, b float64) {
	for ; k.l <= k.r && slope*k.at[k.l]+offset <= level; k.l++ {
		slope += k.slope[k.l]
		offset += k.offset[k.l]
	}
	return slope, offset
}

// fromRight drops those from where it is t; slope and offset are those of its negative.
func (k *knots) fromRight(slope, offset float64) (a, b float64) {
	for ; k.r >= k.l && -slope*k.at[k.r]-offset >= k.t; k.r-- {
		slope += k.slope[k.r]
		offset += k.offset[k.r]
	}
	return slope, offset
}
