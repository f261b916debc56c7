package fit

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// What a loss may know beside what it must, so that Linear can do more with it.
type (
	// Bindable is a loss without examples: Bind gives it targets, and weights c_i (nil for 1/n). Without it a loss has
	// its examples already, and Data.Y is not looked at.
	Bindable interface {
		Bind(y, weights []float64) toolkit.Loss
	}
	// Labelled is a loss of labels: two, which become −1 and +1, or any number, which become 0 … k−1.
	Labelled interface{ Binary() bool }
	// Linked is a loss that says what its predictions are, as model.Logit: the model then predicts means or labels.
	Linked interface{ Link() string }
	// Targeted is a loss that refuses a target.
	Targeted interface{ CheckTarget(y float64) error }
	// Parametric is a loss with a parameter, which is kept with the model.
	Parametric interface{ Parameter() float64 }
	// ParameterChecked is a loss that refuses its own parameters.
	ParameterChecked interface{ CheckParameter() error }
	// Residual is a loss that may depend on f − y alone: targets can then be centred.
	Residual interface{ OfResidual() bool }
	// Margin is max(0, 1 − y f), of the sign y of an example.
	Margin = solver.Margin
	// Timed is a loss of times which end by an event, or by censoring; CheckEvents refuses what it is bound to.
	Timed interface {
		BindEvents(y []float64, event []bool, weights []float64) toolkit.Loss
		CheckEvents() error
	}
	// Ranked is a loss of rankings of the documents of queries; CheckQueries refuses what it is bound to.
	Ranked interface {
		BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss
		CheckQueries() error
	}
	// Parted is a loss that knows itself on some of its examples, whose weights are divided by their sum.
	Parted interface {
		Part(examples []int) toolkit.Separable
	}
	// Tasked is a loss of several outputs of which each example has one, with the same loss of one prediction.
	Tasked = solver.Tasked
)

// What a penalty may know beside what it must, for d features and k outputs: see package prox.
type (
	// Strengthened is a penalty with a strength of its own, which is 1 here: λ is Linear.Lambda.
	Strengthened interface{ Strength() float64 }
	// Checked is a penalty that refuses a size.
	Checked interface{ Check(d, k int) error }
	// Shaped is a penalty of matrices, which is told their shape.
	Shaped interface {
		WithShape(d, k int) toolkit.Proxable
	}
	// Splitting is a penalty that some features are apart from: nothing penalizes them. rest is the penalty of others.
	Splitting interface {
		Split(d int) (apart []int, rest toolkit.Proxable)
	}
	// Flat is a penalty that does not change where the weights of a set of features do by one number: such sets, disjoint,
	// and the same penalty with a polar of what is left. The sums of their columns then are unpenalized columns, and dual
	// points have no product with them.
	Flat interface {
		Flat(d int) (sets [][]int, rest toolkit.Proxable)
	}
	// Simplified is a penalty that may be another one, for which more is known.
	Simplified interface{ Simplify() toolkit.Proxable }
	// Rescaled is a penalty in units of the weights: of those of features divided by scale, entry by entry, it is another.
	Rescaled interface {
		WithScale(scale []float64) toolkit.Proxable
	}
	// Constraint is a penalty that may be a constraint alone, for which λ has no meaning.
	Constraint interface{ Constraint() bool }
	// Unbounded is a penalty that may have directions in which it stays 0: no gap is known without a ridge.
	Unbounded interface{ Unbounded(d int) bool }
)

var (
	_ Bindable         = loss.Squared{}
	_ Labelled         = loss.Logistic{}
	_ Linked           = loss.Poisson{}
	_ Targeted         = loss.Poisson{}
	_ Parametric       = loss.Huber{}
	_ ParameterChecked = loss.Quantile{}
	_ Residual         = loss.EpsilonInsensitive{}
	_ Timed            = loss.Cox{}
	_ Ranked           = loss.NDCG{}
	_ Ranked           = loss.Pairwise{}
	_ Parted           = loss.Poisson{}

	_ Strengthened = prox.L1{}
	_ Checked      = prox.Slope{}
	_ Shaped       = prox.MultiTask{}
	_ Splitting    = prox.L21{}
	_ Flat         = prox.Fused{}
	_ Flat         = prox.TotalVariation{}
	_ Simplified   = prox.SparseGroup{}
	_ Rescaled     = prox.Bounds{}
	_ Constraint   = prox.Bounds{}
	_ Unbounded    = prox.Bounds{}
)
