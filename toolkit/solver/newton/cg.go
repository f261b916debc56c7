package newton

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// NewtonCG minimizes a smooth loss with a ridge,
//
//	P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + (μ/2) Σ_{j < d − Free} ‖w_j‖²,
//
// by Newton's method, each system solved by conjugate gradients preconditioned by its diagonal, to √‖∇P‖ relative to where it began, and at most
// half; the step is halved until P falls. For least squares it is the method of conjugate gradients.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithm 7.1; for these problems Lin, Weng, Keerthi, Trust Region Newton Method for
// Large-Scale Logistic Regression, JMLR 2008.
type CG struct {
	// Free is how many columns, the last ones, have no ridge.
	Free int
	// Inner is the most steps of conjugate gradients in an iteration; 0 for 250.
	Inner int
	// Start is where to begin; nil for 0. It is copied.
	Start []float64
}

// NewtonCGState is the state after a Newton step. Residual is ‖∇P‖.
type CGState struct {
	solver.Progress
	w []float64
}

// X copies the weights, d×k row by row.
func (s *CGState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves for μ ≥ 0 and a loss that is a toolkit.Hessian. Without a ridge there may be no minimum, or many.
func (c CG) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, mu float64) solver.Seq[*CGState] {
	return func(yield func(*CGState, error) bool) {
		_, d := x.Dims()
		s := &CGState{Progress: solver.Unknown(), w: make([]float64, d*loss.Outputs())}
		hessian, ok := loss.(toolkit.Hessian)
		switch {
		case !ok:
			yield(s, fmt.Errorf("NewtonCG needs Hessians, which %T has not", loss))
			return
		case !(mu >= 0) || math.IsInf(mu, 1):
			yield(s, fmt.Errorf("μ = %g: it must be finite and not negative", mu))
			return
		case c.Free < 0 || c.Free > d:
			panic("solver: there are not so many columns")
		case c.Start != nil && len(c.Start) != len(s.w):
			panic("solver: the start is of another length")
		}
		copy(s.w, c.Start)
		if c.Inner == 0 {
			c.Inner = 250
		}
		n := &newtonCG{CG: c, x: x, o: outputs.New(loss), hessian: hessian, mu: mu, s: s}
		n.begin()
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = n.iterate(ctx)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type newtonCG struct {
	CG
	x       linalg.Map
	o       *outputs.Loss
	hessian toolkit.Hessian
	mu      float64
	s       *CGState

	z, trial, slopes []float64 // predictions, those of a trial, and slopes
	grad, scale      []float64 // ∇P, and the diagonal of the Hessian
}

func (n *newtonCG) begin() {
	for _, v := range []*[]float64{&n.z, &n.trial, &n.slopes} {
		*v = make([]float64, n.o.Size())
	}
	n.grad, n.scale = make([]float64, len(n.s.w)), make([]float64, len(n.s.w))
	n.o.Predict(n.z, n.x, n.s.w)
	n.s.Objective = n.o.Slopes(n.slopes, n.z) + n.ridge(n.s.w)
	n.gradient()
}

// ridged is how many of the weights have a ridge: they come first.
func (n *newtonCG) ridged() int { return len(n.s.w) - n.Free*n.o.K }

func (n *newtonCG) ridge(w []float64) float64 {
	part := w[:n.ridged()]
	return n.mu / 2 * floats.Dot(part, part)
}

func (n *newtonCG) gradient() {
	n.o.Gradient(n.grad, n.x, n.slopes)
	floats.AddScaled(n.grad[:n.ridged()], n.mu, n.s.w[:n.ridged()])
	n.s.Residual = floats.Norm(n.grad, 2)
	n.s.Evals++
}

// iterate takes a Newton step.
func (n *newtonCG) iterate(ctx context.Context) error {
	s := n.s
	s.Step = 0
	if !solver.Finite(s.Objective) || !solver.Finite(s.Residual) {
		return solver.ErrDiverged
	}
	s.Iter++
	if s.Residual == 0 {
		return nil
	}
	n.diagonal()
	step := n.solve(ctx)
	line := make([]float64, n.o.Size())
	n.o.Predict(line, n.x, step)
	slope := floats.Dot(n.grad, step) // ≤ 0
	next := make([]float64, len(s.w))
	for t := 1.; t > 1e-10; t /= 2 {
		floats.AddScaledTo(n.trial, n.z, t, line)
		floats.AddScaledTo(next, s.w, t, step)
		s.Evals++
		if after := n.o.Slopes(n.slopes, n.trial) + n.ridge(next); after <= s.Objective+1e-4*t*slope+solver.Slack*math.Abs(s.Objective) {
			s.w, s.Objective, s.Step = next, after, t
			n.z, n.trial = n.trial, n.z
			n.gradient()
			return context.Cause(ctx)
		}
	}
	n.o.Slopes(n.slopes, n.z)
	return context.Cause(ctx)
}

// diagonal is that of the Hessian, Σ_i c_i x_ij² ∇²ℓ_i's and μ; of no use for maps that are neither dense nor sparse.
func (n *newtonCG) diagonal() {
	clear(n.scale)
	var local, curved []float64
	for i := range n.o.N {
		z, lo := n.o.Span(n.z, i)
		m := len(z)
		local, curved = linalg.Resize(local, m*m), linalg.Resize(curved, m)
		n.hessian.Hessian(local, i, z)
		for c := range m {
			curved[c] = n.o.Loss.Weight(i) * local[c*m+c]
		}
		add := func(j int, v float64) { floats.AddScaled(n.scale[j*n.o.K+lo:j*n.o.K+lo+m], v*v, curved) }
		switch x := n.x.(type) {
		case *linalg.Dense:
			for j, v := range x.Row(i) {
				add(j, v)
			}
		case *linalg.CSR:
			col, val := x.Row(i)
			for p, j := range col {
				add(int(j), val[p])
			}
		}
	}
	for j := range n.ridged() {
		n.scale[j] += n.mu
	}
}

// times is the Hessian's product with V, and curvature that of its predictions.
func (n *newtonCG) times(dst, v []float64) {
	line := make([]float64, n.o.Size())
	n.o.Predict(line, n.x, v)
	n.o.Parallel(func(_, from, to int) {
		var local, product []float64
		for i := from; i < to; i++ {
			z, _ := n.o.Span(n.z, i)
			part, _ := n.o.Span(line, i)
			m := len(z)
			local, product = linalg.Resize(local, m*m), linalg.Resize(product, m)
			n.hessian.Hessian(local, i, z)
			weight := n.o.Loss.Weight(i)
			for c := range m {
				product[c] = weight * floats.Dot(local[c*m:(c+1)*m], part)
			}
			copy(part, product)
		}
	})
	n.o.Gradient(dst, n.x, line)
	floats.AddScaled(dst[:n.ridged()], n.mu, v[:n.ridged()])
	n.s.Evals++
}

// solve is about −H⁻¹∇P, by preconditioned conjugate gradients.
func (n *newtonCG) solve(ctx context.Context) []float64 {
	size := len(n.grad)
	step, product, p := make([]float64, size), make([]float64, size), make([]float64, size)
	r, z := make([]float64, size), make([]float64, size)
	floats.ScaleTo(r, -1, n.grad)
	precondition := func() {
		for j, v := range r {
			z[j] = v
			if n.scale[j] > 0 {
				z[j] /= n.scale[j]
			}
		}
	}
	precondition()
	copy(p, z)
	rz := floats.Dot(r, z)
	first := rz
	tol := math.Min(0.25, math.Sqrt(n.s.Residual)) // of √(rᵀz)
	tol *= tol
	for range n.Inner {
		if context.Cause(ctx) != nil || !(rz > 0) {
			break
		}
		n.times(product, p)
		curvature := floats.Dot(p, product)
		if !(curvature > 0) {
			break
		}
		alpha := rz / curvature
		floats.AddScaled(step, alpha, p)
		floats.AddScaled(r, -alpha, product)
		precondition()
		next := floats.Dot(r, z)
		if !(next > tol*first) {
			break
		}
		floats.Scale(next/rz, p)
		floats.Add(p, z)
		rz = next
	}
	if floats.Norm(step, 1) == 0 {
		copy(step, r)
	}
	return step
}
