// Package dictionary codes signals as sparse combinations of atoms, and learns the atoms.
package dictionary

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/homotopy"
)

// Coder finds the code α of a signal x of m numbers on a dictionary D of p atoms, its rows: by default that of the
// lasso,
//
//	P(α) = ½‖x − Dᵀα‖² + λ‖α‖₁,
//
// whose path is followed down to λ; with Greedy that of orthogonal matching pursuit, which takes the atom that is most
// like what is left of the signal, and fits anew by all that were taken, until so many are taken or what is left is
// small. Codes of the lasso are certified, greedy ones are not.
//
// With Group or Together atoms come in groups and signals in sets, and for the codes A of a set X it is, divided by the
// number of signals,
//
//	P(A) = ½‖X − AD‖² + λ Σ_g ‖A_g‖,
//
// with the norm of Frobenius of the codes of a set on a group: all of them are 0 or none.
//
// Source: Pati, Rezaiifar, Krishnaprasad, Orthogonal Matching Pursuit, Asilomar 1993; Rubinstein, Zibulevsky, Elad,
// Efficient Implementation of the K-SVD Algorithm Using Batch Orthogonal Matching Pursuit, Technion CS-2008-08; for
// BestFit, Rebollo-Neira and Lowe, Optimized Orthogonal Matching Pursuit Approach, IEEE Signal Process. Lett. 2002.
type Coder struct {
	Lambda      float64 // λ
	Nonnegative bool    // α ≥ 0
	Greedy      bool
	Atoms       int     // taken by Greedy at most, of p and m
	Left        float64 // Greedy ends where ‖x − Dᵀα‖², of a set that of all its signals, is no more
	BestFit     bool    // Greedy takes the atom with which least is left, in place of that most like what is left
	Group       int     // so many atoms in a row are a group, which Atoms then counts; 0 for 1
	Together    int     // so many signals in a row are a set; 0 for 1
}

// Codes are those of n signals, a row each, with what is said of them.
type Codes struct {
	Alpha     *linalg.CSR // n×p
	Objective float64     // mean of P, or of ½‖x − Dᵀα‖² where they are greedy
	Gap       float64     // mean of the gaps; NaN where they are greedy
}

// Check names what is wrong with a coder for a dictionary and signals, where something is.
func (c Coder) Check(d, x *linalg.Dense) error {
	switch {
	case d.R == 0 || d.C == 0:
		return fmt.Errorf("the dictionary is %d × %d: it has no atoms", d.R, d.C)
	case x.C != d.C:
		return fmt.Errorf("signals of %d numbers, and atoms of %d", x.C, d.C)
	case !c.Greedy && (!(c.Lambda > 0) || math.IsInf(c.Lambda, 1)):
		return fmt.Errorf("λ = %g: it must be positive and finite", c.Lambda)
	case c.Greedy && (c.Atoms < 1 || !(c.Left >= 0)):
		return fmt.Errorf("%d atoms, until %g is left: one atom is the least, and what is left is not negative", c.Atoms,
			c.Left)
	case c.Greedy && c.Nonnegative:
		return errors.New("greedy codes have any sign: nonnegative ones are those of the lasso")
	}
	if err := c.checkGroups(d.R); err != nil {
		return err
	}
	if i, j, v, found := linalg.NotFinite(x); found {
		return fmt.Errorf("number %d of signal %d is %g", j+1, i+1, v)
	}
	for j := range d.R {
		switch norm := floats.Norm(d.Row(j), 2); {
		case !solver.Finite(norm):
			return fmt.Errorf("atom %d is not finite", j+1)
		case norm == 0:
			return fmt.Errorf("atom %d is 0: leave it out", j+1)
		}
	}
	return nil
}

func (c Coder) checkGroups(atoms int) error {
	switch {
	case c.Group < 0 || c.Together < 0 || c.Group > atoms:
		return fmt.Errorf("groups of %d atoms of %d, sets of %d signals: neither may be negative, nor groups larger", c.Group,
			atoms, c.Together)
	case c.grouped() && c.BestFit:
		return errors.New("the best fit is of single atoms and signals: groups are taken that are most like what is left")
	}
	return nil
}

func (c Coder) grouped() bool { return c.Group > 1 || c.Together > 1 }

// together is how many signals are worked on at a time: their products with the dictionary are one product of matrices.
const together = 64

// Encode codes signals, the rows of x, on all processors. Where the context ends, those that are not coded have code 0,
// and the error says so.
func (c Coder) Encode(ctx context.Context, d, x *linalg.Dense) (*Codes, error) {
	if err := c.Check(d, x); err != nil {
		return nil, err
	}
	return c.encode(ctx, d, linalg.GramOfRows(d, nil), x)
}

