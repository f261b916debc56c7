// Package structures learns models whose answers have parts: labels of sequences (Chain, Tagger), dependency trees
// (Parser), secondary structures of RNA (RNA) and sets of labels (MultiLabel).
//
// A type of settings for a task, examples in, a model with what is known of it out: settings.Fit(ctx, examples). When
// the context ends, the model is returned as it is by then, and an error (solver.Interrupted). Any other error says
// what is wrong with the examples or the settings, and there is no model beside it.
package structures

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Chain learns to label sequences, and which kernels to do it with. It minimizes
//
//	(λ/2)(Σ_k ‖θ_k‖)² + (1/m) Σ_i ℓ_i(θ)
//
// over m sequences by online proximal steps: one group θ_k for each kernel between positions, and one for the
// transitions between neighbouring labels.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithm 3.
type Chain struct {
	// Kernels are compared position by position, one group each; none means kernel.Linear{}. A kernel that knows its
	// features, as kernel.Linear does, is held as explicit weights; any other takes 8n² bytes for n positions.
	Kernels []kernel.Kernel
	// Lambda is λ > 0. The C of a support vector machine is 1/(λm).
	Lambda float64
	// OneGroup puts all kernels and the transitions in one group: (λ/2)‖θ‖², the sum of the kernels. CopiedTransitions
	// gives each kernel's group transitions of its own, which add up.
	OneGroup, CopiedTransitions bool
	// NoTransitions leaves the weights of transitions out.
	NoTransitions bool
	// CRF takes the loss of a conditional random field in place of the hinge with Hamming cost.
	CRF bool
	// Eta0 is η0 of the learning rate η_t = η0/√t, where t counts sequences; 0 for 1.
	Eta0 float64
	// ConstantRate is η_t = η0. It goes with Average: the mean of all rounds is then as good as with smaller steps, or
	// better where features are many and examples few.
	ConstantRate bool
	// Epochs are passes over the sequences; 0 for 20.
	Epochs int
	// Radius bounds ‖θ‖; 0 for no bound.
	Radius float64
	// Average returns the mean of θ over all rounds in place of the last; objective and norms are the mean's too.
	Average bool
	// Shuffle draws a new order of the sequences for every epoch, from Seed; otherwise they come in their own order.
	Shuffle bool
	Seed    uint64
	// Watch, where not nil, is called after every epoch.
	Watch func(ChainEpoch)

	start  func(p toolkit.Params) // sets weights to begin with; nil for 0
	oracle toolkit.Oracle         // in the place of the losses of chains; nil for these
	before int                    // rows of transitions, 0 for one a label
}

// Sequences are labelled sequences: sequence i has the positions Start[i] ≤ t < Start[i+1], each a row of X with a
// label 0 ≤ Y[t] < Labels. In the place of X there may be Inputs, sparse features of their own for each kernel, such as
// those of a template: a row a position in each. With Inputs and no Chain.Kernels, all are held as explicit weights.
type Sequences struct {
	X      *linalg.Dense
	Inputs []*linalg.CSR
	Start  []int
	Y      []int
	Labels int
}

func isExplicit(k kernel.Kernel) bool {
	_, ok := k.(kernel.Explicit)
	return ok
}

func (c Chain) check(data Sequences) error {
	if data.Inputs != nil {
		return c.checkInputs(data)
	}
	x := data.X
	switch {
	case x == nil || x.R == 0 || x.C == 0:
		return errors.New("there is nothing to learn from: no position, or no feature")
	case len(data.Y) != x.R:
		return fmt.Errorf("x has %d rows and y %d labels", x.R, len(data.Y))
	}
	return check.Finite(x)
}

// checkSettings tells what is wrong with the settings, whatever the data.
func (c Chain) checkSettings() error {
	switch {
	case !(c.Lambda > 0) || math.IsInf(c.Lambda, 1):
		return fmt.Errorf("λ = %g: it must be positive and finite", c.Lambda)
	case c.Eta0 < 0 || math.IsNaN(c.Eta0) || c.Epochs < 0 || c.Radius < 0 || math.IsNaN(c.Radius):
		return fmt.Errorf("η0 = %g, %d epochs and a radius of %g: none may be negative", c.Eta0, c.Epochs, c.Radius)
	case c.OneGroup && c.CopiedTransitions:
		return errors.New("one group has its transitions once: OneGroup and CopiedTransitions do not go together")
	}
	return nil
}

// statusOf is what the end of a context means.
func statusOf(err error) solver.Status {
	if errors.Is(err, context.DeadlineExceeded) {
		return solver.TimeLimited
	}
	return solver.Canceled
}

// ChainEpoch is what Chain.Watch sees after an epoch.
type ChainEpoch struct {
	solver.Progress         // Iter counts epochs, Evals sequences
	MeanLoss        float64 // mean of ℓ_i(θ_t) over the rounds of the epoch, each at the parameters of its round
	Active          int     // rounds of the epoch with a loss
	// Params are θ, to look at: those that Train would return if the epoch were the last. With Chain.Average they are a
	// model of its own, which takes a product with every Gram matrix.
	Params func() *params.Model
	// Objective is (λ/2)(Σ_k ‖θ_k‖)² + (1/m) Σ_i ℓ_i(θ) at Params: it takes a pass over the sequences.
	Objective func() float64
}

// checkInputs tells whether sparse inputs, kernels and labels go together.
func (c Chain) checkInputs(data Sequences) error {
	if len(data.Inputs) == 0 || data.X != nil || len(c.Kernels) > 0 && len(c.Kernels) != len(data.Inputs) {
		return fmt.Errorf("%d inputs for %d kernels: there must be one each, and no X", len(data.Inputs), len(c.Kernels))
	}
	for k, x := range data.Inputs {
		if x == nil || x.C == 0 || x.R != len(data.Y) || x.R == 0 {
			const says = "input %d has no features, or another number of positions than there are labels, %d"
			return fmt.Errorf(says, k+1, len(data.Y))
		}
		if at := slices.IndexFunc(x.Val, func(v float64) bool { return !solver.Finite(v) }); at >= 0 {
			return fmt.Errorf("value %d of input %d is %g", at+1, k+1, x.Val[at])
		}
		if k < len(c.Kernels) && isExplicit(c.Kernels[k]) && c.Kernels[k] != (kernel.Linear{}) {
			return fmt.Errorf("kernel %d: of kernels that know their features, a sparse input takes kernel.Linear alone", k+1)
		}
	}
	return nil
}
