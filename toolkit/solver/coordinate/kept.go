package coordinate

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// kept is a Gram matrix of blocks with curvatures h, which models at later points take as well, with the slopes at
// these: what the Hessian has changed by only makes steps longer or shorter.
type kept struct {
	blocks    *model.Blocks
	columns   []int
	has       []bool // by block
	gram      *model.ByGram
	curvature *model.Curvature
	h         []float64
}

// keptChange is the share of their sum that curvatures are off by at most, where a model is kept.
const keptChange = 0.003

// keep is that of a set of blocks; gramOf makes the matrix of theirs.
func keep(b *model.Blocks, set []int, h []float64, gramOf func(*model.Blocks, []float64) *model.ByGram) *kept {
	k := &kept{has: make([]bool, b.Count()), h: h}
	for _, g := range set {
		k.has[g] = true
	}
	k.blocks, k.columns = b.Only(set)
	k.gram = gramOf(k.blocks, h)
	k.curvature = k.gram.Curvature()
	return k
}

// does tells whether it will do with curvatures h and blocks that may move.
func (k *kept) does(h []float64, moves func(g int) bool) bool {
	var off, sum float64
	for i, v := range k.h {
		off, sum = off+math.Abs(h[i]-v), sum+v
	}
	if !(off <= keptChange*sum) {
		return false
	}
	for g, has := range k.has {
		if !has && moves(g) {
			return false
		}
	}
	return true
}

// model is the model at weights w, which passes change, where slopes by column are these.
func (k *kept) model(lambda, mu float64, w, slopes []float64) *model.Model {
	products := make([]float64, len(k.columns))
	for i, column := range k.columns {
		products[i] = -slopes[column]
	}
	k.gram.BeginAt(w, products, k.gram.Within(products))
	return model.NewModel(*k.blocks, k.gram, k.curvature, lambda, mu, w)
}
