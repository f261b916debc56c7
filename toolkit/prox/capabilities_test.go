package prox_test

import (
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// What the penalties know that solvers ask for, whose rooms are above this one.
var (
	_ = []solver.Nonhomogeneous{prox.MCP{}, prox.SCAD{}}
	_ = []solver.WeaklyConvex{prox.MCP{}, prox.SCAD{}}
	_ = []solver.Vanishing{prox.MCP{}, prox.SCAD{}, prox.Bounds{}}
	_ = []solver.Sized{prox.Fused{}, prox.GraphFused{}, prox.TotalVariation{}}
	_ = []solver.DualPolar{prox.Overlap{}, prox.GraphFused{}, prox.TotalVariation{}}
	_ = []coordinate.Coordinatewise{prox.Bounds{}, prox.MCP{}, prox.SCAD{}}
	_ = []coordinate.Blockwise{prox.L1Inf{}, prox.SparseGroup{}}

	_ solver.Ridged           = prox.Ridge{}
	_ solver.Bounded          = prox.Bounds{}
	_ solver.Subdifferential  = prox.Bounds{}
	_ solver.NearPolar        = prox.Overlap{}
	_ coordinate.CurvedBlocks = prox.SparseGroup{}
	_ lowrank.TraceNorm       = prox.TraceNorm{}
)
