package newton

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// fewExamples is a problem of a dense A with fewer examples than features as one with as many features as examples: the
// minimum is in the range of Aᵀ, and with A Aᵀ = L Lᵀ
//
//	W = AᵀL⁻ᵀV,  A W = L V,  ‖W‖ = ‖V‖.
//
// Where rounding is more in that than in products with A the latter go on from the point that it came to.
//
// Source: the representer theorem: Kimeldorf, Wahba, Some Results on Tchebycheffian Spline Functions, J. Math. Anal.
// Appl. 1971.
type fewExamples struct {
	of *newtonCG     // in V and B
	l  *linalg.Dense // L, with the pivot 0 for examples that depend on those before
}

// Of at least so many times as many features as examples A is taken so, once products with the Hessian have cost as
// much as L does. A gap of the weights W so many times that in V says that rounding spoils it.
const (
	wideEnough = 2
	spoiltGap  = 100
)

// examplesPay tells whether it is time for that.
func (n *newtonCG) examplesPay() bool {
	rows, d := n.a.Dims()
	if n.spoilt || n.few != nil || !(n.mu > 0) || !linalg.IsDense(n.a) || d < wideEnough*rows || rows > mostFactored {
		return false
	}
	quick := float64(gramQuick)
	if n.o.K > 1 { // products with several outputs wait less
		quick /= 2
	}
	ratio := float64(rows) / float64(d)
	products := float64(rows) / (4 * float64(n.o.K)) * (1/quick + ratio/(3*factorQuick))
	return products <= fewFactored || n.spent >= products
}

// takeExamples begins it at the weights.
func (n *newtonCG) takeExamples() (err error) {
	rows, _ := n.a.Dims()
	l := linalg.CholeskyOfGram(linalg.GramOfRows(n.a, nil), rows)
	p := solver.NewProblem(l, n.p.Loss, nil).WithRidge(n.mu).WithUnpenalized(n.free)
	p.Tol = n.p.Tol
	v := make([]float64, rows*n.o.K)
	linalg.MulMat(v, n.a, n.s.w[:n.ridged], n.o.K)
	eachOutput(v, n.o.K, func(v []float64) {
		for i := range v {
			v[i] = over(v[i]-linalg.Dot(l.Row(i)[:i], v[:i]), l.At(i, i))
		}
	})
	of, err := CG{Inner: n.Inner, Start: append(v, n.s.w[n.ridged:]...)}.start(p)
	n.few = &fewExamples{of, l}
	return err
}

// weights are W and B.
func (f *fewExamples) weights(a linalg.Map) []float64 {
	_, d := a.Dims()
	k := f.of.o.K
	alpha := append([]float64(nil), f.of.s.w[:f.of.ridged]...)
	eachOutput(alpha, k, func(v []float64) {
		for j := len(v) - 1; j >= 0; j-- {
			v[j] = over(v[j], f.l.At(j, j))
			linalg.Axpy(v[:j], -v[j], f.l.Row(j)[:j])
		}
	})
	w := make([]float64, d*k)
	linalg.MulTransMat(w, a, alpha, k)
	return append(w, f.of.s.w[f.of.ridged:]...)
}

// step takes a Newton step in V, and goes back to W where a gap is to be had.
func (f *fewExamples) step(ctx context.Context, n *newtonCG) (objective float64, err error) {
	s, of := n.s, f.of.s
	iter, evals := s.Iter+1, s.Evals-of.Evals
	_, err = f.of.step(ctx)
	s.Progress, s.Promise, s.w = of.Progress, of.Promise, nil
	s.Iter, s.Evals = iter, evals+of.Evals
	s.weights = func() []float64 { return f.weights(n.a) }
	if err != nil || !(of.Gap >= 0) {
		return s.Objective, err
	}
	s.w, s.weights = s.weights(), nil
	n.o.Predict(n.z, n.x, s.w)
	s.Objective = n.o.Slopes(n.slopes, n.z) + n.ridge(s.w)
	n.gradient()
	if n.certify(); s.Gap > spoiltGap*of.Gap && !n.p.Within(s.Gap, s.Objective) {
		n.few, n.spoilt = nil, true
	}
	return s.Objective, nil
}

// eachOutput calls do for the columns of an n×k matrix, which it may change.
func eachOutput(v []float64, k int, do func(column []float64)) {
	n := len(v) / k
	t := make([]float64, len(v))
	linalg.Transpose(t, v, n, k)
	for c := range k {
		do(t[c*n : (c+1)*n])
	}
	linalg.Transpose(v, t, k, n)
}

// over is v/pivot, 0 where that is 0.
func over(v, pivot float64) float64 {
	if pivot == 0 {
		return 0
	}
	return v / pivot
}
