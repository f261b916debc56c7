// Package fit is the easy door to the toolkit: one type and one call for a task, arrays in, a model out. It reads no files.
package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// Chain learns to label sequences, and which kernels to do it with. It minimizes
//
//	(λ/2)(Σ_k ‖θ_k‖)² + (1/m) Σ_i ℓ_i(θ)
//
// over m sequences by online proximal steps: one group θ_k for each kernel between positions, and one for the transitions
// between neighbouring labels.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithm 3.
type Chain struct {
	// Kernels are compared position by position, one group each; none means kernel.Linear{}. kernel.Linear{} itself is held
	// as explicit weights; any other takes 8n² bytes for n positions.
	Kernels []kernel.Kernel
	// Lambda is λ > 0. The C of a support vector machine is 1/(λm).
	Lambda float64
	// OneGroup puts all kernels and the transitions in one group: (λ/2)‖θ‖², the sum of the kernels.
	OneGroup bool
	// CRF takes the loss of a conditional random field in place of the hinge with Hamming cost.
	CRF bool
	// Eta0 is η0 of the learning rate η_t = η0/√t, where t counts sequences; 0 for 1.
	Eta0 float64
	// Epochs are passes over the sequences; 0 for 20.
	Epochs int
	// Online is the rest of the settings. Its Rate must be nil.
	Online online.Proximal
}

// Fit learns from n positions: the rows of x, of which sequence i has start[i] to start[i+1], with labels y from 0 to
// labels−1. When the context ends while training, it returns the model so far beside the context's error.
func (c Chain) Fit(ctx context.Context, x *linalg.Dense, start, y []int, labels int) (*ChainModel, error) {
	if err := c.check(x, start, y, labels); err != nil {
		return nil, err
	}
	kernels := c.Kernels
	if len(kernels) == 0 {
		kernels = []kernel.Kernel{kernel.Linear{}}
	}
	blocks := make([]params.Block, len(kernels))
	for k, of := range kernels {
		if isLinear(of) {
			blocks[k] = params.NewExplicit(structured.Emission, x, labels)
			continue
		}
		gram, err := kernel.Gram(ctx, of, x)
		if err != nil {
			return nil, err
		}
		blocks[k] = params.NewKernel(structured.Emission, gram, labels)
	}
	transitions := params.NewExplicit(structured.Transition, linalg.Identity(labels), labels)
	model, regularizer := c.group(append(blocks[:len(blocks):len(blocks)], transitions))
	data := &structured.Sequences{Start: start, Y: y, Labels: labels}
	var oracle toolkit.Oracle = &structured.Hinge{Data: data}
	if c.CRF {
		oracle = &structured.CRF{Data: data}
	}
	progress, err := c.run(ctx, oracle, model, regularizer)
	return c.take(kernels, x, model, blocks, transitions, progress), err
}

// isLinear tells whether a kernel is held as explicit weights.
func isLinear(k kernel.Kernel) bool {
	_, ok := k.(kernel.Linear)
	return ok
}

// group arranges the blocks and picks the regularizer that goes with it.
func (c Chain) group(blocks []params.Block) (*params.Model, online.Term) {
	if c.OneGroup {
		return params.NewModel(blocks), online.OnNorms(prox.Ridge{Mu: c.Lambda})
	}
	groups := make([][]params.Block, len(blocks))
	for k, b := range blocks {
		groups[k] = []params.Block{b}
	}
	return params.NewModel(groups...), online.OnNorms(prox.SquaredL1{Lambda: c.Lambda})
}

