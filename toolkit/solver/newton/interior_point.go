package newton

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// InteriorPoint minimizes the objective of a linear support vector machine,
//
//	P(w, b) = (μ/2)‖w‖² + Σ_i c_i max(0, 1 − y_i (⟨a_i, w⟩ + b)),      y_i ∈ {−1, +1}, μ > 0, b = 0 without an intercept,
//
// to high accuracy, for reference: a primal-dual interior-point method with Mehrotra's corrector for
//
//	min (μ/2)‖w‖² + Σ c_i ξ_i   subject to   z_i = y_i (⟨a_i, w⟩ + b) + ξ_i − 1 ≥ 0,  ξ_i ≥ 0,
//
// with multipliers α_i of z_i and β_i = c_i − α_i of ξ_i. Δ below are the changes of all of them that meet these
// equations and ∇P's, linearized, for given right-hand sides of αz and βξ:
//
//	for k = 0, 1, 2, …
//		ν ← (Σ α_i z_i + β_i ξ_i)/(2m)
//		Δᵃ ← Newton's step to αz = 0, βξ = 0                              (predictor)
//		νᵃ ← ν after the longest step of at most 1 along Δᵃ that keeps all positive, σ ← (νᵃ/ν)³
//		Δ ← Newton's step to αz = σν − ΔᵃαΔᵃz, βξ = σν − ΔᵃβΔᵃξ          (corrector)
//		step ← 0.995 of the longest along Δ that keeps all positive, 1 at most
//		(w, b, ξ, z, α, β) ← (w, b, ξ, z, α, β) + step Δ
//
// An iteration factors one d×d matrix, O(d³ + Σ_i nnz(a_i)²), so that d up to about 2,000 is practical; small μ costs
// no more iterations than large.
//
// Source: Mehrotra, On the Implementation of a Primal-Dual Interior Point Method, SIAM J. Optim. 1992; Nocedal and
// Wright, Numerical Optimization, 2006, Algorithm 16.4; for this problem Ferris and Munson, Interior-Point Methods for
// Massive Support Vector Machines, SIAM J. Optim. 2002.
type InteriorPoint struct{}

// Iterations solves a problem with a hinge loss of one output (see solver.Problem.HingeSigns), weights c_i > 0 of the
// examples, a ridge μ > 0 and no penalty. The one unpenalized column that it knows is the intercept, the same number
// for every example. A can enumerate its entries (linalg.Entries). Where rounding allows no progress, the point stays:
// stop at a gap.
func (InteriorPoint) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*InteriorPointState] {
	return solver.Sequence(ctx, func() (*InteriorPointState, solver.Step, error) {
		ip, err := newInteriorPoint(p)
		if err != nil {
			return &InteriorPointState{Progress: solver.Unknown()}, nil, err
		}
		return ip.s, ip.step, nil
	})
}

func newInteriorPoint(p *solver.Problem) (*interiorPoint, error) {
	m, err := machineOf(p, "the interior-point method")
	if err != nil {
		return nil, err
	}
	if i := slices.Index(m.c, 0); i >= 0 {
		return nil, fmt.Errorf("the weight of example %d is 0: the interior-point method needs positive ones", i+1)
	}
	return m.interiorPoint(), nil
}

// step takes one predictor-corrector step.
func (ip *interiorPoint) step(context.Context) (objective float64, err error) {
	s := ip.s
	ok := ip.improve()
	if !ok && s.Iter == 0 {
		return s.Objective, solver.ErrDiverged // a NaN in the data
	}
	s.Iter++
	if ok { // else rounding allows no more: the point stays
		copy(s.w, ip.w)
		ip.margins(ip.at, ip.w)
		ip.certify()
	}
	return s.Objective, nil
}

// improve goes a predictor-corrector step; ok is false where the matrix cannot be factored.
func (ip *interiorPoint) improve() (ok bool) {
	if !ip.factor() {
		return false
	}
	measure := ip.measure(0)
	for i := range ip.y { // the predictor aims at 0
		ip.rAZ[i], ip.rBXi[i] = -ip.alpha[i]*ip.z[i], -ip.beta[i]*ip.xi[i]
	}
	ip.solve()
	target := measure * math.Pow(ip.measure(ip.longest(1))/measure, 3)
	for i := range ip.y { // the corrector makes up for the products of the predictor's steps
		ip.rAZ[i] = target - ip.alpha[i]*ip.z[i] - ip.dal[i]*ip.dz[i]
		ip.rBXi[i] = target - ip.beta[i]*ip.xi[i] - ip.dbeta[i]*ip.dxi[i]
	}
	ip.solve()
	ip.s.Step = ip.longest(0.995)
	ip.advance(ip.s.Step)
	return true
}

// measure is ν, the mean of α_i z_i and β_i ξ_i, after a step along Δ.
func (ip *interiorPoint) measure(step float64) float64 {
	var sum float64
	for i := range ip.y {
		sum += (ip.alpha[i]+step*ip.dal[i])*(ip.z[i]+step*ip.dz[i]) + (ip.beta[i]+step*ip.dbeta[i])*(ip.xi[i]+step*ip.dxi[i])
	}
	return sum / (2 * float64(len(ip.y)))
}

// advance goes a step along Δ.
func (ip *interiorPoint) advance(step float64) {
	for j := range ip.w {
		ip.w[j] += step * ip.dw[j]
	}
	for i := range ip.y {
		ip.at[i] += step * ip.aw[i]
		ip.xi[i] += step * ip.dxi[i]
		ip.z[i] += step * ip.dz[i]
		ip.alpha[i] += step * ip.dal[i]
		ip.beta[i] += step * ip.dbeta[i]
	}
}

// longest is the longest step of at most 1 along Δ that keeps all slacks and multipliers positive, times a share.
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
	shorten(ip.beta, ip.dbeta)
	return share * step
}
