package homotopy

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Certify fills Objective and Gap in. The dual point is the residual y − Aw, and √μ w beside it, made as much smaller
// as no correlation is more than λ: for λ = 0 that says nothing. Sums are of p terms, and off by γ of what is summed.
// It returns the weights of the support.
func (s *State) Certify() []float64 {
	p, w := s.of, s.Weights()
	clear(s.slopes)
	simd.AxpyGathered(s.slopes, w, s.places, p.Gram.Data, p.Gram.C)
	floats.SubTo(s.corr, p.B, s.slopes)
	var inner, norm, square, most, size float64 // ⟨b, w⟩, ‖w‖₁, wᵀ(G + μI)w
	for k, i := range s.Support {
		s.corr[i] -= p.Mu * w[k]
		inner += p.B[i] * w[k]
		norm += math.Abs(w[k])
		square += w[k] * (p.B[i] - s.corr[i])
		size += math.Abs(w[k]) * (math.Abs(p.B[i]) + s.Lambda)
	}
	for _, c := range s.corr {
		most = max(most, s.reach(c))
	}
	left := max(0, p.YY-2*inner+square) // ‖y − Aw‖² + μ‖w‖²
	s.Objective = left/2 + s.Lambda*norm
	share := 1.
	if most > s.Lambda {
		share = s.Lambda / most
	}
	dual := share*(p.YY-inner) - share*share*left/2
	gamma := 0x1p-53 * float64(len(s.corr)+8)
	s.Rounding = 8 * gamma * (p.YY + size)
	s.Gap = solver.Known(max(0, s.Objective-dual) + s.Rounding)
	return w
}

// ErrEnd ends a sequence after its last breakpoint.
var ErrEnd = errors.New("the path has come to its end")

// Iterations are the breakpoints from λ_max down to least, which is the last; then the error is ErrEnd. A state is
// reused.
func (p *Path) Iterations(ctx context.Context, least float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		if err := p.Check(); err != nil {
			yield(&State{Progress: solver.Unknown(), corr: p.B, of: p}, err)
			return
		}
		s := p.Start()
		for {
			s.Certify()
			err := solver.Interrupted(ctx)
			if !yield(s, err) || err != nil {
				return
			}
			if !s.Next(least) {
				yield(s, ErrEnd)
				return
			}
		}
	}
}
