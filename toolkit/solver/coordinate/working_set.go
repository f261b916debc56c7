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

// workingSet are the blocks that are not 0, or unpenalized, and as many again of those nearest to violating ‖A_gᵀθ‖ ≤
// λω_g, or furthest beyond, at the last θ = C r: by (λω_g − ‖A_gᵀθ‖)/‖A_g‖.
func (p *descent) workingSet() []int {
	known, far := p.memory.remembered, p.far()
	sizes, norms := p.known()
	score := func(g int) float64 {
		if p.IsActive(g) {
			return math.Inf(-1)
		}
		norm, bound := sizes[g], p.Lambda*p.Omega[g]
		if norms[g] == 0 || norm < far*bound {
			return math.Inf(1)
		}
		if p.gathered == nil && !known.IsFresh(g) { // it is within its bound at the last point
			norm = math.Min(norm, bound)
		}
		return (bound - norm) / norms[g]
	}
	least := firstOfDescent * p.Penalized / max(1, len(p.Columns))
	return working.Choose(p.Count(), score, func(support, _ int) int {
		if p.NoWorkingSets || p.way == byAll {
			return p.Count()
		}
		return max(least, growthOfDescent*support, 10)
	})
}

// known are ‖A_gᵀθ‖ at the last point it was computed at, and ‖A_g‖.
func (p *descent) known() (sizes, norms []float64) {
	if p.gathered != nil {
		return p.gathered.Sizes, p.gathered.Norms
	}
	return p.memory.remembered.Sizes, p.memory.remembered.Norms
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
