package lowrank_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// TestFixedStep compares every objective of the method with a fixed L with those of plain FISTA, written from the
// formulas over gonum's decomposition; with the decomposition that forms no matrix too.
func TestFixedStep(t *testing.T) {
	t.Parallel()
	p := outputs(11, false, 0.02)
	l := 1.5 * p.Lipschitz()
	want := plainFISTA(p, l, 60)
	for _, form := range []lowrank.Decomposition{lowrank.ThinSVD, lowrank.GramEigen, lowrank.MatrixFree} {
		for st, err := range (lowrank.AcceleratedProximal{Decomposition: form, Fixed: l}).Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if d := math.Abs(st.Objective - want[st.Iter-1]); !(d <= 1e-10*want[0]) || st.Step != 1/l {
				t.Fatalf("form %d, iteration %d: objective %g, step %g; plainly %g", form, st.Iter, st.Objective, st.Step,
					want[st.Iter-1])
			}
			if st.Iter == len(want) {
				break
			}
		}
	}
	if !(want[59] < 0.95*want[0]) {
		t.Errorf("objectives from %g to %g: nothing was minimized", want[0], want[59])
	}
	for _, wrong := range []float64{-1, math.NaN(), math.Inf(1)} {
		seq := lowrank.AcceleratedProximal{Fixed: wrong}.Iterations(t.Context(), p)
		if _, err := solver.Run(seq, solver.MaxIter(1)); err == nil {
			t.Errorf("L = %g was accepted", wrong)
		}
	}
}

// plainFISTA returns P after every iteration of W_{t+1} = Prox_{λ/L}(Y_t − ∇φ(Y_t)/L), with momentum.
func plainFISTA(p *solver.Problem, l float64, iterations int) (objectives []float64) {
	_, d := p.A.Dims()
	k := p.Outputs()
	lambda := p.Lambda * p.Penalty.(lowrank.TraceNorm).TraceNorm()
	w, y, gradient := make([]float64, d*k), make([]float64, d*k), make([]float64, d*k)
	t := 1.
	for range iterations {
		p.ValueGrad(gradient, y)
		step := make([]float64, d*k)
		for i := range step {
			step[i] = y[i] - gradient[i]/l
		}
		next, trace := soft(step, d, k, lambda/l)
		after := (1 + math.Sqrt(1+4*t*t)) / 2
		for i := range y {
			y[i] = next[i] + (t-1)/after*(next[i]-w[i])
		}
		w, t = next, after
		objectives = append(objectives, p.Value(w)+lambda*trace)
	}
	return objectives
}

// soft is U max(0, Σ − c) Vᵀ, and the sum of its singular values.
func soft(w []float64, d, k int, c float64) (out []float64, trace float64) {
	var svd mat.SVD
	svd.Factorize(mat.NewDense(d, k, w), mat.SVDThin)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	for j, s := range values {
		values[j] = math.Max(0, s-c)
		trace += values[j]
	}
	var us, product mat.Dense
	us.Mul(&u, mat.NewDiagDense(len(values), values))
	product.Mul(&us, v.T())
	return product.RawMatrix().Data, trace
}
