package model

import "math"

// Kept is a Gram matrix of blocks with curvatures h, which models at later points take as well, with the slopes at
// these: what the Hessian has changed by only makes steps longer or shorter.
type Kept struct {
	blocks    *Blocks
	columns   []int
	has       []bool // by block
	gram      *ByGram
	curvature *Curvature
	h         []float64
}

// keptChange is the share of their sum that curvatures are off by at most, where a model is kept.
const keptChange = 0.003

// Keep is that of a set of blocks; gramOf makes the matrix of theirs.
func Keep(b *Blocks, set []int, h []float64, gramOf func(*Blocks) *ByGram) *Kept {
	k := &Kept{has: make([]bool, b.Count()), h: h}
	for _, g := range set {
		k.has[g] = true
	}
	k.blocks, k.columns = b.Only(set)
	k.gram = gramOf(k.blocks)
	k.curvature = k.gram.Curvature()
	return k
}

// Does tells whether it will do with curvatures h and blocks that may move.
func (k *Kept) Does(h []float64, moves func(g int) bool) bool {
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

// Model is the model at weights w, which passes change, where slopes by column are these.
func (k *Kept) Model(lambda, mu float64, w, slopes []float64) *Model {
	products := make([]float64, len(k.columns))
	for i, column := range k.columns {
		products[i] = -slopes[column]
	}
	k.gram.BeginAt(w, products, k.gram.Within(products))
	return NewModel(*k.blocks, k.gram, k.curvature, lambda, mu, w)
}
