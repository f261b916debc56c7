package bundle

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// block keeps variable i out until there is a decrease.
func (s *activeSet) block(i int) {
	if s.blocked == nil {
		s.blocked = map[int]bool{}
	}
	s.blocked[i] = true
}

// entering is the variable that is not free with the most negative multiplier, −1 for none.
func (s *activeSet) entering() (index int, least float64) {
	s.slopes()
	var theta float64 // slopes of free variables that are summed are all alike, −θ
	for _, i := range s.free {
		theta -= s.sigma[i] * s.slope[i] * s.alpha[i] / s.total
	}
	index, least = -1, math.Inf(1)
	for i, v := range s.slope {
		if s.isFree[i] || s.blocked[i] {
			continue
		}
		if v += s.sigma[i] * theta; v < least {
			index, least = i, v
		}
	}
	return index, least
}

// slopes fills in Gα − c.
func (s *activeSet) slopes() {
	s.slope = append(s.slope[:0], s.c...)
	floats.Scale(-1, s.slope)
	for _, j := range s.free {
		floats.AddScaled(s.slope, s.alpha[j], s.g[j])
	}
}

// model is max_i (c − Gα)_i over what is summed: at the solution, κ times the largest of the planes there.
func (s *activeSet) model() float64 {
	s.slopes()
	largest := math.Inf(-1)
	for i, v := range s.slope {
		if s.sigma[i] > 0 {
			largest = max(largest, -v)
		}
	}
	return largest
}

// enter frees variable i. Where the matrix would be singular, α first goes along the null direction, which the
// multiplier of i says is downhill, until a free variable is 0 and leaves.
func (s *activeSet) enter(i int) {
	for !s.append(i) {
		s.q = append(s.q[:0], s.p...)
		s.factor.Solve(s.q) // α_S changes by −q where α_i grows by 1
		step, first := math.Inf(1), -1
		for k, j := range s.free {
			if s.q[k] <= 0 {
				continue
			}
			if t := s.alpha[j] / s.q[k]; t < step {
				step, first = t, k
			}
		}
		if first < 0 { // rounding alone can say so
			s.alpha[i] = 0
			s.rescale()
			s.block(i)
			return
		}
		for k, j := range s.free {
			s.alpha[j] = max(0, s.alpha[j]-step*s.q[k])
		}
		s.alpha[i] += step
		s.remove(first)
	}
}

// renumber follows the variables to their new numbers, after G has changed: variable i is now the old keep[i].
func (s *activeSet) renumber(keep []int) {
	alpha := make([]float64, len(keep))
	for i, old := range keep {
		alpha[i] = s.alpha[old]
	}
	s.alpha, s.isFree = alpha, make([]bool, len(keep))
	s.free, s.factor, s.total = s.free[:0], cholesky.Factor{}, 0
	for i, v := range alpha {
		if v > 0 && !s.append(i) {
			s.alpha[i] = 0
		}
	}
}
