package bundle

import (
	"context"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// At w = 0 all structures of a cost are maximizers alike, and the folder takes one of them by the order of its
// recursion. Whichever is taken, its features are a subgradient: the first cut, and all that follow, depend on it.

// tie is how the maximizers at w = 0 are chosen from: "" leaves it to the folder.
type tie string

// The other ways: by the features that are fewest or most in all, or by random weights of them.
var ties = []tie{"fewest", "most", "drawn"}

// nudge is the size of the weights that choose: far above the rounding of scores and far below the costs' differences.
const nudge = 1e-11

// tied asks a function near 0 in the place of 0.
type tied struct {
	bundle.Function
	near []float64
}

// breakTies returns the function with its ties at w = 0 broken.
func (t tie) breakTies(f bundle.Function) bundle.Function {
	if t == "" {
		return f
	}
	rng := rand.New(rand.NewPCG(1, 0x746965))
	near := make([]float64, f.Dim())
	for j := range near {
		switch t {
		case "fewest":
			near[j] = -nudge
		case "most":
			near[j] = nudge
		default:
			near[j] = nudge * rng.NormFloat64()
		}
	}
	return tied{f, near}
}

// Subgradient is that of the function, at w = 0 of a point that is as good as 0.
func (t tied) Subgradient(ctx context.Context, a, w []float64) (float64, error) {
	for _, v := range w {
		if v != 0 {
			return t.Function.Subgradient(ctx, a, w)
		}
	}
	return t.Function.Subgradient(ctx, a, t.near)
}

// Terms is the number of terms of the function's sums.
func (t tied) Terms() int { return terms(t.Function) }

// tiedRow is a row of the table of ties.
func (s *study) tiedRow(m method, t tie) (datasets.Source, reproduce.Values) {
	return s.row(tieFields, at{m.id, s.startAt, 0, t}, s.startCall)
}
