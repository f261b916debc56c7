package coordinate

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/gathered"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Columns are chosen of at least so many, but for blocks; of fewer, but so many at least, where they are dense, of so
// many numbers, and slopes at 0 that are beyond λω_g, or examples, are a share of them: few weights will not be 0.
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
// all at once (model.TakesAll) one of blocks, whole rows of W, which are these; else nil.
func (c Descent) choosing(p *solver.Problem) (columns *linalg.ChosenColumns, rows *gathered.Rows) {
	a, stored := p.A.(linalg.StoredRows)
	n, d := p.A.Dims()
	if !stored || !c.mayChoose() {
		return nil, nil
	}
	groups, omega, signs, ok := BlocksOf(p.Penalty, p.Dim())
	if !ok || len(omega) == 0 || !(slices.Min(omega) > 0) {
		return nil, nil
	}
	single := p.Outputs() == 1 && len(omega) == d
	if !single && linalg.IsDense(p.A) && !model.TakesAll(n, d, p.Outputs()) {
		rows = gathered.RowsOf(groups, omega, d, p.Outputs())
	}
	if rows == nil && (!single || groups != nil || !fewColumns(p, omega, signs)) {
		return nil, nil
	}
	l, separable := p.Loss.(toolkit.Separable)
	if by, several := p.Loss.(ByOutput); several {
		l, separable = by.ByOutput(), true
	}
	if !separable || l.Len() != n*p.Outputs() {
		return nil, nil
	}
	period := n // predictions of one example have the same weight
	if single {
		period = 1
	}
	if !periodic(l, period) {
		return nil, nil
	}
	return linalg.NewChosenColumns(a, p.ColumnNorms()), rows
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
