package newton

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// InteriorPoint minimizes the objective of a linear support vector machine,
//
//	P(w) = (λ/2)‖w‖² + Σ_i c_i max(0, 1 − y_i (⟨a_i, w⟩ + b)),      y_i ∈ {−1, +1}, λ > 0, b = 0 without an intercept,
//
// to high accuracy, for reference: a primal-dual interior-point method with Mehrotra's corrector. An iteration factors one d×d
// matrix, O(d³ + Σ_i nnz(a_i)²), so that d up to about 2,000 is practical; small λ costs no more iterations than large.
//
// Source: Mehrotra, On the Implementation of a Primal-Dual Interior Point Method, SIAM J. Optim. 1992; for this problem Ferris
// and Munson, Interior-Point Methods for Massive Support Vector Machines, SIAM J. Optim. 2002.
type InteriorPoint struct {
	// Weights are c_i > 0; nil for 1/m.
	Weights []float64
	// Intercept minimizes over b too, which is not penalized. It is the last weight.
	Intercept bool
}

// InteriorPointState is the state after an iteration. Gap is P(W) − D, with the dual objective at the iteration's
// multipliers, clipped to be feasible: a bound of the error whatever went before.
type InteriorPointState struct {
	solver.Progress
	W []float64
}

// X copies the weights to dst, or to a new slice where that is too short.
func (s *InteriorPointState) X(dst []float64) []float64 {
	return append(dst[:0], s.W...)
}

