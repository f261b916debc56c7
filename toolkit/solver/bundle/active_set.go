package bundle

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// activeSet minimizes a convex quadratic function over a simplex,
//
//	q(α) = ½ αᵀGα − cᵀα      over α ≥ 0,  Σ_{i summed} α_i = C,
//
// with a positive semidefinite G that grows row by row; variables that are not summed are bounded by 0 alone. A primal
// active-set method:
//
//	repeat
//		x ← argmin q over the free variables S alone, with the sum
//		if x ≥ 0
//			α_S ← x;  stop where all multipliers (Gα − c + θ)_i of the others are ≥ 0
//			S ← S ∪ {the most negative one}
//		else
//			α_S ← the last point of α_S + [0, 1](x − α_S) that is ≥ 0;  S ← S without what is 0 there
//
// Where G_SS is singular along a direction that keeps the sum, q is linear there: α goes along it to the bound. What
// is free stays so from one call to the next, and G_SS + ρσσᵀ is kept factored, σ_i being 1 where i is summed: q
// changes by a constant, and G_SS of affinely independent rows becomes definite. An exchange costs O(|S|² + n|S|).
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithm 16.3; for bundle methods Kiwiel, A Method for
// Solving Certain Quadratic Programming Problems Arising in Nonsmooth Optimization, IMA J. Numer. Anal. 1986.
type activeSet struct {
	*gram
	c     []float64
	total float64 // C

	alpha   []float64
	free    []int
	isFree  []bool
	rho     float64
	factor  cholesky.Factor
	blocked map[int]bool // what came in and went out again without a decrease

	x, p, q, residual, slope []float64 // scratch
}

// dependent is the share of a diagonal entry below which what is left of it counts as 0.
const dependent = 1e-12

// floorKKT is the share of max_i G_ii C + max_i |c_i| below which a negative multiplier is rounding.
const floorKKT = 4e-15

// Where patient exchanges in a row have lowered q by no more than a share noDecrease of it each, rounding is all there
// is.
const (
	patient    = 8
	noDecrease = 1e-16
)

// solve goes on from the last α, rescaled to the sum total, with c for linear terms, one for each variable there is by
// now. The α that it leaves is feasible whatever rounding does, and optimal to rounding.
func (s *activeSet) solve(c []float64, total float64) []float64 {
	s.begin(c, total)
	least, idle := math.MaxFloat64, 0
	for {
		if s.minimizeOnFree(); s.retreat() {
			continue
		}
		i, multiplier := s.entering()
		if i < 0 || !(multiplier < -s.floor()) {
			return s.alpha
		}
		if value := s.value(); value < least-noDecrease*math.Abs(least) {
			least, idle = value, 0
		} else if idle++; idle > patient {
			return s.alpha // rounding goes round in circles
		}
		s.enter(i)
	}
}

// value is q(α), after slopes.
func (s *activeSet) value() (q float64) {
	for _, i := range s.free {
		q += s.alpha[i] * (s.slope[i] - s.c[i]) / 2
	}
	return q
}

// begin makes α feasible for the new total.
func (s *activeSet) begin(c []float64, total float64) {
	s.c, s.total, s.blocked = c, total, nil
	s.follow()
	if !s.rescale() {
		s.startAtBest()
	}
}

// follow takes the variables that are new, at 0.
func (s *activeSet) follow() {
	for len(s.alpha) < len(s.g) {
		s.alpha = append(s.alpha, 0)
		s.isFree = append(s.isFree, false)
	}
}

// rescale multiplies what is summed so that it has the sum, and tells whether it was not 0.
func (s *activeSet) rescale() bool {
	var sum float64
	for _, i := range s.free {
		sum += s.sigma[i] * s.alpha[i]
	}
	if !(sum > 0) {
		return false
	}
	for _, i := range s.free {
		if s.sigma[i] > 0 {
			s.alpha[i] *= s.total / sum
		}
	}
	return true
}

