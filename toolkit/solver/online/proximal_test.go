package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// grouped is a two-class problem on n points of p groups of two features each, of which only the first two groups matter; the
// others are scaled by noise. There is one block and group of parameters for each group of features.
func grouped(n, p int, noise float64, seed uint64) (online.LinearOracle, *params.Model, []*params.Explicit) {
	rng := rand.New(rand.NewPCG(seed, 40))
	x := linalg.NewDense(n, 2*p, randomVector(rng, 2*n*p, 1))
	y := make([]float64, n)
	for i := range y {
		row := x.Row(i)
		if p > 2 {
			floats.Scale(noise, row[4:])
		}
		y[i] = 1
		if row[0]+row[min(2, 2*p-1)] < 0 {
			y[i] = -1
		}
	}
	var groups [][]params.Block
	var blocks []*params.Explicit
	for k := range p {
		part := linalg.NewDense(n, 2, nil)
		for i := range n {
			copy(part.Row(i), x.Row(i)[2*k:2*k+2])
		}
		b := params.NewExplicit(0, part, 1)
		groups, blocks = append(groups, []params.Block{b}), append(blocks, b)
	}
	return online.LinearOracle{A: x, Loss: loss.Hinge{Y: y}}, params.NewModel(groups...), blocks
}

// plainly is Algorithm 1 on a dense vector, as the paper writes it: no lazy scale, no kept norms.
func plainly(c online.Proximal, o online.LinearOracle, groups int, psi toolkit.Proxable, epochs int) []float64 {
	n, d := o.A.Dims()
	w, b := make([]float64, d), make([]float64, groups)
	size := d / groups
	t := 0
	for range epochs {
		for i := range n {
			t++
			eta := c.Rate.At(t)
			_, slope := o.Loss.At(i, o.A.DotRow(i, w))
			floats.Scale(1-eta*c.Absorb, w)
			o.A.AddRow(w, -eta*slope, i)
			for k := range b {
				b[k] = floats.Norm(w[k*size:(k+1)*size], 2)
			}
			now := make([]float64, groups)
			psi.Prox(now, b, eta)
			for k := range b {
				if b[k] > 0 {
					floats.Scale(now[k]/b[k], w[k*size:(k+1)*size])
				}
			}
			if norm := floats.Norm(w, 2); c.Radius > 0 && norm > c.Radius {
				floats.Scale(c.Radius/norm, w)
			}
		}
	}
	return w
}

// blockWeights puts the blocks' weights side by side.
func blockWeights(blocks []*params.Explicit) (w []float64) {
	for _, b := range blocks {
		w = append(w, b.Weights()...)
	}
	return w
}

// TestOnlineProximalIsAlgorithm1 compares lazily scaled groups with the plain algorithm: one group and 507 of them, absorbed
// strong convexity, a radius.
func TestOnlineProximalIsAlgorithm1(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		groups int
		online online.Proximal
		psi    toolkit.Proxable
	}{
		"one group":          {1, online.Proximal{Rate: online.InvSqrt{Eta0: 1}}, prox.SquaredL1{Lambda: 0.05}},
		"507 groups":         {507, online.Proximal{Rate: online.InvSqrt{Eta0: 0.3}}, prox.SquaredL1{Lambda: 1e-3}},
		"absorbed":           {5, online.Proximal{Rate: online.InvLinear{Sigma: 0.1}, Absorb: 0.1}, prox.SquaredL1{Lambda: 0.05}},
		"radius":             {5, online.Proximal{Rate: online.Constant{Eta: 0.1}, Radius: 0.5}, prox.L1{Lambda: 0.01}},
		"powers of norms":    {5, online.Proximal{Rate: online.InvSqrt{Eta0: 1}}, prox.Power{Lambda: 0.05, Q: 1.5}},
		"elastic net of MKL": {5, online.Proximal{Rate: online.InvSqrt{Eta0: 1}}, prox.Ridge{Mu: 0.1, Inner: prox.SquaredL1{Lambda: 0.05}}},
	} {
		oracle, model, blocks := grouped(60, c.groups, 1, 1)
		seq := c.online.Iterations(t.Context(), oracle, model, online.OnNorms(c.psi))
		if _, err := solver.Run(seq, solver.MaxIter(5)); err != nil {
			t.Fatal(err)
		}
		want := plainly(c.online, oracle, c.groups, c.psi, 5)
		if got := blockWeights(blocks); !floats.EqualApprox(got, want, 1e-9) {
			t.Errorf("%s: weights differ by %g", name, floats.Distance(got, want, math.Inf(1)))
		}
	}
}

// TestManyGroupsAreSparse finds the two groups that matter among 507, and sets most others to exactly zero.
func TestManyGroupsAreSparse(t *testing.T) {
	t.Parallel()
	oracle, model, _ := grouped(300, 507, 0.1, 2)
	seq := online.Proximal{Rate: online.InvSqrt{Eta0: 0.3}}.Iterations(t.Context(), oracle, model, online.OnNorms(prox.SquaredL1{Lambda: 0.1}))
	if _, err := solver.Run(seq, solver.MaxIter(20)); err != nil {
		t.Fatal(err)
	}
	zeros, others := 0, 0.
	for k := range model.Groups() {
		if model.Norm(k) == 0 {
			zeros++
		}
		if k > 1 {
			others = math.Max(others, model.Norm(k))
		}
	}
	if math.Min(model.Norm(0), model.Norm(1)) <= 2*others {
		t.Errorf("groups that matter have norms %g and %g, another %g", model.Norm(0), model.Norm(1), others)
	}
	if zeros < 300 {
		t.Errorf("%d of 507 groups are zero", zeros)
	}
}

