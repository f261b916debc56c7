package larger

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// Data are examples that memory does not hold, as ondisk.Open has them.
type Data struct {
	Source blocks.Source
	// Mean and Squares are the mean of each feature, and Σ_i v_i (x_ij − mean_j)², by the weights v_i of the examples, 1
	// where blocks have none. Features of a Sparse source are not centred.
	Mean, Squares []float64
	Sparse        bool
	// Mass is Σ_i v_i, and Heaviest the largest v_i: 0 for examples without weights. What is fitted divides weights by
	// their sum.
	Mass, Heaviest float64
	// Distinct are the targets that occur, ascending, nil where there are many; MeanTarget is their mean.
	Distinct   []float64
	Times      []float64 // the weight of each of the Distinct ones: how often it occurs
	MeanTarget float64
	// Tasks are those of the examples, ascending, nil for one; blocks have that of each row. Every task has weights of its
	// own, and an intercept.
	Tasks []int64
	// Targets are the columns of a dense Source that are targets beside its own, and no features: each target is a task
	// of all examples, 1, 2 and so on. Mean and Squares have them, too; FeatureNames does not.
	Targets []int
	// ClassWeights are the factors of the weights of the examples of each of the Distinct labels; nil for none.
	ClassWeights []float64
	// FeatureNames and LabelNames are as in fit.Data.
	FeatureNames, LabelNames []string
	// Memory is how many bytes may be used, and BlockBytes how many a block takes of them; 0 for any.
	Memory, BlockBytes float64
	// Resume is where an earlier fit of the same problem was; nil for none. Keep is called after every pass.
	Resume *State
	Keep   func(State)
	// Rooms are memory of blocks for several calls of Pass; nil for others each.
	Rooms *blocks.Rooms
	// Take takes the passes in the place of this process: see blocks.Problem.Take and Pass.
	Take func(context.Context, *blocks.Request) (*blocks.Sums, error)
}

// State is a fit under way: the point, in units of the standardized features, and what is known of w = 0.
type State struct {
	Origin *blocks.Origin
	Point  []float64
	Passes int
}

// Method is the method of a fit to Data: blocks.Newton.
const Method = "passes-over-blocks"

const whyBlocks = "the examples are more than memory holds: few passes over blocks of them, a Hessian in each"

// Prepared is a Linear with Data made ready.
type Prepared struct {
	fit.Linear
	data   Data
	n, d   int // examples and features
	k      int // tasks, targets or classes; 1 without
	labels []float64
	tasks  []int64 // of the model
	source *standardized
	loss   blocks.Loss
	groups *blocks.Groups
	kinks  bool // it is a hinge
	state  State
	mean   []float64 // taken from features; nil for nothing
	fold   blocks.Fold
	held   blocks.Held // what the last fit found of the fold that is left out
}
