// Package fit is the easy door to the toolkit: a type of settings for a task, data in, a model with what is known of
// it out. It reads no files.
//
// The doors have one shape: settings.Fit(ctx, data) (*Model, error). Settings say λ as Lambda. When the context ends,
// the model is returned as it is by then, and an error in which errors.Is finds context.Canceled, or
// context.DeadlineExceeded: there is a model beside no other error, which says what is wrong with the data or the
// settings. What ends by a limit of its settings says so in the model's Status, and is no error. Models are saved by
// Save, with the version of their format, and read by Load….
//
// Linear is the door for linear models, and Kernels that for sums of functions of kernels. Rooms beside it: structures
// has the doors for sequences, trees, RNA and sets of labels, larger that for examples which memory does not hold;
// choose finds how strong a penalty is to be, inference says what a solution is worth, solve has the methods, and
// measures says how good predictions are.
package fit

import (
	"time"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Linear learns linear models f(x) = Wᵀx + b of one output, of several classes, or of several tasks:
//
//	P(W, b) = Σ_i c_i ℓ_i(Wᵀx_i + b) + λ Ω(W) + (μ/2)‖W‖²
//
// with c_i = 1/n, or weights that sum to 1, and the squared loss ½(f − y)².
//
// Any loss goes with any penalty: the quickest method that knows both solves the problem (Explain says which), FISTA
// where nothing quicker can, and solve.Composite in its place where it is slow. A loss with kinks needs a known
// envelope (toolkit.MoreauEnvelope). Every answer comes with a gap that bounds P − P*, or says that there is none. The
// zero value is least squares.
type Linear struct {
	// Loss is a loss without targets, such as loss.Logistic{}; nil for loss.Squared{}. One of your own is a
	// toolkit.Separable, a toolkit.MultiOutput or a toolkit.Joint with a method
	//
	//	Bind(y, weights []float64) toolkit.Loss
	//
	// that gives it targets, and weights c_i. If it has a method Binary() bool its targets are labels, two or several:
	// it is bound to −1 and +1, the larger label, or to 0 … k−1. A loss that has its examples already is taken as it is,
	// and Data.Y is not looked at.
	Loss toolkit.Loss
	// Penalty is Ω at strength 1, such as prox.L1{Lambda: 1}; nil for none. On d×k weights it takes them row by row;
	// prox.MultiTask and prox.TraceNorm are told their shape. The gap needs it to be a toolkit.Conjugate, or μ > 0; of
	// a penalty that is not convex (prox.MCP, prox.SCAD) the answer is a local minimum, beside a loss with kinks a
	// stationary point, and says so.
	Penalty toolkit.Proxable
	// Constraints hold for W: convex sets, as package prox/sets has them, or sets of maps (toolkit.Composition), of d×k
	// weights row by row and of features as they are. Rounding may leave them, by the model's Violation.
	Constraints []toolkit.Proxable
	// Lambda is λ > 0 where there is a penalty that is not a constraint alone, Mu is μ ≥ 0.
	Lambda, Mu float64
	// Intercept adds b, which is not penalized: one number, or one for each class or task. Without it b = 0.
	Intercept bool
	// Standardize divides each feature by its standard deviation before the penalty sees it; without an intercept by the
	// root of its mean square, unless no shift of predictions changes the loss (loss.ShiftInvariant). The weights are
	// reported for the features as they were.
	Standardize bool
	// Method solves the problem; nil or Auto chooses by problem (see model.Linear.Why).
	Method *Method
	// Tol is the gap to stop at, as a share of |P|; 0 for 1e-6. Where no gap is known it is ‖∇P‖, or the residual of a
	// proximal step, as a share of what it is at W = 0. Where rounding allows no gap so small the fit ends as stalled.
	Tol float64
	// NoPolish stops at the tolerance itself. Otherwise the solver goes on a little, so that weights that are 0 in the
	// solution are 0.
	NoPolish bool
	// MaxIter is the most iterations; 0 for a number by method. TimeLimit is the most time; 0 for any.
	MaxIter   int
	TimeLimit time.Duration
	// Seed draws orders of examples, and the folds of CrossValidate.
	Seed uint64
	// Start is a model to start from, of the same shape; nil for W = 0.
	Start *model.Linear
	// Watch, where not nil, is called with the progress of every iteration; its Gap is the least so far, for not every
	// iteration computes one.
	Watch func(solver.Progress)
}

// solving are the settings of a run.
func (c Linear) solving() solve.Settings {
	return solve.Settings{Tol: c.Tol, NoPolish: c.NoPolish, MaxIter: c.MaxIter, TimeLimit: c.TimeLimit, Watch: c.Watch}
}
