package online_test

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

// chainPlainly is Algorithm 1 for the hinge over chains on one dense vector, emissions then transitions, each column by
// column, as the paper writes it: features written out, labellings enumerated, and the proxes of λ1‖·‖₁ and of
// (λ2/2)(Σ‖θ_k‖)² for the two groups, one after the other.
func chainPlainly(x *linalg.Dense, data *structured.Sequences, l1, l2, eta0 float64, epochs int) []float64 {
	c := data.Labels
	size := x.C * c
	w := make([]float64, size+c*c)
	phi := func(lo int, y []int) []float64 {
		v := make([]float64, len(w))
		for t, l := range y {
			floats.Add(v[l*x.C:(l+1)*x.C], x.Row(lo+t))
			if t > 0 {
				v[size+l*c+y[t-1]]++
			}
		}
		return v
	}
	t := 0
	for range epochs {
		for i := range data.Len() {
			t++
			eta := eta0 / math.Sqrt(float64(t))
			y := data.Of(i)
			truth, best := phi(data.Start[i], y), math.Inf(-1)
			var g []float64
			testproblems.EachLabelling(len(y), c, func(guess []int) {
				v := phi(data.Start[i], guess)
				floats.Sub(v, truth)
				value := floats.Dot(v, w)
				for s := range y {
					if guess[s] != y[s] {
						value++
					}
				}
				if value > best {
					best, g = value, v
				}
			})
			floats.AddScaled(w, -eta, g)
			for j, v := range w {
				w[j] = math.Copysign(max(0, math.Abs(v)-eta*l1), v)
			}
			groups := [][]float64{w[:size], w[size:]}
			before := []float64{floats.Norm(groups[0], 2), floats.Norm(groups[1], 2)}
			now := make([]float64, 2)
			prox.SquaredL1{Lambda: l2}.Prox(now, before, eta)
			for k, b := range before {
				if b > 0 {
					floats.Scale(now[k]/b, groups[k])
				}
			}
		}
	}
	return w
}

// TestSparseGroupsOfAChain trains a chain of two groups, with a regularizer of single weights and then one of the group
// norms, and compares with plain Algorithm 1; as one vector and group by group.
func TestSparseGroupsOfAChain(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	data := testproblems.RandomSequences(rng, 12, 3)
	x := linalg.NewDense(len(data.Y), 4, testproblems.Normal(rng, 4*len(data.Y), 1))
	const l1, l2, eta0 = 0.2, 0.1, 0.5
	want := chainPlainly(x, data, l1, l2, eta0, 6)
	for name, term := range map[string]online.Term{
		"one vector": online.OnVector(prox.L1{Lambda: l1}), "all groups": online.InGroups(prox.L1{Lambda: l1}),
		"named": online.InGroups(prox.L1{Lambda: l1}, 1, 0),
	} {
		emission := params.NewExplicit(structured.Emission, x, 3)
		transition := params.NewExplicit(structured.Transition, linalg.Identity(3), 3)
		m := params.NewModel([]params.Block{emission}, []params.Block{transition})
		c := online.Proximal{Rate: online.InvSqrt{Eta0: eta0}, Average: true}
		onNorms := online.OnNorms(prox.SquaredL1{Lambda: l2})
		c.Params = m
		c.Terms = []online.Term{term, onNorms}
		seq := c.Iterations(t.Context(), &structured.Hinge{Data: data})
		if _, err := solver.Run(seq, solver.MaxIter(6)); err != nil {
			t.Fatal(err)
		}
		w, ok := m.Vector()
		if !ok || !floats.EqualApprox(w, want, 1e-10) {
			t.Errorf("%s: weights %v, plainly %v", name, w, want)
		}
		zeros := 0
		for _, v := range w {
			if v == 0 {
				zeros++
			}
		}
		value, err := term.Value(m)
		if zeros == 0 || err != nil || !testproblems.Near(value, l1*floats.Norm(want, 1), 1e-10) {
			t.Errorf("%s: %d weights are 0, value %g, error %v", name, zeros, value, err)
		}
	}
}

// TestSparseGroupBesideAKernel: where a group is no vector, another may be; its single weights shrink, and the kernel's
// do not.
func TestSparseGroupBesideAKernel(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 2, []float64{1, 0, 0, 1})
	k, e := params.NewKernel(0, linalg.NewDense(2, 2, []float64{1, 0, 0, 1}), 1), params.NewExplicit(0, x, 1)
	m := params.NewModel([]params.Block{k}, []params.Block{e})
	m.Add(1, &toolkit.Update{Parts: []toolkit.Part{{Row: 0, Value: 3}, {Row: 1, Value: -0.5}}})
	term := online.InGroups(prox.L1{Lambda: 2}, 1)
	if value, err := term.Value(m); err != nil || value != 7 {
		t.Errorf("value %g, error %v", value, err)
	}
	if err := term.Prox(m, 0.5); err != nil {
		t.Fatal(err)
	}
	of, w := k.Coefficients().Data, e.Weights()
	if !floats.Equal(of, []float64{3, -0.5}) || !floats.Equal(w, []float64{2, 0}) || m.Norm(1) != 2 {
		t.Errorf("coefficients %v, weights %v, norm %g", of, w, m.Norm(1))
	}
}
