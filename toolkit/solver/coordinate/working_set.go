package coordinate

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/repeated"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/working"
)

// A working set has at least about so many weights, and so many times the blocks that are not 0; a block whose norm is
// less than a share of its bound is left out where Newton's method solves the set.
const (
	firstOfDescent  = 200
	growthOfDescent = 3
	farOfDescent    = 0.5
)

// Sets that only grow do so by three times as many blocks as they have at most, of more columns than examples by as
// many, up to so many weights; or until so many passes were taken while more weights than examples are not 0. Of
// several outputs, which share a Gram matrix, the first is of features beyond their bounds: from so few to half as many
// as there are examples, so many at most.
const (
	gatheredMore   = 3
	leastShared    = 20
	firstShared    = 500
	mostGathered   = 3000
	gatheredPasses = 200
)

// workingSet are the blocks that are not 0, or unpenalized, and as many again of those nearest to violating ‖A_gᵀθ‖ ≤
// λω_g, or furthest beyond, at the last θ = C r: by (λω_g − ‖A_gᵀθ‖)/‖A_g‖. A set that only grows has the blocks it
// had, those that are beyond their bounds, and a quarter as many near them.
func (p *descent) workingSet() []int {
	if p.way == byGathered && p.tooLarge() {
		p.way = byPasses
	}
	grows, known, far := p.way == byGathered, p.memory.remembered, p.far()
	score := func(g int) float64 {
		had := grows
		if grows {
			_, had = slices.BinarySearch(p.Set, g)
		}
		if had || p.IsActive(g) {
			return math.Inf(-1)
		}
		norm, bound := known.Sizes[g], p.Lambda*p.Omega[g]
		if known.Norms[g] == 0 || norm < far*bound {
			return math.Inf(1)
		}
		if !known.IsFresh(g) { // it is within its bound at the last point
			norm = math.Min(norm, bound)
		}
		return (bound - norm) / known.Norms[g]
	}
	all := len(p.Columns)
	if grows { // features are gathered for all outputs at once
		all = all * p.examples() / p.N
	}
	least := firstOfDescent * p.Penalized / max(1, all)
	begin := least
	if grows && p.N > p.examples() {
		least = least * max(firstOfDescent, min(firstShared, p.examples()/2)) / firstOfDescent
		begin = begin * leastShared / firstOfDescent
	}
	return working.Choose(p.Count(), score, func(support, below int) int {
		switch {
		case p.NoWorkingSets || p.way == byAll:
			return p.Count()
		case !grows:
			return max(least, growthOfDescent*support, 10)
		}
		more := gatheredMore
		if p.features(p.Set) > p.examples() {
			more = 1
		}
		count := min(below+below/4, max(least, more*support, 2))
		if p.s.Iter == 0 {
			count = max(count, begin, 2)
		}
		return support + count
	})
}

// far is the share of its bound that a block has at least to come into a set that factors solve: first along a path
// 2 − λ'/λ (Tibshirani et al., JRSS B 2012: the strong rule), λ' being ‖A_gᵀθ‖/ω_g where blocks were not 0 before.
func (p *descent) far() float64 {
	if p.way != byFactor {
		return 0
	}
	for g := range p.Penalized {
		if p.s.Iter == 0 && p.Start != nil && p.IsActive(g) {
			return math.Max(farOfDescent, 2-p.memory.remembered.Sizes[g]/(p.Omega[g]*p.Lambda))
		}
	}
	return farOfDescent
}

// examples are those of A, where working sets only grow.
func (p *descent) examples() int {
	_, n := p.Chosen.Dims()
	return n
}

// features is how many rows of weights some blocks have.
func (p *descent) features(set []int) (count int) {
	for _, g := range set {
		count += p.From[g+1] - p.From[g]
	}
	return count * p.examples() / p.N
}

// tooLarge tells whether a set is to grow no more.
func (p *descent) tooLarge() bool {
	if p.features(p.Set) > mostGathered {
		return true
	}
	return p.s.Evals > gatheredPasses && p.features(p.Support(p.Set).Blocks) > p.examples()
}

// Two columns are the same but for rounding where the square of their difference is at most a share of theirs. Their
// slopes at 0 are then the same to a share of their bound.
const (
	alike  = 1e-13
	nearby = 1e-6
)

// single is a set without the columns that are 0 and repeat another of it: without a ridge one of both does what they
// do, and a factor can have no more.
func (p *descent) single(set []int) []int {
	penalized, _ := slices.BinarySearch(set, p.Penalized)
	slopes := p.atZero()
	return append(p.memory.repeated.Single(set[:penalized:penalized], repeated.Of{
		Slope:   func(k int) float64 { return slopes[p.Columns[k].WeightAt] },
		Near:    func(k int) float64 { return nearby * p.Lambda * p.Omega[k] },
		Repeats: p.repeats,
	}, p.IsActive), set[penalized:]...)
}

// repeats tells whether one of two penalized columns is the other.
func (p *descent) repeats(j, k int) bool {
	if p.Omega[j] != p.Omega[k] || p.Sign(j) != p.Sign(k) {
		return false
	}
	squares, a, product := p.norms.squares, &p.Columns[j], 0.
	switch b := &p.Columns[k]; {
	case p.Chosen != nil && p.Single:
		product = p.Chosen.DotRows(j, k)
	case a.A == b.A:
		product = a.A.DotRows(a.Row, b.Row)
	}
	return squares[k] > 0 && squares[j]+squares[k]-2*product <= alike*squares[k]
}
