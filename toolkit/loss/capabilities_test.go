package loss_test

import (
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// What the losses know that solvers ask for, whose rooms are above this one.
var (
	_ = []solver.Curved{loss.Multinomial{}, loss.SquaredOutputs{}, loss.TaskMultinomial{}}
	_ = []solver.LineCurved{loss.Multinomial{}, loss.TaskMultinomial{}}

	_ solver.AbsolutelyRounded = loss.Binomial{}
	_ solver.LeastSquares      = loss.Squared{}
	_ solver.Margin            = loss.Hinge{}
	_ solver.Tasked            = loss.Tasks{}
	_ solver.Ranged            = loss.Poisson{}
	_ solver.RangedConjugate   = loss.Poisson{}
	_ solver.RangedClasses     = loss.Multinomial{}
	_ solver.Levelled          = loss.Poisson{}
	_ coordinate.Softmax       = loss.Multinomial{}
	_ coordinate.ByOutput      = loss.SquaredOutputs{}
)
