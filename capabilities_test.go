package toolkit_test

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
)

// What losses, penalties and parameters can do that solvers ask of them; they do not know the solvers, and cannot say
// so themselves.
var (
	_ solver.AbsolutelyRounded = loss.Binomial{}
	_ solver.Curved            = loss.Multinomial{}
	_ solver.Curved            = loss.SquaredOutputs{}
	_ solver.Curved            = loss.TaskMultinomial{}
	_ solver.LeastSquares      = loss.Squared{}
	_ solver.Levelled          = loss.Poisson{}
	_ solver.LineCurved        = loss.Multinomial{}
	_ solver.LineCurved        = loss.TaskMultinomial{}
	_ solver.Margin            = loss.Hinge{}
	_ solver.Ranged            = loss.Poisson{}
	_ solver.Tasked            = loss.Tasks{}
	_ blocks.Loss              = loss.Hinge{}
	_ blocks.Loss              = loss.Logistic{}
	_ coordinate.ByOutput      = loss.SquaredOutputs{}
	_ coordinate.Softmax       = loss.Multinomial{}
	_ decomposition.Tube       = loss.EpsilonInsensitive{}
	_ decomposition.Tube       = loss.Hinge{}
	_ decomposition.Tube       = loss.Quantile{}

	_ solver.Bounded            = prox.Bounds{}
	_ solver.DualPolar          = prox.GraphFused{}
	_ solver.DualPolar          = prox.Overlap{}
	_ solver.DualPolar          = prox.TotalVariation{}
	_ solver.NearPolar          = prox.Overlap{}
	_ solver.Nonhomogeneous     = prox.MCP{}
	_ solver.Nonhomogeneous     = prox.SCAD{}
	_ solver.Ridged             = prox.Ridge{}
	_ solver.Sized              = prox.Fused{}
	_ solver.Sized              = prox.GraphFused{}
	_ solver.Sized              = prox.TotalVariation{}
	_ solver.Subdifferential    = prox.Bounds{}
	_ solver.Vanishing          = prox.Bounds{}
	_ solver.Vanishing          = prox.MCP{}
	_ solver.Vanishing          = prox.SCAD{}
	_ solver.WeaklyConvex       = prox.MCP{}
	_ solver.WeaklyConvex       = prox.SCAD{}
	_ atoms.MapGauge            = prox.TraceNorm{}
	_ coordinate.Blockwise      = prox.L1Inf{}
	_ coordinate.Blockwise      = prox.SparseGroup{}
	_ coordinate.Coordinatewise = prox.Bounds{}
	_ coordinate.Coordinatewise = prox.MCP{}
	_ coordinate.Coordinatewise = prox.SCAD{}
	_ coordinate.CurvedBlocks   = prox.SparseGroup{}
	_ coordinate.CurvedWeights  = prox.Bounds{}
	_ coordinate.CurvedWeights  = prox.MCP{}
	_ coordinate.CurvedWeights  = prox.SCAD{}
	_ lowrank.TraceNorm         = prox.TraceNorm{}

	_ toolkit.Bounded      = online.Subset{}
	_ bundle.Slackened     = (*bundle.Oracle)(nil)
	_ online.Averager      = (*params.Explicit)(nil)
	_ online.Averager      = (*params.Hashed)(nil)
	_ online.Averager      = (*params.Kernel)(nil)
	_ online.Averager      = (*params.Model)(nil)
	_ online.Blocked       = (*params.Model)(nil)
	_ online.GroupVectorer = (*params.Model)(nil)
	_ risk.Precise         = (*params.Hashed)(nil)
	_ risk.Precise         = (*params.Model)(nil)
	_ risk.Vector          = (*params.Model)(nil)
)
