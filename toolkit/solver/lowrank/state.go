package lowrank

import (
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// State is a d×k matrix W = Uᵀ V in factors: U has Rank rows of d numbers, V as many of k, one term u vᵀ a row of
// each. Objective is Ψ(U, V) = Σ_i c_i ℓ_i + (λ/2)(‖U‖² + ‖V‖²) ≥ P(W), equal where the factors are balanced, and Gap
// bounds its distance to the minimum.
type State struct {
	solver.Progress
	Rank int
	U, V []float64
	d, k int
}

// NewState is a state to start from: U of r×d and V of r×k numbers, which it keeps. It panics where they do not go
// together.
func NewState(u, v []float64, d, k int) *State {
	if d < 1 || k < 1 || len(u)%d != 0 || len(v)%k != 0 || len(u)/d != len(v)/k {
		panic("lowrank: the factors do not go together")
	}
	return &State{Progress: solver.Unknown(), Rank: len(u) / d, U: u, V: v, d: d, k: k}
}

// stateAtZero is W = 0 for a problem.
func stateAtZero(p *solver.Problem) *State {
	_, d := p.A.Dims()
	return &State{Progress: solver.Unknown(), d: d, k: p.Outputs()}
}

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *State) X(dst []float64) []float64 {
	dst = vec.Resize(dst, s.d*s.k)
	form(dst, s.U, s.V, s.d, s.k, s.Rank)
	return dst
}

// form is dst = Uᵀ V.
func form(dst, u, v []float64, d, k, r int) {
	t := make([]float64, d*r)
	linalg.Transpose(t, u, r, d)
	linalg.Gemm(dst, t, v, d, r, k, false)
}
