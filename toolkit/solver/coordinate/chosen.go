package coordinate

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Columns are chosen of at least so many, but for blocks; of fewer, but so many at least, where they are dense, of so
// many numbers, and slopes at 0 that are beyond λω_g, or examples, are a share of them: weights other than 0 will be few.
const (
	chosenFrom    = 1000
	chosenOfDense = 200
	leastOfDense  = 1 << 15
	mostOfDense   = 1 << 22
	mostBeyond    = 1. / 3
)

// fewColumns tells whether working sets will have few of the columns, of strengths ω_g and signs, nil for any.
func fewColumns(p *solver.Problem, omega []float64, signs []int8) bool {
	n, d := p.A.Dims()
	if d >= chosenFrom || d < chosenOfDense || n*d < leastOfDense || n*d > mostOfDense || !linalg.IsDense(p.A) {
		return d >= chosenFrom
	}
	beyond := 0
	_, gradient := p.AtZero()
	for g, slope := range gradient {
		if math.Abs(slope) > p.Lambda*omega[g] && (signs == nil || slope*float64(signs[g]) <= 0) {
			beyond++
		}
	}
	return float64(min(n, beyond)) <= mostBeyond*float64(d)
}

// choosing is A's columns of which only those of working sets are copied, where that pays: for least squares with no
// run before at other λ, on examples with the same weights a norm of single weights, and of a dense A that is not taken
// all at once (model.TakesAll) one of blocks, whole rows of W; else nil. gathers tells of the latter.
func (c Descent) choosing(p *solver.Problem) (columns *linalg.ChosenColumns, gathers bool) {
	a, stored := p.A.(linalg.StoredRows)
	n, d := p.A.Dims()
	if !stored || !c.mayChoose() {
		return nil, false
	}
	groups, omega, signs, ok := BlocksOf(p.Penalty, p.Dim())
	if !ok || len(omega) == 0 || !(slices.Min(omega) > 0) {
		return nil, false
	}
	single := p.Outputs() == 1 && len(omega) == d
	gathers = !single && linalg.IsDense(p.A) && wholeRows(groups, d, p.Outputs()) && !model.TakesAll(n, d, p.Outputs())
	if !gathers && (!single || groups != nil || !fewColumns(p, omega, signs)) {
		return nil, false
	}
	l, separable := p.Loss.(toolkit.Separable)
	if by, several := p.Loss.(ByOutput); several {
		l, separable = by.ByOutput(), true
	}
	if !separable || l.Len() != n*p.Outputs() {
		return nil, false
	}
	period := n // predictions of one example have the same weight
	if single {
		period = 1
	}
	if !periodic(l, period) {
		return nil, false
	}
	return linalg.NewChosenColumns(a, p.ColumnNorms()), gathers
}

// periodic tells whether weights come again after so many predictions.
func periodic(l toolkit.Separable, period int) bool {
	for i := range l.Len() {
		if l.Weight(i) != l.Weight(i%period) {
			return false
		}
	}
	return true
}

// mayChoose tells whether there are working sets, and no run before that knows products.
func (c Descent) mayChoose() bool {
	return c.Start == nil && (c.Memory == nil || c.Memory.of == nil) && !c.NoWorkingSets && !c.NoExtrapolation
}

// wholeRows tells whether groups of the weights W, d×k, are of whole rows, and all rows are in one.
func wholeRows(groups [][]int, d, k int) bool {
	of, count := make([]int, d), 0 // by row: its group, from 1
	for g, group := range groups {
		count += len(group)
		for _, i := range group {
			if i < 0 || i >= d*k || of[i/k] != 0 && of[i/k] != g+1 {
				return false
			}
			of[i/k] = g + 1
		}
	}
	return count == d*k && slices.Min(of) > 0
}
