package inference

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// Degrees are the degrees of freedom of the solution,
//
//	df = tr[ Z_A (Z_AᵀZ_A + ∇²(λΩ)_A + μI)⁻¹ Z_Aᵀ ] + rank F,
//
// with A the weights that are not set to 0, Z the features times √(c_i ℓ”_i) with what nothing penalizes, F (the
// intercept, say), projected out, and ∇²Ω on A: 0 for single weights, ω_g/‖w_g‖ (I − w_g w_gᵀ/‖w_g‖²) for a group. For
// the squared loss that is an unbiased estimate of Σ_i cov(f_i, y_i)/σ², and in particular
//
//   - the rank of X_A for the lasso, which is |A| for features in general position;
//   - tr X(XᵀX + nμI)⁻¹Xᵀ for ridge regression, and the same on A for the elastic net;
//   - for the group lasso between the numbers of groups and of weights that are not 0.
//
// For the trace norm A are the directions that keep the rank (traceDegrees). For other losses it is the same of the
// last step of reweighted least squares. It is known for penalties that are sums of norms over blocks
// (toolkit.BlockNorm), for the trace norm, and without a penalty.
//
// Source: Zou, Hastie, Tibshirani, On the Degrees of Freedom of the Lasso, Ann. Statist. 2007; Tibshirani, Taylor,
// Degrees of Freedom in Lasso Problems, Ann. Statist. 2012, for the elastic net; Vaiter, Deledalle, Peyré, Fadili,
// Dossal, The Degrees of Freedom of Partly Smooth Regularizers, Ann. Inst. Statist. Math. 2017, for groups, whose
// orthonormal case is Yuan and Lin's, J. Royal Statistical Society B 2006, equation 6.2.
func (q *Local) Degrees(ctx context.Context) (float64, error) {
	p := q.problem
	norm, blocks := p.Penalty.(toolkit.BlockNorm)
	trace, spectral := p.Penalty.(lowrank.TraceNorm)
	if p.Penalty != nil && !blocks && !spectral {
		return 0, fmt.Errorf("degrees of freedom are known without a penalty, with sums of norms over blocks "+
			"(toolkit.BlockNorm) and with the trace norm, not with %s", check.NameOf(p.Penalty))
	}
	if spectral {
		df, err := q.traceDegrees(ctx, p.Lambda*trace.TraceNorm(), p.Mu)
		return df + float64(len(q.fixed)), err
	}
	a := q.all()
	if p.Penalty != nil {
		a = q.active(norm)
	}
	z := q.design(a.variables)
	df, err := aside(ctx, func() (float64, error) { return a.trace(z, p.Lambda, p.Mu) })
	return df + float64(len(q.fixed)), err
}

// activeSet are the weights that are not set to 0, in ascending order, with the blocks of several of them.
type activeSet struct {
	variables []int
	weights   []float64 // of the variables
	blocks    [][]int   // places in variables
	omega     []float64 // of the blocks
}

func (q *Local) all() *activeSet {
	a := &activeSet{weights: q.weights}
	for v := range q.weights {
		a.variables = append(a.variables, v)
	}
	return a
}

// active finds the weights in blocks that are not 0, and in none.
func (q *Local) active(norm toolkit.BlockNorm) *activeSet {
	blocks, omega := norm.Blocks(len(q.weights))
	a, off := &activeSet{}, make([]bool, len(q.weights))
	for v, w := range q.weights {
		if blocks == nil {
			off[v] = w == 0 && omega[v] > 0
		}
	}
	for b, block := range blocks {
		if omega[b] > 0 && normOf(q.weights, block) == 0 {
			for _, v := range block {
				off[v] = true
			}
		}
	}
	place := make([]int, len(q.weights))
	for v, w := range q.weights {
		if !off[v] {
			place[v] = len(a.variables)
			a.variables, a.weights = append(a.variables, v), append(a.weights, w)
		}
	}
	for b, block := range blocks {
		if len(block) < 2 || omega[b] == 0 || off[block[0]] {
			continue
		}
		places := make([]int, len(block))
		for k, v := range block {
			places[k] = place[v]
		}
		a.blocks, a.omega = append(a.blocks, places), append(a.omega, omega[b])
	}
	return a
}

// normOf is the norm of some entries.
func normOf(x []float64, which []int) float64 {
	part := make([]float64, len(which))
	for k, j := range which {
		part[k] = x[j]
	}
	return floats.Norm(part, 2)
}

// trace is tr[Z(ZᵀZ + C)⁻¹Zᵀ] with C = ∇²(λΩ) + μI, for Zᵀ given row by row.
func (a *activeSet) trace(z *linalg.Dense, lambda, mu float64) (float64, error) {
	if z.R == 0 {
		return 0, nil
	}
	if a.blocks == nil {
		return ridgeTrace(z, mu)
	}
	gram := make([]float64, z.R*z.R)
	linalg.Gemm(gram, z.Data, z.Data, z.R, z.C, z.R, true)
	bend := mat.NewSymDense(z.R, nil)
	for v := range z.R {
		bend.SetSym(v, v, mu)
	}
	for b, places := range a.blocks {
		norm := normOf(a.weights, places)
		for k, i := range places {
			bend.SetSym(i, i, bend.At(i, i)+lambda*a.omega[b]/norm)
			for _, j := range places[:k+1] {
				bend.SetSym(i, j, bend.At(i, j)-lambda*a.omega[b]*a.weights[i]*a.weights[j]/(norm*norm*norm))
			}
		}
	}
	var whole mat.SymDense
	whole.AddSym(mat.NewSymDense(z.R, gram), bend)
	return shareOf(&whole, mat.NewSymDense(z.R, gram))
}

// ridgeTrace is Σ_k s_k/(s_k + μ) over the eigenvalues of the smaller Gram matrix; the rank where μ = 0.
func ridgeTrace(z *linalg.Dense, mu float64) (float64, error) {
	left, small, inner := z.Data, z.R, z.C
	if z.C < z.R {
		left = make([]float64, len(z.Data))
		linalg.Transpose(left, z.Data, z.R, z.C)
		small, inner = inner, small
	}
	gram := make([]float64, small*small)
	linalg.Gemm(gram, left, left, small, inner, small, true)
	values, _, ok := linalg.EigenSym(gram, small)
	if !ok {
		return 0, errors.New("degrees of freedom: the Gram matrix has no eigenvalues that could be found")
	}
	var sum float64
	for _, s := range values {
		if s > values[0]*float64(max(z.R, z.C))*0x1p-52 {
			sum += s / (s + mu)
		}
	}
	return sum, nil
}
