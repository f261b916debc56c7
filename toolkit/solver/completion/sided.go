package completion

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Sided minimizes a Problem with L = XWZᵀ, of features of rows and columns, and λ‖W‖_* in the place of λ‖L‖_*: what is
// known of other rows and columns fills in those of which nothing is. In the dual it is XᵀRZ whose largest singular
// value is λ at most. The method is accelerated proximal gradient in W, a and b, each with a bound of its curvature.
//
// Source: Jain and Dhillon, Provable Inductive Matrix Completion, 2013; Xu, Jin, Zhou, Speedup Matrix Completion with
// Side Information, NIPS 2013.
type Sided struct {
	X, Z  *linalg.Dense // a row of features for each row, and for each column
	Start *State        // a state of the same features to go on from; nil for 0
	Tol   float64       // the gap, as a share of P, that is looked for; 0 for 1e-4
}

// sided is the method with its state: W, a and b one after the other, and what is left there, before and ahead.
type sided struct {
	Sided
	*State
	accelerated
	bilinear
	curves, grad []float64
	before       []float64 // what was left
	look         *linalg.CSR
}

// bilinear is the map of W to the known entries of XWZᵀ.
type bilinear struct {
	x, z *linalg.Dense
	on   *linalg.CSR
}

// Dims are the numbers of entries and of numbers of W.
func (b bilinear) Dims() (r, c int) { return len(b.on.Val), b.x.C * b.z.C }

// MulVec is XWZᵀ on the known entries.
func (b bilinear) MulVec(dst, w []float64) {
	k := b.z.C
	xw := make([]float64, b.x.R*k)
	linalg.MulMat(xw, b.x, w, k)
	for i := range b.x.R {
		for e := b.on.Ptr[i]; e < b.on.Ptr[i+1]; e++ {
			dst[e] = linalg.Dot(xw[i*k:(i+1)*k], b.z.Row(int(b.on.Col[e])))
		}
	}
}

// MulTransVec is XᵀRZ for entries R.
func (b bilinear) MulTransVec(dst, r []float64) {
	k := b.z.C
	rz := make([]float64, b.x.R*k)
	for i := range b.x.R {
		for e := b.on.Ptr[i]; e < b.on.Ptr[i+1]; e++ {
			linalg.Axpy(rz[i*k:(i+1)*k], r[e], b.z.Row(int(b.on.Col[e])))
		}
	}
	linalg.MulTransMat(dst, b.x, rz, k)
}

// Check names what is wrong with features, where something is.
func (c Sided) Check(p Problem) error {
	n, m := p.Known.Dims()
	if c.X.R != n || c.Z.R != m || c.X.C == 0 || c.Z.C == 0 {
		return fmt.Errorf("features of %d × %d and %d × %d, of %d rows and %d columns", c.X.R, c.X.C, c.Z.R, c.Z.C, n, m)
	}
	for name, f := range map[string]*linalg.Dense{"row": c.X, "column": c.Z} {
		if i, j, v, found := linalg.NotFinite(f); found {
			return fmt.Errorf("feature %d of %s %d is %g", j+1, name, i+1, v)
		}
	}
	return p.Check()
}

// LambdaMax is about the least λ at which W = 0: the largest singular value of XᵀRZ, R being what offsets leave.
func (c Sided) LambdaMax(p Problem) float64 {
	f, g := p.ofOffsets(), linalg.NewDense(c.X.C, c.Z.C, nil)
	bilinear{c.X, c.Z, f.left}.MulTransVec(g.Data, f.left.Val)
	sigma, _ := linalg.TopPair(g, make([]float64, g.R), make([]float64, g.C))
	return sigma
}

