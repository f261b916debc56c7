package proxsvm

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// The methods compared, by id.
const (
	pegasos  = "pegasos"
	adaptive = "adaptive"
	proximal = "proximal"       // Algorithm 3, literal
	sound    = "proximal-sound" // without restarts, with the norms met
)

// methods are those of the paper's columns, in their order.
var methods = [3]string{pegasos, adaptive, proximal}

var methodTitles = map[string]string{
	pegasos:  "Pegasos",
	adaptive: "Adaptive",
	proximal: "Proximal",
	sound:    "Proximal, sound",
}

// play plays a game by a method.
func play(
	ctx context.Context, method string, g online.Game, bound float64, o toolkit.Oracle, p toolkit.Params,
) solver.Seq[*online.GameState] {
	switch method {
	case pegasos:
		return online.Subgradient{Game: g}.Iterations(ctx, o, p)
	case adaptive:
		return online.AdaptiveSubgradient{Game: g, G: bound}.Iterations(ctx, o, p)
	case proximal:
		return online.OptimisticProximal{Game: g, G: bound, Restart: true}.Iterations(ctx, o, p)
	}
	return online.OptimisticProximal{Game: g}.Iterations(ctx, o, p)
}
