package gathered

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/working"
)

// Sets grow by three times as many blocks as they have at most, of more columns than examples by as many, up to so many
// weights; or until so many passes were taken while more weights than examples are not 0. The first is of about so many
// features; of several outputs, which share a Gram matrix, of features beyond their bounds: from so few to half as many
// as there are examples, so many at most.
const (
	more          = 3
	first         = 200
	leastShared   = 20
	firstShared   = 500
	mostFeatures  = 3000
	Passes        = 200
	beyond, least = 1.25, 2
)

// Next is the set, those that are beyond their bounds at the last point, and a quarter as many near them: those nearest
// to violating ‖A_gᵀu‖ ≤ λω_g, or furthest beyond, by (λω_g − ‖A_gᵀu‖)/‖A_g‖. begins tells whether it is the first.
func (b *Blocks) Next(lambda float64, begins bool) []int {
	score := func(g int) float64 {
		if _, had := slices.BinarySearch(b.Set, g); had {
			return math.Inf(-1)
		}
		if b.Norms[g] == 0 {
			return math.Inf(1)
		}
		return (lambda*b.Omega[g] - b.Sizes[g]) / b.Norms[g]
	}
	few := first * len(b.Features) / b.d
	begin := few
	if b.k > 1 {
		few = few * max(first, min(firstShared, b.n/2)) / first
		begin = begin * leastShared / first
	}
	return working.Choose(len(b.Features), score, func(support, below int) int {
		times := more
		if b.count(b.Set) > b.n {
			times = 1
		}
		count := min(int(beyond*float64(below)), max(few, times*support, least))
		if begins {
			count = max(count, begin, least)
		}
		return support + count
	})
}

// TooLarge tells whether the set is to grow no more, after so many passes, where some of its blocks are not 0.
func (b *Blocks) TooLarge(passes int, live []int) bool {
	if b.count(b.Set) > mostFeatures {
		return true
	}
	rows := 0
	for _, at := range live {
		if at < len(b.Set) {
			rows += len(b.Features[b.Set[at]])
		}
	}
	return passes > Passes && rows > b.n
}

// A pass over all columns costs as much as a few over a set of a share of so many of them, and as many by a Gram matrix
// of so many numbers.
const (
	dearColumns = 32
	dearNumbers = 48
)

// IsDear tells whether a look at all columns, for several outputs, costs more than to solve the set at once, by a Gram
// matrix or without.
func (b *Blocks) IsDear(byGram bool) bool {
	rows := b.count(b.Set)
	if b.k == 1 {
		return false
	}
	if byGram {
		return dearNumbers*rows*rows <= b.n*b.d
	}
	return dearColumns*rows <= b.d
}
