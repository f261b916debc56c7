package arranged

import (
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// ExactProducts are Aᵀu in twice the digits and then rounded; known is false where columns are not at hand.
func ExactProducts(b *model.Blocks, u []float64) (products []float64, known bool) {
	if b.Chosen != nil {
		if d, _ := b.Chosen.Dims(); !b.Chosen.Has(vec.UpTo(d)) {
			return nil, false
		}
	}
	products, gathered := make([]float64, len(b.Columns)), []float64(nil)
	for k := range b.Columns {
		e := &b.Columns[k]
		stored, ok := e.A.(linalg.StoredRows)
		if !ok {
			return nil, false
		}
		columns, values := stored.Stored(e.Row)
		part := u[e.Lo:e.Hi]
		if columns != nil {
			gathered = vec.Resize(gathered, len(values))
			for i, j := range columns {
				gathered[i] = part[j]
			}
			part = gathered
		}
		products[k] = vec.Dot2(0, values, part)
	}
	return products, true
}
