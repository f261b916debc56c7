package nonzero

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Examples that are CompressFrom times as many as features are worth compressing to their second moments, and for one
// fit MostAtOnce features.
const (
	CompressFrom = 8
	MostAtOnce   = 256
)

// Of denseLeast to denseMost numbers, sparse features are no quicker than dense ones where a share of denseShare is not
// 0, as one of these costs a few times as much as one that may be 0; second moments are quicker by dense ones from a
// share of momentsMost on, and where they are more numbers than are stored and there are at most momentsEach times that
// share of columns. A loss with kinks has steps that cost what is stored of an example.
const (
	denseLeast  = 1e4
	denseMost   = 1 << 22
	denseShare  = 0.2
	momentsMost = 0.4
	momentsEach = 1000
)

// Stored are features as they are the quickest to learn from: dense where few of them are 0.
func Stored(of toolkit.Loss, x linalg.Map) linalg.Map {
	n, d := x.Dims()
	counted, sparse := x.(coordinate.Counted)
	if !sparse || linalg.IsDense(x) || n*d < denseLeast || n*d > denseMost || losses.Kinked(of) {
		return x
	}
	share, most := float64(counted.NNZ())/float64(n*d), 0.
	if _, squares := of.(coordinate.LeastSquares); squares && n >= CompressFrom*(d+1) {
		if share < momentsMost && Moments(x) {
			return x
		}
		most = momentsEach * share
	}
	if share >= denseShare || float64(d) <= most {
		return linalg.ToDense(x)
	}
	return x
}

// Moments tells whether the second moments of sparse examples are no more numbers than are stored of these, and few:
// passes over them are no longer than over the examples then, and there are Newton's steps.
func Moments(x linalg.Map) bool {
	n, d := x.Dims()
	counted, ok := x.(coordinate.Counted)
	return ok && n >= CompressFrom*(d+1) && d <= MostAtOnce && counted.NNZ() >= d*d
}
