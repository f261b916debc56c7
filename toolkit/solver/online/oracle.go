package online

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// LinearOracle is the oracle of a separable loss over the rows of A: ℓ_i(θ) = m c_i ℓ_i(⟨a_i, θ⟩), so that the mean
// over the m examples is the loss Σ_i c_i ℓ_i. Its parts are of family 0, row i, column 0: it works with any Params
// over A.
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

// Weigh is an oracle with losses c_i ℓ_i in the place of ℓ_i; the weights are one an example, finite and not negative,
// and nil for ones.
func Weigh(of toolkit.Oracle, weights []float64) (toolkit.Oracle, error) {
	if weights == nil {
		return of, nil
	}
	if len(weights) != of.Len() {
		return nil, fmt.Errorf("there are %d weights of %d examples", len(weights), of.Len())
	}
	for i, v := range weights {
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("the weight of example %d is %g: it must be finite and not negative", i+1, v)
		}
	}
	return weighted{of, weights}, nil
}

// weighted is an oracle with weights.
type weighted struct {
	toolkit.Oracle
	weights []float64
}

// Grad is that of the example in the other oracle, times its weight.
func (o weighted) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	loss, c := o.Oracle.Grad(i, p, u), o.weights[i]
	for k := range u.Parts {
		u.Parts[k].Value *= c
	}
	return c * loss
}

// Slack is that of the example in the other oracle, times its weight.
func (o weighted) Slack(i int) float64 { return o.weights[i] * solver.SlackOf(o.Oracle, i) }

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

// Slack is that of the example in the other oracle.
func (o Subset) Slack(i int) float64 { return solver.SlackOf(o.Of, o.Index[i]) }
