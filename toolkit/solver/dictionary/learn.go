package dictionary

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Online learns a dictionary D of p atoms of norm 1 at most, or with Sparse of ‖d‖² + γ‖d‖₁ ≤ 1, from signals x_i, the
// rows of X, in mini-batches:
//
//	min_D F(D),      F(D) = (1/n) Σ_i min_α ½‖x_i − Dᵀα‖² + λ‖α‖₁.
//
// Each step codes a mini-batch on D, adds its codes up in A = Σ ααᵀ and B = Σ αxᵀ, with sums before counting less the
// older they are, and goes once through the atoms, of which each is the best with the others as they are. F is not
// convex: D is a local answer. The codes that steps use are certified given their D, and Encode certifies all.
//
// Source: Mairal, Bach, Ponce, Sapiro, Online Learning for Matrix Factorization and Sparse Coding, J. Mach. Learn. Res.
// 2010, algorithms 1 and 2.
type Online struct {
	Atoms       int
	Coder       Coder
	Nonnegative bool    // D ≥ 0
	Sparse      float64 // γ: numbers of atoms are 0 the more, the larger it is; sparse principal components
	Batch       int     // signals of a step; 0 for 256, or all where there are fewer
	Forget      float64 // ρ: sums before step t count (1 − 1/t)^ρ; 0 for 2
	Seed        uint64
	Start       *linalg.Dense // p×m; nil for signals that are drawn
}

// State is a dictionary. Iter counts mini-batches, Evals signals that were coded, Objective is the mean of P over the
// last mini-batch, on the dictionary before its step.
type State struct {
	solver.Progress
	D *linalg.Dense // p×m

	x        *linalg.Dense
	a, b     []float64 // p×p and p×m
	order    []int
	at       int
	rng      *rand.Rand
	previous *linalg.Dense // signals of the mini-batch
}

// X is D, row by row; nothing where it was refused.
func (s *State) X(dst []float64) []float64 {
	if s.D == nil {
		return dst[:0]
	}
	return append(dst[:0], s.D.Data...)
}

// Iterations are steps, one after another through the signals in an order that is drawn anew for each pass.
func (c Online) Iterations(ctx context.Context, x *linalg.Dense) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := &State{Progress: solver.Unknown(), x: x, rng: rand.New(rand.NewPCG(c.Seed, 11))}
		if err := c.begin(s); err != nil {
			return s, nil, err
		}
		return s, func(ctx context.Context) (float64, error) { return c.step(ctx, s) }, nil
	})
}

// begin draws the first dictionary.
func (c Online) begin(s *State) error {
	x := s.x
	switch {
	case c.Atoms < 1:
		return fmt.Errorf("%d atoms: one is the least", c.Atoms)
	case !(c.Sparse >= 0) || math.IsInf(c.Sparse, 1):
		return fmt.Errorf("γ = %g of sparse atoms: it must be finite and not negative", c.Sparse)
	case c.Coder.Together > 1:
		return errors.New("atoms are learnt from one signal after another: sets of them are coded on what was learnt")
	case c.Batch < 0 || !(c.Forget >= 0):
		return fmt.Errorf("mini-batches of %d signals, ρ = %g: neither may be negative", c.Batch, c.Forget)
	case c.Start != nil && (c.Start.R != c.Atoms || c.Start.C != x.C):
		return fmt.Errorf("a start of %d × %d, of %d atoms of %d numbers", c.Start.R, c.Start.C, c.Atoms, x.C)
	}
	s.D = linalg.NewDense(c.Atoms, x.C, nil)
	s.order = s.rng.Perm(x.R)
	if c.Start != nil {
		copy(s.D.Data, c.Start.Data)
	} else if err := c.draw(s); err != nil {
		return err
	}
	s.a, s.b = make([]float64, c.Atoms*c.Atoms), make([]float64, c.Atoms*x.C)
	return c.Coder.Check(s.D, x)
}

// draw takes signals that are not 0 for atoms, in their order, with a little noise where there are fewer than atoms.
func (c Online) draw(s *State) error {
	from, taken := 0, 0
	for j := range c.Atoms {
		row := s.D.Row(j)
		for tried := 0; ; tried++ {
			if tried == len(s.order) {
				return fmt.Errorf("%d signals of %d numbers: one that is not 0 is the least", s.x.R, s.x.C)
			}
			copy(row, s.x.Row(s.order[from]))
			if from = (from + 1) % len(s.order); c.onto(row) > 0 {
				break
			}
		}
		if taken++; taken > s.x.R {
			for k := range row {
				row[k] += 0.1 * s.rng.NormFloat64() / math.Sqrt(float64(len(row)))
			}
			c.onto(row)
		}
	}
	return nil
}

