package coordinate

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Columns are chosen of at least so many.
const chosenFrom = 1000

// choosing is A's columns of which only those of working sets are copied, where that pays: for least squares of one
// output with a norm of single weights, and no run before at other λ; else nil.
func (c Descent) choosing(p *solver.Problem) *linalg.ChosenColumns {
	norm, ok := p.Penalty.(toolkit.BlockNorm)
	a, stored := p.A.(linalg.StoredRows)
	l, separable := p.Loss.(toolkit.Separable)
	_, d := p.A.Dims()
	begun := c.Start != nil || c.Memory != nil && c.Memory.of != nil
	if !ok || !stored || !separable || begun || c.NoWorkingSets || c.NoExtrapolation || d < chosenFrom {
		return nil
	}
	for i := range l.Len() {
		if l.Weight(i) != l.Weight(0) { // squares with weights are of columns
			return nil
		}
	}
	if groups, omega := norm.Blocks(d); groups != nil || len(omega) != d || !(slices.Min(omega) > 0) {
		return nil
	}
	return linalg.NewChosenColumns(a, p.ColumnNorms())
}

// choose copies the columns of a working set, where some are chosen.
func (b *blocks) choose(set []int) {
	if b.chosen != nil {
		d, _ := b.chosen.Dims()
		end, _ := slices.BinarySearch(set, d)
		b.chosen.Take(set[:end])
	}
}
