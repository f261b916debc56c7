package params_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestKernelAndExplicitRunsAgree trains the same structured model with a linear kernel and with explicit weights.
func TestKernelAndExplicitRunsAgree(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 18))
	const letters, labels = 120, 5
	data := testproblems.RandomSequences(rng, letters/4, labels)
	x := linalg.NewDense(letters, 7, testproblems.Normal(rng, letters*7, 1))
	run := func(b params.Block) []float64 {
		m := params.NewModel([]params.Block{b, params.NewExplicit(1, linalg.Identity(labels), labels)})
		c := online.Proximal{Rate: online.InvSqrt{Eta0: 1}, Radius: 50}
		c.Params = m
		c.Terms = []online.Term{online.OnNorms(prox.Ridge{Mu: 1e-3})}
		seq := c.Iterations(t.Context(), &structured.Hinge{Data: data})
		if _, err := solver.Run(seq, solver.MaxIter(20)); err != nil {
			t.Fatal(err)
		}
		scores := make([]float64, 0, letters*labels)
		for row := range letters {
			s := make([]float64, labels)
			m.Scores(s, 0, row)
			scores = append(scores, s...)
		}
		return append(scores, m.Norm(0))
	}
	a, b := run(blocks["Explicit"](x, labels)), run(blocks["Kernel"](x, labels))
	if !floats.EqualApprox(a, b, 1e-9) {
		t.Errorf("scores and norm differ by %g after 20 epochs", floats.Distance(a, b, math.Inf(1)))
	}
}

// script is an oracle that hands out updates by turns; its loss is 0.
type script []toolkit.Update

func (s script) Len() int { return len(s) }

func (s script) Grad(i int, _ toolkit.Params, u *toolkit.Update) float64 {
	u.Parts = append(u.Parts[:0], s[i].Parts...)
	return 0
}

// TestGroupSwitchedOffAndOn starts a group, lets the regularizer set it to zero while another group grows, and starts
// it again: for blocks of both kinds what came before leaves no trace, in weights, norms or averages.
func TestGroupSwitchedOffAndOn(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		x := linalg.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
		build := func() *params.Model {
			small, large := create(x, 1), params.NewExplicit(1, x, 1)
			return params.NewModel([]params.Block{small}, []params.Block{large})
		}
		part := func(family, row int, v float64) toolkit.Update {
			return toolkit.Update{Parts: []toolkit.Part{{Family: family, Row: row, Value: v}}}
		}
		rounds := script{part(0, 0, -1), part(1, 1, -50), part(1, 1, -50), part(0, 2, -30)}
		term := online.OnNorms(prox.SquaredL1{Lambda: 0.1})
		m := build()
		var norms []float64 // of the small group, before each round
		watch := watched{rounds, func(p toolkit.Params) { norms = append(norms, p.Norm(0)) }}
		steps := online.Proximal{Params: m, Terms: []online.Term{term}, Rate: online.Constant{Eta: 1}, Average: true}
		seq := steps.Iterations(t.Context(), watch)
		if _, err := solver.Run(seq, solver.MaxIter(1)); err != nil {
			t.Fatal(err)
		}
		if !(norms[1] > 0 && norms[2] == 0 && norms[3] == 0 && m.Norm(0) > 0) {
			t.Errorf("%s: norms %v, then %g: the group was not switched off and on", name, norms, m.Norm(0))
		}
		var scores [3]float64
		for row := range scores {
			m.Scores(scores[row:row+1], 0, row)
		}
		if scores[0] != 0 || scores[2] <= 0 || math.Abs(scores[2]-m.Norm(0)) > 1e-12*scores[2] {
			t.Errorf("%s: scores %v, norm %g: what was switched off came back", name, scores, m.Norm(0))
		}
		if mean := m.Averaged(); math.Abs(mean.Norm(0)-norms[1]/4) > 1e-12 { // θ_1, …, θ_4: on in the second alone
			t.Errorf("%s: the average has norm %g, not %g", name, mean.Norm(0), norms[1]/4)
		}
	}
}

// watched calls a function before each gradient.
type watched struct {
	toolkit.Oracle
	before func(toolkit.Params)
}

func (w watched) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	w.before(p)
	return w.Oracle.Grad(i, p, u)
}