// onto gives an atom its signs, and the norm 1, and returns the norm it had.
func (c Online) onto(row []float64) float64 {
	if c.Nonnegative {
		for k, v := range row {
			row[k] = max(0, v)
		}
	}
	norm := floats.Norm(row, 2)
	if norm > 0 {
		if floats.Scale(1/norm, row); c.Sparse > 0 {
			c.into(row)
		}
	}
	return norm
}

// into is the projection on the set of atoms, soft(u, θγ)/(1 + 2θ) for the least θ ≥ 0 that is inside.
func (c Online) into(u []float64) {
	at := func(v, theta float64) float64 {
		return math.Copysign(max(0, math.Abs(v)-theta*c.Sparse)/(1+2*theta), v)
	}
	value := func(theta float64) (sum float64) {
		for _, v := range u {
			v = math.Abs(at(v, theta))
			sum += v*v + c.Sparse*v
		}
		return sum
	}
	low, high := 0., (value(0)-1)/2 // it is inside there
	switch {
	case high <= 0:
		return
	case c.Sparse == 0:
		floats.Scale(1/floats.Norm(u, 2), u)
		return
	}
	for range 60 {
		if mid := (low + high) / 2; value(mid) > 1 {
			low = mid
		} else {
			high = mid
		}
	}
	for k, v := range u {
		u[k] = at(v, high)
	}
}

func (c Online) step(ctx context.Context, s *State) (float64, error) {
	p, m := c.Atoms, s.x.C
	size := min(cmp.Or(c.Batch, 256), s.x.R)
	batch := s.previous
	if batch == nil || batch.R != size {
		batch = linalg.NewDense(size, m, nil)
		s.previous = batch
	}
	for i := range size {
		if s.at == len(s.order) {
			s.rng.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
			s.at = 0
		}
		copy(batch.Row(i), s.x.Row(s.order[s.at]))
		s.at++
	}
	codes, err := c.Coder.encode(ctx, s.D, linalg.GramOfRows(s.D, nil), batch)
	if err != nil {
		return 0, err // the dictionary is as it was
	}
	keep := math.Pow(1-1/float64(s.Iter+1), cmp.Or(c.Forget, 2))
	floats.Scale(keep, s.a)
	floats.Scale(keep, s.b)
	for i := range size {
		col, val := codes.Alpha.Row(i)
		for k, j := range col {
			linalg.Axpy(s.b[int(j)*m:(int(j)+1)*m], val[k], batch.Row(i))
			for l, v := range val {
				s.a[int(j)*p+int(col[l])] += val[k] * v
			}
		}
	}
	c.update(s, batch)
	s.Iter++
	s.Evals += size
	s.Objective = codes.Objective
	return s.Objective, nil
}

// update goes once through the atoms. One that no code uses gives way to a signal of the mini-batch.
func (c Online) update(s *State, batch *linalg.Dense) {
	p, m := c.Atoms, s.x.C
	u := make([]float64, m)
	var most float64
	for j := range p {
		most = max(most, s.a[j*p+j])
	}
	for j := range p {
		row := s.D.Row(j)
		if own := s.a[j*p+j]; own > 1e-10*most {
			copy(u, s.b[j*m:(j+1)*m])
			for k := range p {
				if v := s.a[j*p+k]; v != 0 {
					linalg.Axpy(u, -v, s.D.Row(k))
				}
			}
			for k := range u {
				u[k] = row[k] + u[k]/own
				if c.Nonnegative {
					u[k] = max(0, u[k])
				}
			}
			if c.into(u); floats.Norm(u, 2) > 0 {
				copy(row, u)
			}
			continue
		}
		copy(u, batch.Row(s.rng.IntN(batch.R)))
		if c.onto(u) > 0 {
			copy(row, u)
			for k := range p {
				s.a[j*p+k], s.a[k*p+j] = 0, 0
			}
			clear(s.b[j*m : (j+1)*m])
		}
	}
}
