package structures

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/groups"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// RNA learns to fold RNA: it minimizes
//
//	P(w) = (λ/2) Σ_k s_k (w_k − m_k)² + (1/n) Σ_i ℓ_i(w),  s = 1, m = 0 where not said otherwise,
//
// over n sequences with their structures, by the stabilized bundle method for the hinge of margin training, or by
// L-BFGS for the conditional log-likelihood. Calls go over all processors. The likelihood takes longer, and its
// structures by probabilities are the better ones.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, section 5.2, for the task; Do,
// Woods, Batzoglou, CONTRAfold, Bioinformatics 2006, for the likelihood.
type RNA struct {
	// Lambda is λ > 0; 0 for 0.01 with the hinge, and 0.1 with the likelihood.
	Lambda float64
	// CRF takes the conditional log-likelihood in place of the hinge.
	CRF bool
	// Decoder is what the model predicts with; "" for model.BestScore with the hinge and model.MostAccurate with the
	// likelihood. Gamma is its γ; 0 for 3.
	Decoder model.Decoder
	Gamma   float64
	// Choose takes that λ of Lambdas and, with a decoder by probabilities, that γ of Gammas, of which the structures of
	// what is held out have the largest F1: each half of the sequences is folded by what the other half taught, with 2λ.
	// The model then learns from all. Nil for 1, 0.1, 0.01 with the hinge, and 0.3, 0.1, 0.03 with the likelihood; and
	// for γ 1, 1.5, 2, 3, 4 and 6.
	Choose          bool
	Lambdas, Gammas []float64
	// Energies, with CRF, learns the extended features, and holds weights to energies.Turner2004, which is m then.
	Energies bool
	// Strengths, with CRF, are s for each of rna.Groups; nil for 1. With StrengthSteps > 0 they are learned in so many
	// steps, by the gradient of the likelihood of each half of the sequences when the other half has taught.
	Strengths     []float64
	StrengthSteps int
	// Fixed, with CRF, names groups of rna.Groups whose weights are m and not learned; those of Without are 0.
	Fixed, Without []string
	// Family, where not nil, is the family of a sequence by its name: halves are of whole families.
	Family func(name string) string
	// Calls is the most passes over all sequences; 0 for 80.
	Calls int
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-3 with the hinge, of which small λ need more
	// calls than 80, and 0.01 with the likelihood.
	Tol float64
	// Start, where not nil, is a model to go on from.
	Start *model.RNA
	// Watch, where not nil, is called after every pass.
	Watch func(RNAStep)
}

// RNAStep is what RNA.Watch sees.
type RNAStep struct {
	solver.Progress
	Lambda float64
	Trial  bool // of a choice: only half of the sequences are learnt from
	// HeldOut is the largest F1 on what is held out, told last for each λ of a choice; else NaN.
	HeldOut float64
	// HeldOutLoss is the mean loss on what is held out, told for each step of strengths; else NaN.
	HeldOutLoss float64
}

// check tells what is wrong with settings or examples.
func (c RNA) check(examples []rna.Example) error {
	if len(examples) == 0 {
		return errors.New("there are no sequences to learn from")
	}
	for _, l := range append([]float64{c.Lambda}, c.Lambdas...) {
		if l < 0 || math.IsNaN(l) || math.IsInf(l, 1) {
			return fmt.Errorf("λ = %g: it must be positive and finite", l)
		}
	}
	if c.Tol < 0 || math.IsNaN(c.Tol) || c.Calls < 0 {
		return fmt.Errorf("a tolerance of %g and %d calls: neither may be negative", c.Tol, c.Calls)
	}
	if err := c.checkGroups(); err != nil {
		return err
	}
	d := c.complete()
	for _, gamma := range append([]float64{d.Gamma}, d.Gammas...) {
		if err := d.Decoder.Check(gamma); err != nil {
			return err
		}
	}
	for i, e := range examples {
		if e.Y == nil {
			return fmt.Errorf("example %d, %.60q, has no structure", i+1, e.Name)
		}
	}
	return rna.CheckExamples(examples)
}

// checkGroups tells what is wrong with what weights are held to.
func (c RNA) checkGroups() error {
	held := slices.Concat(c.Fixed, c.Without)
	if !c.CRF && (c.Energies || c.Strengths != nil || c.StrengthSteps > 0 || len(held) > 0) {
		return errors.New("energies, strengths and groups that are held are for the likelihood: CRF")
	}
	if c.Start != nil && len(c.Start.Weights) != groups.Features(c.Energies) {
		return fmt.Errorf("the model to go on from has %d weights, and %d are learned", len(c.Start.Weights),
			groups.Features(c.Energies))
	}
	return groups.Check(c.Strengths, c.StrengthSteps, held...)
}

// complete fills in what is 0.
func (c RNA) complete() RNA {
	decoder, lambda, tol, lambdas := model.BestScore, 0.01, 1e-3, []float64{1, 0.1, 0.01}
	if c.CRF {
		decoder, lambda, tol, lambdas = model.MostAccurate, 0.1, 0.01, []float64{0.3, 0.1, 0.03}
	}
	if c.Decoder == "" {
		c.Decoder = decoder
	}
	c.Lambda, c.Tol, c.Gamma = cmp.Or(c.Lambda, lambda), cmp.Or(c.Tol, tol), cmp.Or(c.Gamma, 3)
	if c.StrengthSteps > 0 {
		lambdas = []float64{c.Lambda}
	}
	if len(c.Lambdas) == 0 {
		c.Lambdas = lambdas
	}
	c.Lambdas = slices.Clone(c.Lambdas)
	slices.SortFunc(c.Lambdas, func(a, b float64) int { return cmp.Compare(b, a) })
	if len(c.Gammas) == 0 {
		c.Gammas = []float64{1, 1.5, 2, 3, 4, 6}
	}
	if c.Calls == 0 {
		c.Calls = 80
	}
	return c
}

// start are the weights to begin with, nil for 0.
func (c RNA) start() []float64 {
	if c.Start == nil {
		return nil
	}
	return c.Start.Weights
}

// watch tells how training goes.
func (c RNA) watch(p solver.Progress, lambda, heldOut float64) {
	if c.Watch != nil {
		c.Watch(RNAStep{Progress: p, Lambda: lambda, Trial: c.Choose, HeldOut: heldOut, HeldOutLoss: notKnown})
	}
}

var notKnown = math.NaN()
