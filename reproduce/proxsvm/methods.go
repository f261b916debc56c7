package proxsvm

import (
	"context"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// The methods compared, by id.
const (
	pegasos  = "pegasos"
	adaptive = "adaptive"
	proximal = "proximal"         // Algorithm 3; where R grows, its sums begin anew and w stays
	anew     = "proximal-anew"    // and w is set to 0 too
	through  = "proximal-through" // and nothing begins anew
	sound    = "proximal-sound"   // the same with the norms met in place of their bound
)

// methods are those of the paper's columns, in their order; played are those of Figures 1 and 2, with all readings of
// Algorithm 3; allMethods have the sound one too.
var (
	methods    = [3]string{pegasos, adaptive, proximal}
	played     = []string{pegasos, adaptive, proximal, anew, through}
	allMethods = append(slices.Clone(played), sound)
)

var methodTitles = map[string]string{
	pegasos:  "Pegasos",
	adaptive: "Adaptive",
	proximal: "Proximal, w stays",
	anew:     "Proximal, w from 0",
	through:  "Proximal, no restart",
	sound:    "Proximal, sound",
}

// play plays a game by a method.
func play(
	ctx context.Context, method string, g online.Game, bound float64, o toolkit.Oracle, p toolkit.Params,
) solver.Seq[*online.GameState] {
	g.Params = p
	switch method {
	case pegasos:
		return online.Subgradient{Game: g}.Iterations(ctx, o)
	case adaptive:
		return online.AdaptiveSubgradient{Game: g, G: bound}.Iterations(ctx, o)
	case proximal:
		return online.OptimisticProximal{Game: g, G: bound, Restart: true}.Iterations(ctx, o)
	case anew:
		return online.OptimisticProximal{Game: g, G: bound, Restart: true, Anew: true}.Iterations(ctx, o)
	case through:
		return online.OptimisticProximal{Game: g, G: bound}.Iterations(ctx, o)
	}
	return online.OptimisticProximal{Game: g}.Iterations(ctx, o)
}