func (c Chain) run(ctx context.Context, oracle toolkit.Oracle, model *params.Model, regularizer online.Term) (solver.Progress, error) {
	epochs := c.Epochs
	if epochs == 0 {
		epochs = 20
	}
	descent := c.Online
	descent.Rate = online.InvSqrt{Eta0: 1}
	if c.Eta0 != 0 {
		descent.Rate = online.InvSqrt{Eta0: c.Eta0}
	}
	var last solver.Progress
	for st, err := range solver.Timed(descent.Iterations(ctx, oracle, model, regularizer)) {
		last = st.Progress
		if err != nil {
			return last, err
		}
		if st.Iter == epochs {
			break
		}
	}
	objective, err := online.RegularizedRisk(oracle, model, regularizer)
	last.Objective = objective
	return last, err
}

func (c Chain) check(x *linalg.Dense, start, y []int, labels int) error {
	switch {
	case x.R == 0 || x.C == 0:
		return fmt.Errorf("x is %d × %d: there is nothing to learn from", x.R, x.C)
	case !(c.Lambda > 0) || math.IsInf(c.Lambda, 1):
		return fmt.Errorf("λ = %g: it must be positive and finite", c.Lambda)
	case c.Eta0 < 0 || math.IsNaN(c.Eta0) || c.Epochs < 0:
		return fmt.Errorf("η0 = %g and %d epochs: neither may be negative", c.Eta0, c.Epochs)
	case c.Online.Rate != nil:
		return errors.New("the learning rate is η0/√t: set Eta0 in place of Online.Rate, or use online.Proximal itself")
	case len(y) != x.R:
		return fmt.Errorf("x has %d rows and y %d labels", x.R, len(y))
	case labels < 1:
		return fmt.Errorf("%d labels: at least one is needed", labels)
	}
	for t, l := range y {
		if l < 0 || l >= labels {
			return fmt.Errorf("position %d has label %d; labels are 0 to %d", t, l, labels-1)
		}
	}
	if err := checkFinite(x); err != nil {
		return err
	}
	return checkStart(start, x.R)
}

// checkStart tests that sequences follow each other from row 0 to row n.
func checkStart(start []int, n int) error {
	if len(start) < 2 || start[0] != 0 || start[len(start)-1] != n {
		return fmt.Errorf("start must begin with 0 and end with the number of rows, %d", n)
	}
	for i := 1; i < len(start); i++ {
		if start[i] < start[i-1] {
			return fmt.Errorf("start[%d] = %d is less than start[%d] = %d", i, start[i], i-1, start[i-1])
		}
	}
	return nil
}

// take copies what was learned out of the blocks; rows of x that no kernel uses are left out.
func (c Chain) take(kernels []kernel.Kernel, x *linalg.Dense, model *params.Model, blocks []params.Block, transitions *params.Explicit, p solver.Progress) *ChainModel {
	out := &ChainModel{Labels: transitions.Matrix().C, Features: x.C, Progress: p}
	final := func(b params.Block) params.Block {
		if c.Online.Average && p.Evals > 0 {
			return b.Averaged()
		}
		return b
	}
	for k := range model.Groups() {
		out.Norms = append(out.Norms, model.Norm(k))
	}
	used := make([]bool, x.R)
	for k, b := range blocks {
		g := ChainGroup{Kernel: kernels[k]}
		switch b := final(b).(type) {
		case *params.Explicit:
			g.Weights = b.Matrix()
		case *params.Kernel:
			g.Weights = b.Coefficients()
			for i := range used {
				used[i] = used[i] || floats.Norm(g.Weights.Row(i), 1) > 0
			}
		}
		out.Groups = append(out.Groups, g)
	}
	out.Transitions = final(transitions).(*params.Explicit).Matrix()
	out.Support = keepRows(x, used)
	for k, g := range out.Groups {
		if !isLinear(g.Kernel) {
			out.Groups[k].Weights = keepRows(g.Weights, used)
		}
	}
	return out
}

func keepRows(x *linalg.Dense, keep []bool) *linalg.Dense {
	var data []float64
	rows := 0
	for i, k := range keep {
		if k {
			data, rows = append(data, x.Row(i)...), rows+1
		}
	}
	return linalg.NewDense(rows, x.C, data)
}
