package array

import "github.com/proxlab/proxlab/toolkit/linalg"

// A sparse table of at least leastDense numbers that has more than filledShare of them is stored dense: products are
// several times as quick then. It takes at most 2.2 times the memory; large ones, for which that matters, are so from
// half on, which takes a third more.
const (
	leastDense  = 1 << 16
	largeDense  = 1 << 26
	filledShare = 0.3
)

// denseInTruth is a sparse matrix as it is quickest to work with.
func denseInTruth(x *linalg.CSR) linalg.Map {
	numbers, share := float64(x.R)*float64(x.C), filledShare
	if numbers > largeDense {
		share = 0.5
	}
	if numbers < leastDense || float64(x.NNZ()) <= share*numbers {
		return x
	}
	return linalg.ToDense(x)
}
