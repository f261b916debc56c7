package glasso

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Newton minimizes a Problem by Newton steps over active sets: each is the minimum, by coordinate descent, of the
// second order model of the smooth part with the penalty on those entries that are not 0 or whose gradient is more
// than their λ_ij, and a line search that keeps X positive definite by its Cholesky factor. Parts of the graph by
// thresholding are problems of their own. A step of n variables takes O(n³), and O(n) for each entry and pass of the
// descent.
//
// Source: Hsieh, Sustik, Dhillon, Ravikumar, QUIC: Quadratic Approximation for Sparse Inverse Covariance Estimation, J.
// Mach. Learn. Res. 2014.
type Newton struct {
	// Start is a point to start from, d×d and positive definite; nil for the diagonal.
	Start *linalg.Dense
	// Tol is the gap, as a share of d, that is enough for a part: it is not worked at any more; 0 for what rounding
	// leaves.
	Tol float64
}

// State is a point X, with Gap and Rounding.
type State struct {
	solver.Progress
	Parts  [][]int // of variables, that X has entries within
	d      int
	blocks []*block
}

// X is the inverse covariance matrix, row by row, in dst or in a new slice where that is too short.
func (s *State) X(dst []float64) []float64 {
	return s.whole(dst, func(b *block) []float64 { return b.x })
}

// Covariance is X⁻¹, as X is.
func (s *State) Covariance(dst []float64) []float64 {
	return s.whole(dst, func(b *block) []float64 { return b.w })
}

func (s *State) whole(dst []float64, of func(*block) []float64) []float64 {
	if len(dst) < s.d*s.d {
		dst = make([]float64, s.d*s.d)
	}
	dst = dst[:s.d*s.d]
	clear(dst)
	for _, b := range s.blocks {
		m := of(b)
		for i, vi := range b.of {
			for j, vj := range b.of {
				dst[vi*s.d+vj] = m[i*b.n+j]
			}
		}
	}
	return dst
}

// LogDet is log det X.
func (s *State) LogDet() (sum float64) {
	for _, b := range s.blocks {
		sum += b.logDet
	}
	return sum
}

// Settled tells whether nothing is left to gain but rounding, or what Tol leaves.
func (s *State) Settled() bool {
	for _, b := range s.blocks {
		if !b.settled {
			return false
		}
	}
	return true
}

// Iterations are Newton steps, of all parts that are not settled. The problem must pass its Check.
func (c Newton) Iterations(ctx context.Context, p Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := &State{Progress: solver.Unknown(), d: p.S.R}
		if err := p.Check(); err != nil {
			return s, nil, err
		}
		var start func(i, j int) float64
		if c.Start != nil {
			start = c.Start.At
		}
		s.Parts = p.Components()
		for _, part := range s.Parts {
			if ctx.Err() != nil {
				start = nil // the diagonal, which takes no time
			}
			s.blocks = append(s.blocks, newBlock(p, part, start))
		}
		s.sum()
		s.Iter = 0
		return s, func(ctx context.Context) (float64, error) {
			for _, b := range s.blocks {
				if b.settled = b.settled || b.n == 1 || b.gap <= max(2*b.round, c.Tol*float64(b.n)); !b.settled {
					if err := b.step(ctx); err != nil {
						s.sum()
						return s.Objective, err
					}
				}
			}
			s.Iter++
			s.sum()
			return s.Objective, nil
		}, nil
	})
}

// sum adds up what is known of parts.
func (s *State) sum() {
	s.Objective, s.Gap, s.Rounding = 0, 0, 0
	for _, b := range s.blocks {
		s.Objective += b.objective
		s.Gap += b.gap
		s.Rounding += b.round
	}
	s.Gap = solver.Known(s.Gap)
}