func (c Coder) encode(ctx context.Context, d *linalg.Dense, gram []float64, x *linalg.Dense) (*Codes, error) {
	size := max(1, c.Together) * max(1, together/max(1, c.Together)) // whole sets
	blocks := (x.R + size - 1) / size
	parts := make([]part, blocks)
	var next atomic.Int64
	var group sync.WaitGroup
	g := linalg.NewDense(d.R, d.R, gram)
	for range min(blocks, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			w := &worker{Coder: c, ctx: ctx, d: d, gram: g}
			w.sets = sets{lambda: c.Lambda, left: c.Left, nonnegative: c.Nonnegative, greedy: c.Greedy, gram: g,
				group: max(1, c.Group), most: c.Atoms}
			for k := int(next.Add(1)) - 1; k < blocks && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				lo, hi := k*size, min(x.R, (k+1)*size)
				parts[k] = w.code(linalg.NewDense(hi-lo, x.C, x.Data[lo*x.C:hi*x.C]))
			}
		})
	}
	group.Wait()
	out := &Codes{}
	ptr := []int{0}
	var col []int32
	var val []float64
	for k, p := range parts {
		for i := range min(x.R, (k+1)*size) - k*size {
			if p.length != nil {
				ptr = append(ptr, ptr[len(ptr)-1]+p.length[i])
			} else {
				ptr = append(ptr, ptr[len(ptr)-1])
			}
		}
		col, val = append(col, p.col...), append(val, p.val...)
		out.Objective += p.objective / float64(x.R)
		out.Gap += p.gap / float64(x.R)
	}
	out.Alpha = linalg.NewCSR(x.R, d.R, ptr, col, val)
	return out, solver.Interrupted(ctx)
}

// part are the codes of some signals.
type part struct {
	length         []int
	col            []int32
	val            []float64
	objective, gap float64
}

// worker is the memory of one processor.
type worker struct {
	Coder
	ctx     context.Context
	d, gram *linalg.Dense
	b       []float64
	sets    sets
	state   *homotopy.State
	path    homotopy.Path
	pursuit pursuit
}

func (w *worker) code(x *linalg.Dense) (p part) {
	n := w.d.R
	w.b = vec.Resize(w.b, x.R*n)
	b := w.b
	linalg.Gemm(b, x.Data, w.d.Data, x.R, x.C, n, true)
	for i := 0; w.grouped() && i < x.R; i += max(1, w.Together) {
		hi := min(x.R, i+max(1, w.Together))
		square := x.Data[i*x.C : hi*x.C]
		objective, gap := w.sets.run(w.ctx, b[i*n:hi*n], floats.Dot(square, square), hi-i)
		p.objective += objective
		p.gap += gap
		alpha := w.sets.a
		for ; len(alpha) > 0; alpha = alpha[n:] {
			before := len(p.col)
			for j, v := range alpha[:n] {
				if v != 0 {
					p.col, p.val = append(p.col, int32(j)), append(p.val, v)
				}
			}
			p.length = append(p.length, len(p.col)-before)
		}
	}
	for i := range x.R - len(p.length) {
		row, yy := b[i*n:(i+1)*n], floats.Dot(x.Row(i), x.Row(i))
		var support []int
		var values []float64
		if w.Greedy {
			var left float64
			support, values, left = w.pursuit.run(w.gram, row, yy, min(w.Atoms, n, x.C), w.Left, w.BestFit)
			p.objective += left / 2
			p.gap = math.NaN()
		} else {
			support, values = w.lasso(row, yy, &p)
		}
		before := len(p.col)
		for k, v := range values {
			if v != 0 {
				p.col, p.val = append(p.col, int32(support[k])), append(p.val, v)
			}
		}
		sortRow(p.col[before:], p.val[before:])
		p.length = append(p.length, len(p.col)-before)
	}
	return p
}

// lasso follows the path of a signal down to λ.
func (w *worker) lasso(b []float64, yy float64, p *part) (support []int, values []float64) {
	w.path = homotopy.Path{Gram: w.gram, B: b, YY: yy, Nonnegative: w.Nonnegative}
	if w.state == nil {
		w.state = w.path.Start()
	} else {
		w.state.Restart(&w.path)
	}
	s := w.state
	if s.Lambda <= w.Lambda {
		p.objective += yy / 2
		p.gap += 0x1p-50 * yy
		return nil, nil
	}
	for s.Next(w.Lambda) {
		continue
	}
	values = s.Certify()
	p.objective += s.Objective
	p.gap += s.Gap
	return s.Support, values
}

// sortRow orders a row by column: rows are short.
func sortRow(col []int32, val []float64) {
	for i := range col {
		for j := i; j > 0 && col[j] < col[j-1]; j-- {
			col[j], col[j-1] = col[j-1], col[j]
			val[j], val[j-1] = val[j-1], val[j]
		}
	}
}
