package tracenorm

import (
	"math"
	"sort"
)

// gridPoints is the length of a grid of evaluations or iterations.
const gridPoints = 60

// accuracyFloor is what a relative accuracy of 0 is drawn as: the best of all methods has it at its end.
const accuracyFloor = 1e-9

// logGrid returns numbers from lo to hi in equal ratios.
func logGrid(lo, hi float64) []float64 {
	out := make([]float64, gridPoints)
	for i := range out {
		out[i] = lo * math.Pow(hi/lo, float64(i)/(gridPoints-1))
	}
	return out
}

// before returns the number of points of an ascending axis up to at.
func before(axis []float64, at float64) int {
	return sort.Search(len(axis), func(i int) bool { return axis[i] > at })
}

// beyond tells that a course had ended, unfinished, at a place of its axis.
func beyond(axis []float64, at float64, finished bool) bool {
	return !finished && (len(axis) == 0 || at > 1.1*axis[len(axis)-1])
}

// accuracy returns the relative accuracy (φ_λ − best)/best of the least objective up to a place of an axis; NaN if the
// course had ended before.
func (c course) accuracy(axis []float64, at, best float64) float64 {
	n := before(axis, at)
	least := c.Start
	for _, v := range c.Objective[:n] {
		least = math.Min(least, v)
	}
	share := (least - best) / math.Abs(best)
	if beyond(axis, at, share <= accuracyFloor*10) {
		return math.NaN()
	}
	return math.Max(share, accuracyFloor)
}

// errorAt returns the test error of the last iterate up to a number of evaluations; NaN before the first.
func (c course) errorAt(evals float64) float64 {
	n := before(c.Evals, evals)
	if n == 0 {
		return math.NaN()
	}
	return c.TestError[n-1] // held after the end: the model stays
}