// step is one of Newton's.
func (b *block) step(ctx context.Context) error {
	n := b.n
	b.free = b.free[:0]
	for i := range n {
		for j := i; j < n; j++ {
			if k := i*n + j; b.x[k] != 0 || math.Abs(b.s[k]-b.w[k]) > b.bound[k] {
				b.free = append(b.free, entry{i: i, j: j})
			}
		}
	}
	if err := b.descend(ctx); err != nil {
		return err
	}
	var slope float64 // of the model, with the penalty
	for _, e := range b.free {
		k, times := e.i*n+e.j, 2.
		if e.i == e.j {
			times = 1
		}
		slope += times * ((b.s[k]-b.w[k])*e.by + b.bound[k]*(math.Abs(b.x[k]+e.by)-math.Abs(b.x[k])))
	}
	b.search(slope)
	b.certify()
	return nil
}

// descend goes through the free entries until the model falls by little more.
func (b *block) descend(ctx context.Context) error {
	const most = 100                       // passes
	share := min(0.05, b.gap/float64(b.n)) // of what the model fell by, that ends it: less near the minimum
	d := descent{block: b, u: make([]float64, b.n*b.n), column: make([]float64, b.n)}
	var all float64
	for range most {
		if err := solver.Interrupted(ctx); err != nil {
			return err
		}
		var fell float64
		for free := b.free; len(free) > 0; {
			row := 1
			for row < len(free) && free[row].i == free[0].i {
				row++
			}
			fell += d.row(free[:row])
			free = free[row:]
		}
		if all += fell; fell <= share*all {
			break
		}
	}
	return nil
}

// descent is the coordinate descent with U = D W for the change D, so that the model's gradient at an entry is S − W +
// W U there.
type descent struct {
	*block
	u, column []float64
	places    []int32
	steps     []float64
}

// row goes through the free entries of a row, for which one column of U is needed: the rest of it learns of their
// changes after them, all at once. It returns by about how much the model fell.
func (d *descent) row(free []entry) (fell float64) {
	n, i := d.n, free[0].i
	wi, places, steps := d.w[i*n:(i+1)*n], d.places[:0], d.steps[:0]
	for r := range n {
		d.column[r] = d.u[r*n+i]
	}
	for k := range free {
		e := &free[k]
		j := e.j
		wj := d.w[j*n : (j+1)*n]
		curve := wi[i] * wj[j]
		if i != j {
			curve += wi[j] * wi[j]
		}
		slope := d.s[i*n+j] - wi[j] + linalg.Dot(wj, d.column)
		at := d.x[i*n+j] + e.by
		by := soft(at-slope/curve, d.bound[i*n+j]/curve) - at
		if by == 0 {
			continue
		}
		e.by += by
		fell += curve * by * by
		d.column[i] += by * wj[i]
		if i != j {
			d.column[j] += by * wi[i]
		}
		places, steps = append(places, int32(j)), append(steps, by)
	}
	d.places, d.steps = places, steps
	simd.AxpyGathered(d.u[i*n:(i+1)*n], steps, places, d.w, n)
	if len(places) > 0 && places[0] == int32(i) { // its row has it
		places, steps = places[1:], steps[1:]
	}
	simd.AxpyScattered(d.u, n, steps, places, wi)
	return fell
}

// soft is sign(v) max(0, |v| − t).
func soft(v, t float64) float64 {
	return math.Copysign(max(0, math.Abs(v)-t), v)
}

// search takes as much of the change as keeps X positive definite and lets P fall; where none does the block is
// settled.
func (b *block) search(slope float64) {
	const (
		armijo = 1e-3
		most   = 40
	)
	n := b.n
	if !(slope < 0) {
		b.settled = true
		return
	}
	logDet, to := b.logDet, make([]float64, n*n)
	for share, k := 1., 0; k < most; share, k = share/2, k+1 {
		copy(to, b.x)
		for _, e := range b.free {
			v := b.x[e.i*n+e.j] + share*e.by
			to[e.i*n+e.j], to[e.j*n+e.i] = v, v
		}
		if !b.takes(to) {
			continue
		}
		value := b.value(to, b.logDet)
		if value <= b.objective+armijo*share*slope+solver.Slack*math.Abs(b.objective) {
			b.settled = b.objective-value <= 0 && floats.Equal(to, b.x)
			b.x, b.objective = to, value
			b.invert()
			return
		}
	}
	b.logDet, b.settled = logDet, true
}
