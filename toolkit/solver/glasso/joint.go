package glasso

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Splitting minimizes a Joint problem by the alternating direction method of multipliers: X_k has a formula by the
// eigenvectors of a d×d matrix, Z the proximity operator of the penalty, entry by entry, and the step is such that both
// residuals fall alike. The point is Z, as far as it is positive definite; the multipliers are a dual point whose
// rounding is counted. A step takes O(K d³).
//
// Source: Danaher, Wang, Witten 2014, section 3; Boyd, Parikh, Chu, Peleato, Eckstein, Distributed Optimization and
// Statistical Learning via the Alternating Direction Method of Multipliers, 2011, 3.4.1.
type Splitting struct {
	Start []*linalg.Dense // points to start from, positive definite; nil for the diagonal
}

// Classes are points X_k, with Gap and Rounding.
type Classes struct {
	solver.Progress
	// X are the inverse covariance matrices, and Covariance their inverses.
	X, Covariance []*linalg.Dense
	LogDet        []float64

	p       Joint
	share   []float64
	z, u    [][]float64 // the point of the penalty, and multipliers Y/ρ
	rho     float64
	highest float64 // of all dual points so far, less their rounding
}

// Iterations are steps. The problem must pass its Check.
func (c Splitting) Iterations(ctx context.Context, p Joint) solver.Seq[*Classes] {
	return solver.Sequence(ctx, func() (*Classes, solver.Step, error) {
		s := &Classes{Progress: solver.Unknown(), p: p, rho: 1, highest: math.Inf(-1)}
		if err := p.Check(); err != nil {
			return s, nil, err
		}
		s.share = p.shares()
		d := p.S[0].R
		for k, m := range p.S {
			z := make([]float64, d*d)
			if c.Start != nil {
				copy(z, c.Start[k].Data)
			} else {
				for i := range d {
					z[i*d+i] = 1 / m.At(i, i)
				}
			}
			s.z, s.u = append(s.z, z), append(s.u, make([]float64, d*d))
		}
		s.X, s.Covariance = make([]*linalg.Dense, len(p.S)), make([]*linalg.Dense, len(p.S))
		s.LogDet = make([]float64, len(p.S))
		if !s.take() {
			return s, nil, errors.New("the start is not positive definite")
		}
		return s, func(ctx context.Context) (float64, error) {
			if err := solver.Interrupted(ctx); err != nil {
				return s.Objective, err
			}
			return s.Objective, s.step()
		}, nil
	})
}

// step is one of X, Z and the multipliers.
func (s *Classes) step() (err error) {
	d := s.p.S[0].R
	old := make([][]float64, len(s.z))
	v := make([][]float64, len(s.z)) // X + U
	for k := range s.z {
		old[k] = append([]float64(nil), s.z[k]...)
		if v[k], err = s.nearest(k); err != nil {
			return err
		}
	}
	var primal, dual float64
	for k := range v {
		for e, x := range v[k] {
			v[k][e] = x + s.u[k][e]
		}
	}
	class := make([]float64, len(v))
	for i := range d {
		for j := range i + 1 {
			e, other := i*d+j, j*d+i
			for k := range v {
				class[k] = v[k][e]
			}
			if i != j {
				s.p.shrink(class, 1/s.rho)
			}
			for k, now := range class {
				off := v[k][e] - now // the multiplier
				primal += (off - s.u[k][e]) * (off - s.u[k][e])
				dual += (now - old[k][e]) * (now - old[k][e])
				s.z[k][e], s.u[k][e] = now, off
				s.z[k][other], s.u[k][other] = now, off
			}
		}
	}
	s.Iter++
	s.take()
	s.certify()
	s.balance(math.Sqrt(primal), s.rho*math.Sqrt(dual))
	return nil
}