// Iterations are steps. The problem must pass its Check.
func (c Sided) Iterations(ctx context.Context, p Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := &State{Progress: solver.Unknown()}
		if err := c.Check(p); err != nil {
			return s, nil, err
		}
		n, m := p.Known.Dims()
		s.factored = newFactored(p, 0)
		d := &sided{Sided: c, State: s, bilinear: bilinear{c.X, c.Z, p.Known}}
		inner := c.X.C * c.Z.C
		size := inner + n + m
		if d.accelerated = newAccelerated(size); c.Start != nil && c.Start.w != nil {
			copy(d.point, c.Start.w)
			copy(d.ahead, c.Start.w)
		}
		d.grad = make([]float64, size)
		_, norm := linalg.SquaredNorm(d.bilinear)
		parts := 1. // whose curvatures add up
		if p.offsets() {
			parts = 3
		}
		for range inner {
			d.curves = append(d.curves, parts*cmp.Or(norm, 1))
		}
		for _, known := range []*linalg.CSR{s.u.known, s.v.known} {
			for i := range known.R {
				d.curves = append(d.curves, parts*float64(max(1, known.Ptr[i+1]-known.Ptr[i])))
			}
		}
		d.before = make([]float64, len(p.Known.Val))
		d.look = linalg.NewCSR(n, m, p.Known.Ptr, p.Known.Col, make([]float64, len(p.Known.Val)))
		s.w, s.Mean, s.Iter = d.point, s.mean, 0
		if !d.put(0) {
			return s, nil, fmt.Errorf("the singular values of the start are not found")
		}
		copy(d.look.Val, s.left.Val)
		return s, d.step, nil
	})
}

// put makes factors of the point, whose singular values are made smaller by so much, and evaluates them.
func (d *sided) put(by float64) (ok bool) {
	x, z := d.Sided.X, d.Z
	w := d.point[:x.C*z.C]
	pairs, _, ok := linalg.SingularPairs(w, x.C, z.C, by)
	if !ok {
		return false
	}
	clear(w)
	var norm float64
	kept := len(pairs.Values)
	for k := range kept {
		pairs.Values[k] -= by
		norm += pairs.Values[k]
		right := pairs.Right[k*z.C : (k+1)*z.C]
		for i, v := range pairs.Left[k*x.C : (k+1)*x.C] {
			linalg.Axpy(w[i*z.C:(i+1)*z.C], pairs.Values[k]*v, right)
		}
	}
	of := linalg.Pairs{Values: pairs.Values, Left: make([]float64, kept*x.R), Right: make([]float64, kept*z.R)}
	for k := range kept {
		x.MulVec(of.Left[k*x.R:(k+1)*x.R], pairs.Left[k*x.C:(k+1)*x.C])
		z.MulVec(of.Right[k*z.R:(k+1)*z.R], pairs.Right[k*z.C:(k+1)*z.C])
	}
	d.factored.put(of, kept)
	copy(d.u.offsets, d.point[len(w):])
	copy(d.v.offsets, d.point[len(w)+x.R:])
	d.Objective = d.residuals() + d.ridges() + d.Lambda*norm
	return true
}

func (d *sided) step(context.Context) (float64, error) {
	inner := d.Sided.X.C * d.Z.C
	d.MulTransVec(d.grad[:inner], d.look.Val)
	offsets := d.grad[inner:]
	clear(offsets)
	for i := range d.look.R {
		col, val := d.look.Row(i)
		for e, v := range val {
			offsets[i] += v
			offsets[d.look.R+int(col[e])] += v
		}
	}
	d.begin()
	copy(d.before, d.left.Val)
	for k, c := range d.curves {
		if d.point[k] = d.ahead[k] + d.grad[k]/c; k >= inner {
			d.point[k] *= c / (c + d.Mu)
		}
	}
	if !d.put(d.Lambda / d.curves[0]) {
		return math.NaN(), nil
	}
	momentum := d.move()
	for e, v := range d.left.Val {
		d.look.Val[e] = v + momentum*(v-d.before[e])
	}
	d.Iter++
	if d.Gap = math.NaN(); d.Iter%5 == 1 {
		d.bound()
	}
	return d.Objective, nil
}

// bound fills Gap in, by XᵀRZ and what rounding may hide of it.
func (d *sided) bound() {
	x, z := d.Sided.X, d.Z
	g := linalg.NewDense(x.C, z.C, nil)
	d.MulTransVec(g.Data, d.left.Val)
	near, _ := linalg.TopPair(g, make([]float64, x.C), make([]float64, z.C))
	hidden := 0x1p-53 * float64(x.R+z.R+8) * floats.Norm(x.Data, 2) * floats.Norm(d.left.Val, 2) * floats.Norm(z.Data, 2)
	d.certify(&d.Progress, NormBound(linalg.ToCSR(g), near, cmp.Or(d.Tol, 1e-4)/50)+hidden)
}
