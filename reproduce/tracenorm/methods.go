package tracenorm

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/rivals"
)

// The methods compared, by id.
const (
	literal   = "contr1d"   // Algorithm 2, with line search
	sound     = "r1d-sound" // generalized conditional gradient with local search
	proxThin  = "prox-thin" // accelerated proximal gradient by the thin SVD, with backtracking
	proxH     = "prox-h"    // the same with the step 1/H of the appendix
	proxTrue  = "prox-true" // the same with the Lipschitz constant of the gradient
	proxGram  = "prox-gram" // by the smaller Gram matrix
	proxFree  = "prox-free" // without forming gradient or W
	rescaling = "ir"
	alternate = "am"
)

var methodTitles = map[string]string{
	literal:   "ContR1D (literal)",
	sound:     "R1D with local search (sound)",
	proxThin:  "Prox++ (thin SVD)",
	proxH:     "Prox++ (step 1/H)",
	proxTrue:  "Prox++ (true constant)",
	proxGram:  "Prox++ (Gram)",
	proxFree:  "Prox++ (matrix-free)",
	rescaling: "IR",
	alternate: "AM",
}

// colors keep a method's color from figure to figure.
var colors = map[string]int{
	literal: 2, sound: 1, proxThin: 3, proxGram: 4, proxFree: 5, rescaling: 6, alternate: 7,
	proxH: 4, proxTrue: 5, // which are in no figure with prox-gram and prox-free
}

// continuationStages is the N of the literal method.
const continuationStages = 10

// alternatingRank bounds the factors of alternating minimization; the paper does not say by how much.
const alternatingRank = 32

// visit is what a race looks at after an iteration.
type visit struct {
	solver.Progress
	point func(dst []float64) []float64
	// known is the true objective where the method has it; atoms is the length of its list of atoms; restricted says that
	// the iteration changed only the atoms' weights (Step 4).
	known      bool
	atoms      int
	restricted bool
}

// play runs a race's method until look returns false.
func play(ctx context.Context, r race, p *problem, lambda float64, look func(visit) bool) error {
	penalized := p.at(lambda)
	switch r.Method {
	case literal:
		seq := atoms.Continuation{Stages: continuationStages}.Iterations(ctx, penalized)
		return follow(seq, look, func(s *atoms.State) visit {
			return visit{Progress: s.Progress, point: s.X, atoms: len(s.Atoms), restricted: s.Step == 0}
		})
	case sound:
		return follow(lowrank.FactoredDescent{}.Iterations(ctx, penalized), look, factored(false))
	case alternate:
		rank := r.Rank
		if rank == 0 {
			rank = alternatingRank
		}
		seq := rivals.AlternatingMinimization{Seed: r.Seed, Rank: min(rank, p.d, p.k), Inner: 5}.Iterations(ctx, penalized)
		return follow(seq, look, factored(false))
	case rescaling:
		seq := rivals.IterativeRescaling{Inner: 10}.Iterations(ctx, penalized)
		return follow(seq, look, func(s *rivals.RescalingState) visit {
			return visit{Progress: s.Progress, point: s.X, known: true}
		})
	}
	form := map[string]lowrank.Decomposition{
		proxThin: lowrank.ThinSVD,
		proxH:    lowrank.ThinSVD,
		proxTrue: lowrank.ThinSVD,
		proxGram: lowrank.GramEigen,
		proxFree: lowrank.MatrixFree,
	}[r.Method]
	l := map[string]float64{proxH: p.printed, proxTrue: p.lipschitz}[r.Method]
	c := lowrank.AcceleratedProximal{Decomposition: form, Fixed: l, CheckEvery: 1 << 30}
	return follow(c.Iterations(ctx, penalized), look, factored(true))
}

func factored(known bool) func(*lowrank.State) visit {
	return func(s *lowrank.State) visit {
		return visit{Progress: s.Progress, point: s.X, known: known, atoms: s.Rank}
	}
}

func follow[S solver.Reporter](seq solver.Seq[S], look func(visit) bool, see func(S) visit) error {
	for st, err := range seq {
		if err != nil {
			return err
		}
		if !look(see(st)) {
			return nil
		}
	}
	return nil
}
