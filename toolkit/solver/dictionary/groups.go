package dictionary

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// set are the codes A of r signals X that share their groups of atoms, with products of atoms with the signals, B, and
// with what is left of them, C = B − AG; all are r×p, row by row.
type set struct {
	b, c, a []float64
	r, p    int
	yy      float64 // ‖X‖²
}

// norm is that of the numbers lo to hi of all rows of v, of which positive takes those above 0 alone; with own each
// counts by the number there.
func (s *set) norm(v []float64, lo, hi int, positive bool, own *linalg.Dense) (sum float64) {
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

// move changes codes by times row j of the Gram matrix: that of a row's atom.
func (s *set) move(row, j int, by float64, gram *linalg.Dense) {
	s.a[row*s.p+j] += by
	linalg.Axpy(s.c[row*s.p:(row+1)*s.p], -by, gram.Row(j))
}

// groups codes signals together by groups of atoms.
func (w *worker) groups(b []float64, yy float64, r int, p *part) []float64 {
	s := &w.set
	s.b, s.c, s.a, s.r, s.p, s.yy = b, append(s.c[:0], b...), vec.Resize(s.a, len(b)), r, w.d.R, yy
	clear(s.a)
	if w.Greedy {
		p.objective += w.take(s) / 2
		p.gap = math.NaN()
	} else {
		w.descend(s, p)
	}
	return s.a
}

// eachGroup visits the groups of atoms.
func (w *worker) eachGroup(visit func(k, lo, hi int)) {
	size := max(1, w.Group)
	for k := 0; k*size < w.d.R; k++ {
		visit(k, k*size, min(w.d.R, (k+1)*size))
	}
}

// descend minimizes P by passes over the groups: of each a proximal step with a bound of the largest eigenvalue of its
// Gram matrix, which for a group of one is the minimum. The dual point is what is left, made smaller.
func (w *worker) descend(s *set, p *part) {
	const (
		most   = 5000
		enough = 1e-10 // of ‖X‖²
	)
	to := make([]float64, max(1, w.Group)*s.r)
	gamma := 8 * 0x1p-53 * float64(s.p+8)
	for pass := 0; ; pass++ {
		inner, square, norm, largest := floats.Dot(s.a, s.b), s.yy, 0., 0.
		for k, v := range s.a {
			square -= v * (s.b[k] + s.c[k])
		}
		w.eachGroup(func(_, lo, hi int) {
			norm += s.norm(s.a, lo, hi, false, nil)
			largest = max(largest, s.norm(s.c, lo, hi, w.Nonnegative, nil))
		})
		square = max(0, square)
		objective, share := square/2+w.Lambda*norm, min(1, w.Lambda/largest)
		rounding := gamma * (s.yy + floats.Norm(s.a, 1)*(floats.Norm(s.b, math.Inf(1))+w.Lambda))
		gap := max(0, objective-share*(s.yy-inner)+share*share*square/2) + rounding
		if gap <= enough*s.yy+2*rounding || pass == most || w.ctx.Err() != nil {
			p.objective += objective
			p.gap += solver.Known(gap)
			return
		}
		w.eachGroup(func(k, lo, hi int) {
			curve, at, n := w.curves[k], 0, 0.
			for row := range s.r {
				for j := row*s.p + lo; j < row*s.p+hi; j++ {
					if to[at] = s.a[j] + s.c[j]/curve; w.Nonnegative {
						to[at] = max(0, to[at])
					}
					n += to[at] * to[at]
					at++
				}
			}
			shrink := max(0, 1-w.Lambda/curve/math.Sqrt(n))
			for at = range s.r * (hi - lo) {
				row, j := at/(hi-lo), lo+at%(hi-lo)
				if by := shrink*to[at] - s.a[row*s.p+j]; by != 0 {
					s.move(row, j, by, w.gram)
				}
			}
		})
	}
}

// bounds are those of the largest eigenvalues of groups' Gram matrices: largest sums of a row.
func (w *worker) bounds() {
	w.eachGroup(func(_, lo, hi int) {
		var most float64
		for j := lo; j < hi; j++ {
			most = max(most, floats.Norm(w.gram.Row(j)[lo:hi], 1))
		}
		w.curves = append(w.curves, most)
	})
}

// take takes one group after another, that most like what is left, and fits all signals anew by what was taken. It
// returns the square of what is left.
//
// Source: Tropp, Gilbert, Strauss, Algorithms for Simultaneous Sparse Approximation, Part I, Signal Process. 2006.
func (w *worker) take(s *set) (left float64) {
	var factor cholesky.Factor
	var taken []int
	groups, gone := 0, make([]bool, len(w.curves))
	for left = s.yy; left > w.Left; {
		best, at, most := -1, 0, 1e-14*math.Sqrt(s.yy)
		w.eachGroup(func(k, lo, hi int) {
			if v := s.norm(s.c, lo, hi, false, w.gram); v > most && !gone[k] {
				best, at, most = k, lo, v
			}
		})
		if best < 0 {
			return left
		}
		gone[best] = true
		for j := at; j < min(s.p, at+max(1, w.Group)); j++ {
			column := make([]float64, 0, len(taken)+1)
			for _, i := range taken {
				column = append(column, w.gram.At(i, j))
			}
			if factor.Append(column, w.gram.At(j, j), dependent) {
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
				s.move(row, j, alpha[k], w.gram)
				left -= alpha[k] * s.b[row*s.p+j]
			}
		}
		if left, groups = max(0, left), groups+1; groups == w.Atoms {
			break
		}
	}
	return left
}