// Iterations solves
//
//	min (λ/2)‖w‖² + Σ c_i ξ_i   subject to   z_i = y_i⟨a_i,w⟩ + ξ_i − 1 ≥ 0,  ξ_i ≥ 0,
//
// with multipliers α_i of z_i and c_i − α_i of ξ_i. Where rounding allows no progress, the point stays: stop at a gap.
func (c InteriorPoint) Iterations(ctx context.Context, a *linalg.CSR, y []float64, lambda float64) solver.Seq[*InteriorPointState] {
	return func(yield func(*InteriorPointState, error) bool) {
		ip, err := newInteriorPoint(c, a, y, lambda)
		s := &InteriorPointState{Progress: solver.Unknown()}
		if err != nil {
			yield(s, err)
			return
		}
		s.W = make([]float64, ip.a.C)
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = ip.iterate(s)
			}
			if err == nil && !solver.Finite(s.Objective) {
				err = solver.ErrDiverged
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type interiorPoint struct {
	a      *linalg.CSR
	y, c   []float64
	lambda float64
	ridged int // the columns that λ penalizes: all, or all but the last

	w                 []float64
	xi, z, alpha, bet []float64 // slacks ξ and z, multipliers α of z and β of ξ

	dw                 []float64
	dxi, dz, dal, dbet []float64
	q, inv, aw, r3, r4 []float64
	normal             []float64 // λI + Aᵀ diag(inv) A, the upper triangle by rows
	rhs                []float64
}

func newInteriorPoint(set InteriorPoint, a *linalg.CSR, y []float64, lambda float64) (*interiorPoint, error) {
	switch {
	case set.Weights != nil && len(set.Weights) != a.R:
		return nil, fmt.Errorf("%d weights for %d examples", len(set.Weights), a.R)
	case len(y) != a.R || a.R == 0:
		return nil, fmt.Errorf("%d labels for %d examples", len(y), a.R)
	case !(lambda > 0) || math.IsInf(lambda, 1):
		return nil, fmt.Errorf("λ = %g: it must be positive and finite", lambda)
	}
	for i, v := range y {
		if v != 1 && v != -1 {
			return nil, fmt.Errorf("example %d has label %g: labels are +1 and −1", i, v)
		}
	}
	ip := &interiorPoint{a: a, y: y, c: set.Weights, lambda: lambda, ridged: a.C}
	if set.Intercept {
		ip.a = withOnes(a)
	}
	m, d := a.R, ip.a.C
	if ip.c == nil {
		ip.c = make([]float64, m)
		for i := range ip.c {
			ip.c[i] = 1 / float64(m)
		}
	}
	for i, c := range ip.c {
		if !(c > 0) || math.IsInf(c, 1) {
			return nil, fmt.Errorf("the weight of example %d is %g: it must be positive and finite", i, c)
		}
	}
	for _, v := range []*[]float64{&ip.w, &ip.dw, &ip.rhs} {
		*v = make([]float64, d)
	}
	for _, v := range []*[]float64{&ip.xi, &ip.z, &ip.alpha, &ip.bet, &ip.dxi, &ip.dz, &ip.dal, &ip.dbet, &ip.q, &ip.inv, &ip.aw, &ip.r3, &ip.r4} {
		*v = make([]float64, m)
	}
	ip.normal = make([]float64, d*d)
	for i := range m {
		ip.xi[i], ip.z[i] = 1.5, 0.5 // at w = 0: feasible
		ip.alpha[i], ip.bet[i] = ip.c[i]/2, ip.c[i]/2
	}
	return ip, nil
}

// withOnes is a matrix with another column, of ones.
func withOnes(a *linalg.CSR) *linalg.CSR {
	out := &linalg.CSR{R: a.R, C: a.C + 1, Ptr: make([]int, 1, a.R+1)}
	for i := range a.R {
		col, val := a.Row(i)
		out.Col, out.Val = append(append(out.Col, col...), int32(a.C)), append(append(out.Val, val...), 1)
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out
}

// iterate takes one predictor-corrector step.
func (ip *interiorPoint) iterate(s *InteriorPointState) error {
	m := float64(len(ip.y))
	for i := range ip.inv {
		ip.inv[i] = 1 / (ip.xi[i]/ip.bet[i] + ip.z[i]/ip.alpha[i])
	}
	chol, ok := ip.factor()
	if !ok {
		if s.Iter == 0 || !solver.Finite(s.Objective) {
			return solver.ErrDiverged // a NaN in the data
		}
		s.Iter++ // rounding allows no more: the point stays
		return nil
	}
	var mu float64
	for i := range ip.y {
		mu += ip.alpha[i]*ip.z[i] + ip.bet[i]*ip.xi[i]
	}
	mu /= 2 * m
	for i := range ip.y { // the predictor aims at μ = 0
		ip.r3[i], ip.r4[i] = -ip.alpha[i]*ip.z[i], -ip.bet[i]*ip.xi[i]
	}
	if err := ip.solve(chol); err != nil {
		return err
	}
	step := ip.longest(1)
	var ahead float64
	for i := range ip.y {
		ahead += (ip.alpha[i]+step*ip.dal[i])*(ip.z[i]+step*ip.dz[i]) + (ip.bet[i]+step*ip.dbet[i])*(ip.xi[i]+step*ip.dxi[i])
	}
	ahead /= 2 * m
	target := mu * math.Pow(ahead/mu, 3)
	for i := range ip.y { // the corrector makes up for the products of the predictor's steps
		ip.r3[i] = target - ip.alpha[i]*ip.z[i] - ip.dal[i]*ip.dz[i]
		ip.r4[i] = target - ip.bet[i]*ip.xi[i] - ip.dbet[i]*ip.dxi[i]
	}
	if err := ip.solve(chol); err != nil {
		return err
	}
	step = ip.longest(0.995)
	for j := range ip.w {
		ip.w[j] += step * ip.dw[j]
	}
	for i := range ip.y {
		ip.xi[i] += step * ip.dxi[i]
		ip.z[i] += step * ip.dz[i]
		ip.alpha[i] += step * ip.dal[i]
		ip.bet[i] += step * ip.dbet[i]
	}
	s.Iter++
	s.Step = step
	copy(s.W, ip.w)
	s.Objective, s.Gap = ip.certify()
	return nil
}

// solve computes the step for the right-hand sides r3 of αz and r4 of βξ. Eliminating the steps of ξ, z and β leaves
//
//	A Δw + D Δα = q,   λΔw − AᵀΔα = r1,      D = diag(ξ/β + z/α), A with rows y_i a_i.
func (ip *interiorPoint) solve(chol *mat.Cholesky) error {
	ip.margins(ip.aw, ip.w)
	for i := range ip.y {
		r2 := -(ip.aw[i] + ip.xi[i] - 1 - ip.z[i])
		r5 := ip.c[i] - ip.alpha[i] - ip.bet[i]
		ip.q[i] = r2 - (ip.r4[i]-ip.xi[i]*r5)/ip.bet[i] + ip.r3[i]/ip.alpha[i]
	}
	clear(ip.rhs)
	for j, w := range ip.w[:ip.ridged] {
		ip.rhs[j] = -ip.lambda * w
	}
	for i, y := range ip.y {
		ip.a.AddRow(ip.rhs, y*(ip.alpha[i]+ip.inv[i]*ip.q[i]), i)
	}
	dw := mat.NewVecDense(len(ip.dw), ip.dw)
	if err := chol.SolveVecTo(dw, mat.NewVecDense(len(ip.rhs), ip.rhs)); err != nil {
		var conditioned mat.Condition
		if !errors.As(err, &conditioned) { // the gap tells what it is worth
			return err
		}
	}
	ip.margins(ip.aw, ip.dw)
	for i := range ip.y {
		r5 := ip.c[i] - ip.alpha[i] - ip.bet[i]
		ip.dal[i] = ip.inv[i] * (ip.q[i] - ip.aw[i])
		ip.dbet[i] = r5 - ip.dal[i]
		ip.dz[i] = (ip.r3[i] - ip.z[i]*ip.dal[i]) / ip.alpha[i]
		ip.dxi[i] = (ip.r4[i] - ip.xi[i]*ip.dbet[i]) / ip.bet[i]
	}
	return nil
}

// margins writes y_i⟨a_i, w⟩ to dst.
func (ip *interiorPoint) margins(dst, w []float64) {
	for i, y := range ip.y {
		dst[i] = y * ip.a.DotRow(i, w)
	}
}

// longest is the longest step of at most 1 that keeps all slacks and multipliers positive, times a share.
func (ip *interiorPoint) longest(share float64) float64 {
	step := 1 / share
	shorten := func(x, dx []float64) {
		for i, d := range dx {
			if d < 0 {
				step = min(step, -x[i]/d)
			}
		}
	}
	shorten(ip.xi, ip.dxi)
	shorten(ip.z, ip.dz)
	shorten(ip.alpha, ip.dal)
	shorten(ip.bet, ip.dbet)
	return share * step
}

// factor is the Cholesky factor of λI + Aᵀ diag(inv) A, summed up in parallel over bands of its rows.
func (ip *interiorPoint) factor() (chol *mat.Cholesky, ok bool) {
	d := ip.a.C
	clear(ip.normal)
	var g errgroup.Group
	bands := runtime.GOMAXPROCS(0)
	for band := range bands {
		g.Go(func() error {
			for i, v := range ip.inv {
				col, val := ip.a.Row(i)
				for p, j := range col {
					if int(j)%bands == band {
						row, s := ip.normal[int(j)*d:(int(j)+1)*d], v*val[p]
						for q, k := range col[p:] {
							row[k] += s * val[p+q]
						}
					}
				}
			}
			return nil
		})
	}
	_ = g.Wait() // no band fails
	for j := range ip.ridged {
		ip.normal[j*d+j] += ip.lambda
	}
	chol = new(mat.Cholesky)
	return chol, chol.Factorize(mat.NewSymDense(d, ip.normal))
}