// startAtBest sets α to the best point with a single variable that is not 0.
func (s *activeSet) startAtBest() {
	for len(s.free) > 0 {
		s.remove(len(s.free) - 1)
	}
	best, value := -1, math.Inf(1)
	for i, c := range s.c {
		if s.sigma[i] == 0 {
			continue
		}
		if v := s.total * (s.total*s.g[i][i]/2 - c); v < value {
			best, value = i, v
		}
	}
	if s.rho == 0 {
		for i := range s.c {
			s.rho = max(s.rho, s.g[i][i])
		}
	}
	if s.rho == 0 {
		s.rho = 1
	}
	s.alpha[best] = s.total
	s.append(best)
}

// floor is what a multiplier must be below to be negative.
func (s *activeSet) floor() float64 {
	var diagonal float64
	for _, i := range s.free {
		diagonal = max(diagonal, s.g[i][i])
	}
	return floorKKT * (diagonal*s.total + floats.Norm(s.c, math.Inf(1)))
}

// append takes variable i among the free ones; it tells whether their matrix is still definite, and leaves it out where
// not. It leaves column i of G + ρσσᵀ in p.
func (s *activeSet) append(i int) bool {
	s.p = s.p[:0]
	for _, j := range s.free {
		s.p = append(s.p, s.g[i][j]+s.rho*s.sigma[i]*s.sigma[j])
	}
	s.factor.Inner = floats.Dot // what studies have on record was summed up in its order
	if !s.factor.Append(s.p, s.g[i][i]+s.rho*s.sigma[i], dependent) {
		return false
	}
	s.free = append(s.free, i)
	s.isFree[i] = true
	return true
}

// remove takes the k-th free variable out, at 0.
func (s *activeSet) remove(k int) {
	i := s.free[k]
	s.alpha[i], s.isFree[i] = 0, false
	s.factor.Remove(k)
	s.free = append(s.free[:k], s.free[k+1:]...)
}

// minimizeOnFree writes the minimizer of q over the free variables, with the sum, to x: x = p + φq with (G + ρσσᵀ)p =
// c, (G + ρσσᵀ)q = σ, refined once.
func (s *activeSet) minimizeOnFree() {
	s.p, s.q = s.p[:0], s.q[:0]
	for _, i := range s.free {
		s.p, s.q = append(s.p, s.c[i]), append(s.q, s.sigma[i])
	}
	s.factor.Solve(s.q)
	s.factor.Solve(s.p)
	s.x = append(s.x[:0], s.p...)
	s.sumUp()
	s.residual = s.residual[:0]
	var theta, summed float64
	for _, i := range s.free {
		r := s.c[i]
		for l, j := range s.free {
			r -= s.g[i][j] * s.x[l]
		}
		s.residual = append(s.residual, r)
		theta += s.sigma[i] * r
		summed += s.sigma[i]
	}
	for k, i := range s.free {
		s.residual[k] -= s.sigma[i] * theta / summed
	}
	s.factor.Solve(s.residual)
	floats.Add(s.x, s.residual)
	s.sumUp()
}

// sumUp moves x along q to the sum.
func (s *activeSet) sumUp() {
	sum, rate := -s.total, 0.0
	for k, i := range s.free {
		sum += s.sigma[i] * s.x[k]
		rate += s.sigma[i] * s.q[k]
	}
	floats.AddScaled(s.x, -sum/rate, s.q)
}

// retreat goes from α towards x: all the way where x ≥ 0, else to the first bound, whose variable it takes out. It
// tells whether there was one.
func (s *activeSet) retreat() bool {
	step, first := 1.0, -1
	for k, i := range s.free {
		if s.x[k] >= 0 {
			continue
		}
		if t := s.alpha[i] / (s.alpha[i] - s.x[k]); t < step || first < 0 {
			step, first = t, k
		}
	}
	for k, i := range s.free {
		s.alpha[i] = max(0, s.alpha[i]+step*(s.x[k]-s.alpha[i]))
	}
	if first < 0 {
		return false
	}
	if step == 0 { // it came in for nothing: what follows must not ask for it again
		s.block(s.free[first])
	} else {
		s.blocked = nil
	}
	s.remove(first)
	return true
}