// script is an oracle that hands out updates by turns; its loss is 0.
type script []toolkit.Update

func (s script) Len() int { return len(s) }

func (s script) Grad(i int, _ toolkit.Params, u *toolkit.Update) float64 {
	u.Parts = append(u.Parts[:0], s[i].Parts...)
	return 0
}

// TestGroupSwitchedOffAndOn starts a group, lets the regularizer set it to zero while another group grows, and starts it again:
// for blocks of both kinds what came before leaves no trace, in weights, norms or averages.
func TestGroupSwitchedOffAndOn(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		if create == nil {
			continue
		}
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
		seq := online.Proximal{Rate: online.Constant{Eta: 1}, Average: true}.Iterations(t.Context(), watch, m, term)
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

// TestEpochWithoutMistake trains on separable points until no example has a loss: from then on only the proximity operator
// acts, and the norm falls as it says.
func TestEpochWithoutMistake(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 1, []float64{10, -10})
	oracle := online.LinearOracle{A: x, Loss: loss.Hinge{Y: []float64{1, -1}}}
	m := params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	const lambda, eta = 1e-3, 0.1
	var before float64
	for st, err := range (online.Proximal{Rate: online.Constant{Eta: eta}}).Iterations(t.Context(), oracle, m, online.OnNorms(prox.SquaredL1{Lambda: lambda})) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Iter > 1 {
			if st.Active != 0 || st.MeanLoss != 0 {
				t.Fatalf("pass %d: %d mistakes, mean loss %g", st.Iter, st.Active, st.MeanLoss)
			}
			want := before / ((1 + eta*lambda) * (1 + eta*lambda))
			if math.Abs(m.Norm(0)-want) > 1e-14 {
				t.Errorf("pass %d: norm %.17g, not %.17g", st.Iter, m.Norm(0), want)
			}
		}
		before = m.Norm(0)
		if st.Iter == 10 {
			return
		}
	}
}

// TestOneKernelMKLIsTheSVM: with one group, the squared sum of norms is the squared norm.
func TestOneKernelMKLIsTheSVM(t *testing.T) {
	t.Parallel()
	var w [2][]float64
	for i, psi := range []toolkit.Proxable{prox.SquaredL1{Lambda: 0.02}, prox.Ridge{Mu: 0.02}} {
		oracle, model, blocks := grouped(80, 1, 1, 3)
		if _, err := solver.Run(online.Proximal{}.Iterations(t.Context(), oracle, model, online.OnNorms(psi)), solver.MaxIter(20)); err != nil {
			t.Fatal(err)
		}
		w[i] = blockWeights(blocks)
	}
	if !floats.EqualApprox(w[0], w[1], 1e-12) {
		t.Errorf("MKL has the weights %v, the SVM %v", w[0], w[1])
	}
}

// TestEachGroup takes the sequential steps over groups: on disjoint ones they are the group lasso's prox, on nested ones, from
// the leaves up, the tree's, and on overlapping ones the shrinkings in their order, which are not the prox of the sum.
func TestEachGroup(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 42))
	sequential := func(lambda float64, g prox.Groups, weights, v []float64) []float64 {
		out := append([]float64(nil), v...)
		for _, r := range prox.EachGroup(lambda, g, weights) {
			r.Prox(out, out, 0.7)
		}
		return out
	}
	for range 100 {
		v := randomVector(rng, 6, 2)
		got := make([]float64, 6)
		disjoint, weights := prox.Groups{{0, 1}, {2, 3, 4}}, []float64{1, 2}
		prox.L21{Lambda: 0.5, Groups: disjoint, Weights: weights}.Prox(got, v, 0.7)
		if want := sequential(0.5, disjoint, weights, v); !floats.EqualApprox(got, want, 1e-14) {
			t.Fatalf("disjoint groups: %v, in steps %v", got, want)
		}
		nested := prox.Groups{{0, 1}, {2, 3}, {0, 1, 2, 3, 4, 5}}
		prox.Tree{Lambda: 0.5, Groups: nested}.Prox(got, v, 0.7)
		if want := sequential(0.5, nested, nil, v); !floats.EqualApprox(got, want, 1e-14) {
			t.Fatalf("nested groups: %v, in steps %v", got, want)
		}
	}
	v := []float64{1, 1, 1}
	there, back := sequential(1, prox.Groups{{0, 1}, {1, 2}}, nil, v), sequential(1, prox.Groups{{1, 2}, {0, 1}}, nil, v)
	if floats.EqualApprox(there, back, 1e-3) {
		t.Errorf("overlapping groups gave %v in both orders", there)
	}
}
