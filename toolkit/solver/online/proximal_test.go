package online_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// grouped is a two-class problem on n points of p groups of two features each, of which only the first two groups
// matter; the others are scaled by noise. There is one block and group of parameters for each group of features.
func grouped(n, p int, noise float64, seed uint64) (online.LinearOracle, *params.Model, []*params.Explicit) {
	rng := rand.New(rand.NewPCG(seed, 40))
	x := linalg.NewDense(n, 2*p, testproblems.Normal(rng, 2*n*p, 1))
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

// TestProximalIsAlgorithm1 compares lazily scaled groups with the plain algorithm: one group and 507 of them, absorbed
// strong convexity, a radius.
func TestProximalIsAlgorithm1(t *testing.T) {
	t.Parallel()
	type proximal = online.Proximal
	whole := prox.Ridge{Mu: 0.1, Inner: prox.SquaredL1{Lambda: 0.05}}
	for name, c := range map[string]struct {
		groups int
		online proximal
		psi    toolkit.Proxable
	}{
		"one group":          {1, proximal{Rate: online.InvSqrt{Eta0: 1}}, prox.SquaredL1{Lambda: 0.05}},
		"507 groups":         {507, proximal{Rate: online.InvSqrt{Eta0: 0.3}}, prox.SquaredL1{Lambda: 1e-3}},
		"absorbed":           {5, proximal{Rate: online.InvLinear{Sigma: 0.1}, Absorb: 0.1}, prox.SquaredL1{Lambda: 0.05}},
		"radius":             {5, proximal{Rate: online.Constant{Eta: 0.1}, Radius: 0.5}, prox.L1{Lambda: 0.01}},
		"powers of norms":    {5, proximal{Rate: online.InvSqrt{Eta0: 1}}, prox.Power{Lambda: 0.05, Q: 1.5}},
		"elastic net of MKL": {5, proximal{Rate: online.InvSqrt{Eta0: 1}}, whole},
	} {
		oracle, model, blocks := grouped(60, c.groups, 1, 1)
		c.online.Params, c.online.Terms = model, []online.Term{online.OnNorms(c.psi)}
		if _, err := solver.Run(c.online.Iterations(t.Context(), oracle), solver.MaxIter(5)); err != nil {
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
	algorithm, term := online.Proximal{Rate: online.InvSqrt{Eta0: 0.3}}, online.OnNorms(prox.SquaredL1{Lambda: 0.1})
	algorithm.Params = model
	algorithm.Terms = []online.Term{term}
	seq := algorithm.Iterations(t.Context(), oracle)
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

// TestEpochWithoutMistake trains on separable points until no example has a loss: from then on only the proximity
// operator acts, and the norm falls as it says.
func TestEpochWithoutMistake(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 1, []float64{10, -10})
	oracle := online.LinearOracle{A: x, Loss: loss.Hinge{Y: []float64{1, -1}}}
	m := params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	const lambda, eta = 1e-3, 0.1
	var before float64
	algorithm, term := online.Proximal{Rate: online.Constant{Eta: eta}}, online.OnNorms(prox.SquaredL1{Lambda: lambda})
	algorithm.Params = m
	algorithm.Terms = []online.Term{term}
	for st, err := range algorithm.Iterations(t.Context(), oracle) {
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
		seq := online.Proximal{Params: model, Terms: []online.Term{online.OnNorms(psi)}}.Iterations(t.Context(), oracle)
		if _, err := solver.Run(seq, solver.MaxIter(20)); err != nil {
			t.Fatal(err)
		}
		w[i] = blockWeights(blocks)
	}
	if !floats.EqualApprox(w[0], w[1], 1e-12) {
		t.Errorf("MKL has the weights %v, the SVM %v", w[0], w[1])
	}
}
