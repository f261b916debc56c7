package dictionary

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Nonnegative factors X ≈ A D, n×m, of n×p codes A ≥ 0 and p atoms D ≥ 0,
//
//	min ½‖X − A D‖²,
//
// by hierarchical alternating least squares: each column of A, and each atom, is the best with all others as they are,
// several times in a row since their products with X are what takes time. It is not convex: the answer is a local one.
//
// Source: Cichocki and Phan, Fast Local Algorithms for Large Scale Nonnegative Matrix and Tensor Factorizations, IEICE
// Trans. 2009; Gillis and Glineur, Accelerated Multiplicative Updates and Hierarchical ALS Algorithms for Nonnegative
// Matrix Factorization, Neural Comput. 2012.
type Nonnegative struct {
	Atoms int
	Seed  uint64
}

// Factors are A and D; Residual is the norm of the projected gradient in both, as a share of the first.
type Factors struct {
	solver.Progress
	A, D *linalg.Dense

	x     *linalg.Dense
	xx    float64
	first float64
}

// Iterations starts from random factors.
func (c Nonnegative) Iterations(ctx context.Context, x *linalg.Dense) solver.Seq[*Factors] {
	return solver.Sequence(ctx, func() (*Factors, solver.Step, error) {
		s := &Factors{Progress: solver.Unknown(), x: x}
		var sum float64
		for k, v := range x.Data {
			if !(v >= 0) || math.IsInf(v, 1) {
				return s, nil, fmt.Errorf("number %d of row %d is %g: it must be finite and not negative", k%x.C+1, k/x.C+1, v)
			}
			sum += v
			s.xx += v * v
		}
		switch {
		case c.Atoms < 1:
			return s, nil, fmt.Errorf("%d atoms: one is the least", c.Atoms)
		case sum == 0:
			return s, nil, errors.New("all numbers are 0: there is nothing to factor")
		}
		rng := rand.New(rand.NewPCG(c.Seed, 12))
		scale := math.Sqrt(sum / float64(len(x.Data)*c.Atoms))
		draw := func(r, cols int) *linalg.Dense {
			m := linalg.NewDense(r, cols, nil)
			for k := range m.Data {
				m.Data[k] = scale * math.Abs(rng.NormFloat64())
			}
			return m
		}
		s.A, s.D = draw(x.R, c.Atoms), draw(c.Atoms, x.C)
		return s, s.step, nil
	})
}

// step is A given D, then D given A; where the context ends between them it is A alone.
func (s *Factors) step(ctx context.Context) (float64, error) {
	p, m := s.D.R, s.x.C
	b := make([]float64, s.x.R*p)
	linalg.Gemm(b, s.x.Data, s.D.Data, s.x.R, m, p, true)
	left := sweep(s.A.Data, b, linalg.GramOfRows(s.D, nil), p)
	gram := linalg.GramOfColumns(s.A, nil)
	d := make([]float64, m*p) // by columns of X, as b now
	b = make([]float64, m*p)
	linalg.Transpose(d, s.D.Data, p, m)
	linalg.MulTransMat(b, s.x, s.A.Data, p)
	err := solver.Interrupted(ctx)
	if err == nil {
		left = math.Hypot(left, sweep(d, b, gram, p))
		linalg.Transpose(s.D.Data, d, m, p)
		if s.first == 0 {
			s.first = left
		}
		s.Residual = solver.Known(left / s.first)
		s.Iter++
	}
	s.Objective = max(0, s.xx/2-floats.Dot(d, b)+floats.Dot(gram, linalg.GramOfRows(s.D, nil))/2)
	return s.Objective, err
}

// sweep lowers ½ wᵀGw − bᵀw over w ≥ 0 for every row w of p numbers, a number at a time, until passes change little,
// and returns the norm of the projected gradient before.
func sweep(w, b, gram []float64, p int) float64 {
	const (
		passes = 10
		little = 0.1
	)
	g := make([]float64, p)
	var before float64
	for at := 0; at < len(w); at += p {
		row := w[at : at+p]
		for k := range g {
			g[k] = -b[at+k]
		}
		for k, v := range row {
			if v != 0 {
				linalg.Axpy(g, v, gram[k*p:(k+1)*p])
			}
		}
		for k, v := range row {
			if v > 0 || g[k] < 0 {
				before += g[k] * g[k]
			}
		}
		var first float64
		for pass := range passes {
			var moved float64
			for k, v := range row {
				curve := gram[k*p+k]
				if curve <= 0 {
					continue
				}
				to := max(0, v-g[k]/curve)
				if by := to - v; by != 0 {
					row[k] = to
					linalg.Axpy(g, by, gram[k*p:(k+1)*p])
					moved += by * by
				}
			}
			if pass == 0 {
				first = moved
			} else if moved <= little*little*first {
				break
			}
		}
	}
	return math.Sqrt(before)
}
