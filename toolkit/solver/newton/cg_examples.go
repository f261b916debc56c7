package newton

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ridges takes a problem of a dense A with fewer examples than features as one with as many features as examples: the
// minimum is in the range of Aᵀ, and with A Aᵀ = L Lᵀ
//
//	W = AᵀL⁻ᵀV,  A W = L V,  ‖W‖ = ‖V‖.
//
// Where rounding is more in that than in products with A the latter go on from the point that it came to.
//
// Source: the representer theorem: Kimeldorf, Wahba, Some Results on Tchebycheffian Spline Functions, J. Math. Anal.
// Appl. 1971.
type ridges struct {
	*newtonCG               // in W and B
	of        *newtonCG     // in V and B; nil where products with A take fewer steps
	l         *linalg.Dense // L, with the pivot 0 for examples that depend on those before
	spoilt    bool          // by rounding
}

// Of at least so many times as many features as examples A is taken so, once products with the Hessian have cost what L
// does, and at once where L costs no more than so many: hardly a problem takes less. A gap of the weights W so many
// times that in V says that rounding spoils it.
const (
	wideEnough = 2
	soonTaken  = 36
	spoiltGap  = 100
)

// pay tells whether it is time for that.
func (r *ridges) pay() bool {
	rows, d := r.a.Dims()
	if r.spoilt || r.of != nil || !(r.mu > 0) || !linalg.IsDense(r.a) || d < wideEnough*rows || rows > mostFactored {
		return false
	}
	ratio := float64(rows) / float64(d)
	products := float64(rows) / (4 * float64(r.o.K)) * (1/r.quick() + ratio/(3*factorQuick))
	return products <= soonTaken || r.spent >= products
}

// begin begins it at the weights.
func (r *ridges) begin() (err error) {
	rows, _ := r.a.Dims()
	r.l = linalg.CholeskyOfGram(linalg.GramOfRows(r.a, nil), rows)
	p := solver.NewProblem(r.l, r.p.Loss, nil).WithRidge(r.mu).WithUnpenalized(r.free)
	p.Tol = r.p.Tol
	v := make([]float64, rows*r.o.K)
	linalg.MulMat(v, r.a, r.s.w[:r.ridged], r.o.K)
	eachOutput(v, r.o.K, func(v []float64) {
		for i := range v {
			v[i] = over(v[i]-linalg.Dot(r.l.Row(i)[:i], v[:i]), r.l.At(i, i))
		}
	})
	r.of, err = newNewtonCG(p, r.inner, append(v, r.s.w[r.ridged:]...))
	return err
}

// weights are W and B.
func (r *ridges) weights() []float64 {
	_, d := r.a.Dims()
	alpha := append([]float64(nil), r.of.s.w[:r.of.ridged]...)
	eachOutput(alpha, r.o.K, func(v []float64) {
		for j := len(v) - 1; j >= 0; j-- {
			v[j] = over(v[j], r.l.At(j, j))
			linalg.Axpy(v[:j], -v[j], r.l.Row(j)[:j])
		}
	})
	w := make([]float64, d*r.o.K)
	linalg.MulTransMat(w, r.a, alpha, r.o.K)
	return append(w, r.of.s.w[r.of.ridged:]...)
}

// step takes a Newton step in W, or in V, and goes back to W where a gap is to be had.
func (r *ridges) step(ctx context.Context) (objective float64, err error) {
	if r.pay() {
		if err := r.begin(); err != nil {
			return r.s.Objective, err
		}
	}
	if r.of == nil {
		return r.newtonCG.step(ctx)
	}
	s, of := r.s, r.of.s
	iter, evals := s.Iter+1, s.Evals-of.Evals
	_, err = r.of.step(ctx)
	s.Progress, s.Promise, s.w = of.Progress, of.Promise, nil
	s.Iter, s.Evals = iter, evals+of.Evals
	s.weights = r.weights
	if err != nil || !(of.Gap >= 0) {
		return s.Objective, err
	}
	s.w, s.weights = r.weights(), nil
	r.o.Predict(r.z, r.x, s.w)
	s.Objective = r.o.Slopes(r.slopes, r.z) + r.ridge(s.w)
	r.gradient()
	if r.certify(); s.Gap > spoiltGap*of.Gap && !r.p.Within(s.Gap, s.Objective) {
		r.of, r.spoilt = nil, true
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
