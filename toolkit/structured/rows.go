package structured

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
)

// Families is a toolkit.Params that knows which families of parts it weighs, as params.Model and params.Hashed do: an
// oracle then panics where one is missing that it needs.
type Families interface{ Weighs(family int) bool }

// weighs panics where a model says that it has no block of a family.
func weighs(p toolkit.Params, family int, name string) {
	if f, ok := p.(Families); ok && !f.Weighs(family) {
		panic(fmt.Sprintf("structured: the model has no block of %s, family %d of the parts", name, family))
	}
}

// scoreRows adds to dst the scores of the rows lo ≤ r < hi of a family, one after another: at once where the model can.
func scoreRows(dst []float64, p toolkit.Params, family, lo, hi int) {
	if many, ok := p.(toolkit.RowsScorer); ok {
		many.ScoreRows(dst, family, lo, hi)
		return
	}
	for r := lo; r < hi; r++ {
		c := len(dst) / (hi - lo)
		p.Scores(dst[(r-lo)*c:(r-lo+1)*c], family, r)
	}
}
