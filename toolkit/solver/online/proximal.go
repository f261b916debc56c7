package online

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// OnlineProximal minimizes R_1(θ) + … + R_J(θ) + (1/m) Σ_i ℓ_i(θ) one example at a time. Round t takes the next example and
// its subgradient g at θ_t, and sets
//
//	θ ← θ − η_t g,   θ ← prox_{η_t R_j}(θ) for j = 1, …, J,   θ ← θ · min{1, Radius/‖θ‖}.
//
// λ is part of each R_j. For J = 1 this is FOBOS; with a squared sum of group norms it is online multiple kernel learning.
// For J > 1 the sequence of proxes is in general not the prox of the sum, and the regret bounds hold all the same.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithm 1.
type Proximal struct {
	// Rate gives η_t; nil for InvSqrt{1}. t counts rounds, not passes.
	Rate Rate
	// Radius bounds ‖θ‖; 0 for no bound.
	Radius float64
	// Absorb is σ ≥ 0 of a part (σ/2)‖θ‖² of the regularizer that is treated as part of the loss, which it makes
	// σ-strongly convex: the subgradient step becomes θ ← (1 − η_tσ)θ − η_t g. With InvLinear{σ} the regret is logarithmic.
	// It must not be among the R_j too, and η_tσ ≤ 1.
	Absorb float64
	// Average averages θ_1, …, θ_T, besides keeping the last: see params.Model.Averaged.
	Average bool
	// Shuffle draws a new order of the examples for every pass, from Seed; otherwise they come in their own order.
	Shuffle bool
	Seed    uint64
}

// OnlineState is the state after a pass over all examples. Iter counts passes, Evals examples. Objective and Gap are NaN
// unless Evaluate fills them: RegularizedRisk computes the objective.
type State struct {
	solver.Progress
	Params   toolkit.Params
	MeanLoss float64 // mean of ℓ_i(θ_t) over the rounds of this pass, each at the parameters of its round
	Active   int     // rounds of this pass with a nonzero subgradient
}

// Iterations starts from θ = 0: it resets p when the range begins, trains it in place and yields once a pass.
func (c Proximal) Iterations(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params, terms ...Term) solver.Seq[*State] {
	rate := c.Rate
	if rate == nil {
		rate = InvSqrt{1}
	}
	return func(yield func(*State, error) bool) {
		s := &State{Progress: solver.Unknown(), Params: p}
		for k := range p.Groups() {
			p.Scale(k, 0)
		}
		if err := c.startAverage(p); err != nil {
			yield(s, err)
			return
		}
		order := make([]int, oracle.Len())
		for i := range order {
			order[i] = i
		}
		rng := rand.New(rand.NewPCG(c.Seed, 0))
		var u toolkit.Update
		for {
			if c.Shuffle {
				rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			}
			err := s.pass(ctx, c, rate, order, oracle, terms, &u)
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

func (c Proximal) startAverage(p toolkit.Params) error {
	if !c.Average {
		return nil
	}
	a, ok := p.(Averager)
	if !ok {
		return errors.New("the parameters cannot be averaged")
	}
	a.StartAverage()
	return nil
}

// pass goes once over the examples.
func (s *State) pass(ctx context.Context, c Proximal, rate Rate, order []int, oracle toolkit.Oracle, terms []Term, u *toolkit.Update) error {
	var sum float64
	s.Active = 0
	for _, i := range order {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if c.Average {
			s.Params.(Averager).Tick()
		}
		loss := oracle.Grad(i, s.Params, u)
		sum += loss
		s.Evals++
		s.Step = rate.At(s.Evals)
		if err := absorb(s.Params, s.Step*c.Absorb); err != nil {
			return err
		}
		if len(u.Parts) > 0 {
			s.Active++
			s.Params.Add(-s.Step, u)
		}
		for _, t := range terms {
			if err := t.Prox(s.Params, s.Step); err != nil {
				return err
			}
		}
		if c.Radius > 0 {
			project(s.Params, c.Radius)
		}
	}
	s.Params.Refresh()
	s.Iter++
	s.MeanLoss = sum / float64(max(1, len(order)))
	if !solver.Finite(sum) {
		return solver.ErrDiverged
	}
	s.Objective, s.Gap = solver.Unknown().Objective, solver.Unknown().Gap
	return nil
}

// absorb is θ ← (1 − step) θ.
func absorb(p toolkit.Params, step float64) error {
	switch {
	case step == 0:
		return nil
	case step > 1+1e-12:
		return fmt.Errorf("η_tσ = %g > 1: choose a rate of at most 1/σ", step)
	}
	for k := range p.Groups() {
		p.Scale(k, max(0, 1-step))
	}
	return nil
}

// project scales all groups so that ‖θ‖ ≤ radius.
func project(p toolkit.Params, radius float64) {
	norms := make([]float64, 0, 16)
	for k := range p.Groups() {
		norms = append(norms, p.Norm(k))
	}
	if n := floats.Norm(norms, 2); n > radius {
		for k := range norms {
			p.Scale(k, radius/n)
		}
	}
}

// RegularizedRisk is R_1(θ) + … + R_J(θ) + (1/m) Σ_i ℓ_i(θ), the objective of OnlineProximal, at p.
func RegularizedRisk(oracle toolkit.Oracle, p toolkit.Params, terms ...Term) (float64, error) {
	var (
		u   toolkit.Update
		sum float64
	)
	for i := range oracle.Len() {
		sum += oracle.Grad(i, p, &u)
	}
	sum /= float64(max(1, oracle.Len()))
	for _, t := range terms {
		v, err := t.Value(p)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}

// Linear is the oracle of a separable loss over the rows of A: ℓ_i(θ) = m c_i ℓ_i(⟨a_i, θ⟩), so that the mean over the m
// examples is the loss Σ_i c_i ℓ_i. Its parts are of family 0, row i, column 0: it works with any Params over A.
type LinearOracle struct {
	A    linalg.Rows
	Loss toolkit.Separable
}

// Len is the number of examples.
func (o LinearOracle) Len() int { return o.Loss.Len() }

// Grad writes the subgradient of the loss of example i to u and returns that loss.
func (o LinearOracle) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	var f [1]float64
	p.Scores(f[:], 0, i)
	loss, slope := o.Loss.At(i, f[0])
	m := float64(o.Loss.Len()) * o.Loss.Weight(i)
	u.Reset()
	if slope != 0 {
		u.Add(0, i, 0, m*slope)
	}
	return m * loss
}

// Subset is an oracle of some examples of another: example i is Of's example Index[i].
type Subset struct {
	Of    toolkit.Oracle
	Index []int
}

// Len is the number of examples in the subset.
func (o Subset) Len() int { return len(o.Index) }

// Grad is that of the example in the other oracle.
func (o Subset) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	return o.Of.Grad(o.Index[i], p, u)
}