// nearest is X_k: with ρ/c(Z − U) − S = Q diag(e) Qᵀ it is Q diag(x) Qᵀ, (ρ/c)x − 1/x = e.
func (s *Classes) nearest(k int) ([]float64, error) {
	d, r := s.p.S[0].R, s.rho/s.share[k]
	m := make([]float64, d*d)
	for e := range m {
		i, j := e/d, e%d
		m[e] = r*(s.z[k][e]-s.u[k][e]) - (s.p.S[k].At(i, j)+s.p.S[k].At(j, i))/2
	}
	values, vectors, ok := linalg.EigenSym(m, d)
	if !ok {
		return nil, fmt.Errorf("class %d: the eigenvalues of step %d are not found: units in which variances are about 1 "+
			"or a larger λ may help", k+1, s.Iter+1)
	}
	scaled := append([]float64(nil), vectors...)
	for q, e := range values {
		x := (e + math.Sqrt(e*e+4*r)) / (2 * r)
		if e < 0 { // no difference of equals
			x = 2 / (math.Sqrt(e*e+4*r) - e)
		}
		for j := range d {
			scaled[q*d+j] *= x
		}
	}
	linalg.MulTransMat(m, linalg.NewDense(d, d, vectors), scaled, d)
	for i := range d { // as rounding has it, not quite symmetric
		for j := range i {
			v := (m[i*d+j] + m[j*d+i]) / 2
			m[i*d+j], m[j*d+i] = v, v
		}
	}
	return m, nil
}

// balance lets the step follow the residuals.
func (s *Classes) balance(primal, dual float64) {
	const apart, by = 5, 1.5
	factor := 1.
	switch {
	case primal > apart*dual:
		factor = by
	case dual > apart*primal:
		factor = 1 / by
	default:
		return
	}
	if s.Iter > 200 && s.Iter%20 != 0 { // it converges where the step ends changing
		return
	}
	s.rho *= factor
	for _, u := range s.u {
		for e := range u {
			u[e] /= factor
		}
	}
}

// take makes Z the point, where it is positive definite and better than the one before; ok is false where it is not
// positive definite.
func (s *Classes) take() (ok bool) {
	d := s.p.S[0].R
	var sum float64
	factors, logDets := make([][]float64, len(s.z)), make([]float64, len(s.z))
	for k, z := range s.z {
		factors[k] = append([]float64(nil), z...)
		if logDets[k], ok = factored(factors[k], d); !ok {
			return false
		}
		sum += s.share[k] * (linalg.Dot(s.p.S[k].Data, z) - logDets[k])
	}
	entry := make([]float64, len(s.z))
	for i := range d {
		for j := range i {
			for k, z := range s.z {
				entry[k] = z[i*d+j]
			}
			sum += 2 * s.p.value(entry)
		}
	}
	if s.X[0] != nil && !(sum < s.Objective) {
		return true
	}
	s.Objective = sum
	copy(s.LogDet, logDets)
	for k, f := range factors {
		inverted(f, d)
		s.X[k] = linalg.NewDense(d, d, append([]float64(nil), s.z[k]...))
		s.Covariance[k] = linalg.NewDense(d, d, f)
	}
	return true
}

// certify bounds P − P* by the multipliers Y = ρU, scaled into their set: P* ≥ Σ_k c_k (log det(S_k + Y_k/c_k) + d)
// with c_k = n_k/n. What rounding may hide is as for one class.
func (s *Classes) certify() {
	d := s.p.S[0].R
	points := make([][]float64, len(s.u))
	for k := range points {
		points[k] = append([]float64(nil), s.p.S[k].Data...)
	}
	y := make([]float64, len(s.u))
	for i := range d {
		for j := range i {
			for k, u := range s.u {
				y[k] = s.rho * u[i*d+j]
			}
			scale := s.p.inside(y)
			for k, v := range y {
				at := (s.p.S[k].At(i, j)+s.p.S[k].At(j, i))/2 + scale*v/s.share[k]
				points[k][i*d+j], points[k][j*d+i] = at, at
			}
		}
	}
	var lower, round float64
	for k, w := range points {
		logDet, ok := factored(append([]float64(nil), w...), d)
		if !ok {
			lower = math.Inf(-1)
			break
		}
		lower += s.share[k] * (logDet + float64(d))
		x, of := s.X[k], math.Abs(logDet)+math.Abs(s.LogDet[k])+float64(d)
		for i := range d {
			for j := range d {
				e := i*d + j
				of += math.Abs(s.Covariance[k].Data[e])*math.Sqrt(x.At(i, i)*x.At(j, j)) +
					math.Abs(x.Data[e])*(math.Sqrt(w[i*d+i]*w[j*d+j])+3*(math.Abs(s.p.S[k].Data[e])+math.Abs(w[e])))
			}
		}
		round += 2 * 0x1p-53 * float64(d+2) * s.share[k] * of // 2 for terms of higher order
	}
	s.highest = max(s.highest, lower)
	s.Rounding = round
	s.Gap = solver.Known(max(0, s.Objective-s.highest) + round)
}
