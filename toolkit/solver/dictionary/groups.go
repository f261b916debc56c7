package dictionary

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// sets codes signals together by groups of atoms: the codes A of r signals X, with products of atoms with the signals,
// B, and with what is left of them, C = B − AG; all are r×p, row by row.
type sets struct {
	lambda, left        float64
	nonnegative, greedy bool
	group, most         int
	gram                *linalg.Dense
	curves              []float64 // of groups: bounds of the largest eigenvalues of their Gram matrices
	b, c, a             []float64
	r, p                int
	yy                  float64 // ‖X‖²
}

// norm is that of the numbers lo to hi of all rows of v, of which positive takes those above 0 alone; with own each
// counts by the number there.
func (s *sets) norm(v []float64, lo, hi int, positive bool, own *linalg.Dense) (sum float64) {
	for at := 0; at < len(v); at += s.p {
		for j, x := range v[at+lo : at+hi] {
			if positive && x < 0 {
				continue
			}
			if x *= x; own != nil {
				x /= own.At(lo+j, lo+j)
			}
			sum += x
		}
	}
	return math.Sqrt(sum)
}

// move changes the code of a row on atom j.
func (s *sets) move(row, j int, by float64) {
	s.a[row*s.p+j] += by
	linalg.Axpy(s.c[row*s.p:(row+1)*s.p], -by, s.gram.Row(j))
}

// run codes r signals together.
func (s *sets) run(ctx context.Context, b []float64, yy float64, r int) (objective, gap float64) {
	s.b, s.c, s.a, s.r, s.p, s.yy = b, append(s.c[:0], b...), vec.Resize(s.a, len(b)), r, len(b)/r, yy
	clear(s.a)
	if s.curves == nil {
		s.eachGroup(func(_, lo, hi int) {
			var most float64 // sum of a row
			for j := lo; j < hi; j++ {
				most = max(most, floats.Norm(s.gram.Row(j)[lo:hi], 1))
			}
			s.curves = append(s.curves, most)
		})
	}
	if s.greedy {
		return s.take() / 2, math.NaN()
	}
	return s.descend(ctx)
}

// eachGroup visits the groups of atoms.
func (s *sets) eachGroup(visit func(k, lo, hi int)) {
	for k := 0; k*s.group < s.p; k++ {
		visit(k, k*s.group, min(s.p, (k+1)*s.group))
	}
}

// descend minimizes P by passes over the groups: of each a proximal step with a bound of the largest eigenvalue of its
// Gram matrix, which for a group of one is the minimum. The dual point is what is left, made smaller.
func (s *sets) descend(ctx context.Context) (objective, gap float64) {
	const (
		most   = 5000
		enough = 1e-10 // of ‖X‖²
	)
	to := make([]float64, s.group*s.r)
	gamma := 8 * 0x1p-53 * float64(s.p+8)
	for pass := 0; ; pass++ {
		inner, square, norm, largest := floats.Dot(s.a, s.b), s.yy, 0., 0.
		for k, v := range s.a {
			square -= v * (s.b[k] + s.c[k])
		}
		s.eachGroup(func(_, lo, hi int) {
			norm += s.norm(s.a, lo, hi, false, nil)
			largest = max(largest, s.norm(s.c, lo, hi, s.nonnegative, nil))
		})
		square = max(0, square)
		share := min(1, s.lambda/largest)
		objective = square/2 + s.lambda*norm
		rounding := gamma * (s.yy + floats.Norm(s.a, 1)*(floats.Norm(s.b, math.Inf(1))+s.lambda))
		gap = max(0, objective-share*(s.yy-inner)+share*share*square/2) + rounding
		if gap <= enough*s.yy+2*rounding || pass == most || ctx.Err() != nil {
			return objective, solver.Known(gap)
		}
		s.eachGroup(func(k, lo, hi int) {
			curve, at, n := s.curves[k], 0, 0.
			for row := range s.r {
				for j := row*s.p + lo; j < row*s.p+hi; j++ {
					if to[at] = s.a[j] + s.c[j]/curve; s.nonnegative {
						to[at] = max(0, to[at])
					}
					n += to[at] * to[at]
					at++
				}
			}
			shrink := max(0, 1-s.lambda/curve/math.Sqrt(n))
			for at = range s.r * (hi - lo) {
				row, j := at/(hi-lo), lo+at%(hi-lo)
				if by := shrink*to[at] - s.a[row*s.p+j]; by != 0 {
					s.move(row, j, by)
				}
			}
		})
	}
}

// take takes one group after another, that most like what is left, and fits all signals anew by what was taken. It
// returns the square of what is left.
//
// Source: Tropp, Gilbert, Strauss, Algorithms for Simultaneous Sparse Approximation, Part I, Signal Process. 2006.
func (s *sets) take() (left float64) {
	var factor cholesky.Factor
	var taken []int
	groups, gone := 0, make([]bool, len(s.curves))
	for left = s.yy; left > s.left; {
		best, at, most := -1, 0, 1e-14*math.Sqrt(s.yy)
		s.eachGroup(func(k, lo, hi int) {
			if v := s.norm(s.c, lo, hi, false, s.gram); v > most && !gone[k] {
				best, at, most = k, lo, v
			}
		})
		if best < 0 {
			return left
		}
		gone[best] = true
		for j := at; j < min(s.p, at+s.group); j++ {
			column := make([]float64, 0, len(taken)+1)
			for _, i := range taken {
				column = append(column, s.gram.At(i, j))
			}
			if factor.Append(column, s.gram.At(j, j), dependent) {
				taken = append(taken, j)
			}
		}
		copy(s.c, s.b)
		clear(s.a)
		left = s.yy
		for row := range s.r {
			alpha := make([]float64, 0, len(taken))
			for _, j := range taken {
				alpha = append(alpha, s.b[row*s.p+j])
			}
			factor.Solve(alpha)
			for k, j := range taken {
				s.move(row, j, alpha[k])
				left -= alpha[k] * s.b[row*s.p+j]
			}
		}
		if left, groups = max(0, left), groups+1; groups == s.most {
			break
		}
	}
	return left
}
