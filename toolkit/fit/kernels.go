package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// Kernels learns a sum of functions f_1 + … + f_M, each of its own kernel's space, from few of the kernels: multiple
// kernel learning with the squared loss, and with μ > 0 its elastic net,
//
//	P(f) = (1/n) Σ_i ½(Σ_j f_j(x_i) − y_i)² + λ Σ_j ‖f_j‖_j + (μ/2) Σ_j ‖f_j‖_j²,
//
// by gradient.IterativeProjection with safeguarded Barzilai-Borwein steps on the kernels' features. With λ = 0 it is
// ridge regression with the sum of the kernels.
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization,
// 2009, Algorithm 5: its residual must be that of the sum of all f_j, in every block.
type Kernels struct {
	Lambda, Mu float64 // λ ≥ 0 and μ ≥ 0, not both 0
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-6. MaxIter is the most iterations; 0 for 10,000.
	Tol     float64
	MaxIter int
}

// KernelData are the Gram matrices of several kernels on the same n examples, and their targets.
type KernelData struct {
	Grams []*linalg.Dense
	Y     []float64
}

// Fit learns from Gram matrices. When the context ends it returns the model so far, and an error that says so.
func (c Kernels) Fit(ctx context.Context, data KernelData) (*model.Kernels, error) {
	grams, y := data.Grams, data.Y
	switch {
	case len(grams) == 0 || len(y) == 0:
		return nil, errors.New("there is no kernel, or no example")
	case !(c.Lambda >= 0) || !(c.Mu >= 0) || !(c.Lambda+c.Mu > 0) || math.IsInf(c.Lambda+c.Mu, 1):
		return nil, fmt.Errorf("λ = %g, μ = %g: neither may be negative, one must be positive, both finite", c.Lambda, c.Mu)
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("target %d is %g", i+1, v)
		}
	}
	features := make([]*linalg.Dense, len(grams))
	for j, k := range grams {
		var err error
		if k.R != len(y) {
			return nil, fmt.Errorf("kernel %d has %d examples, there are %d targets", j+1, k.R, len(y))
		}
		if features[j], err = kernel.Features(k); err != nil {
			return nil, fmt.Errorf("kernel %d: %w", j+1, err)
		}
	}
	m := &model.Kernels{Weights: make([]float64, len(grams)), Norms: make([]float64, len(grams)), Status: solver.Converged}
	if c.Lambda == 0 {
		for j := range m.Weights {
			m.Weights[j] = 1 / c.Mu
		}
	} else if err := c.weigh(ctx, m, features, y); err != nil {
		return nil, err
	}
	if err := c.solve(m, grams, y); err != nil {
		return nil, err
	}
	return m, solver.Interrupted(ctx)
}

// weigh finds the weights ‖f_j‖/(λ + μ‖f_j‖) by the group lasso on the features.
func (c Kernels) weigh(ctx context.Context, m *model.Kernels, features []*linalg.Dense, y []float64) error {
	x, groups := beside(features)
	reg := prox.L21{Lambda: c.Lambda, Groups: groups}
	p := solver.NewProblem(x, loss.Squared{Y: y}, prox.Ridge{Mu: c.Mu, Inner: reg})
	most := p.Lipschitz() + c.Mu
	if most == 0 { // kernels of zeros
		return nil
	}
	steps := gradient.IterativeProjection{
		Step: gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: most}, Min: 1e-6 * most, Max: most},
	}
	tol, limit := cmp.Or(c.Tol, 1e-6), c.MaxIter
	if limit == 0 {
		limit = 10000
	}
	res, err := solver.Run(
		steps.Iterations(ctx, gradient.WithRidge{P: p}),
		solver.Any(solver.RelGap(tol), solver.MaxIter(limit)),
	)
	if err != nil && solver.Interrupted(ctx) == nil {
		return err
	}
	m.Iter, m.Status = res.Iter, res.Status
	for j, g := range groups {
		var norm float64
		if len(g) > 0 {
			norm = floats.Norm(res.X[g[0]:g[0]+len(g)], 2)
		}
		m.Weights[j] = norm / (c.Lambda + c.Mu*norm)
	}
	return nil
}

// beside is one matrix of several, side by side, and the columns of each.
func beside(parts []*linalg.Dense) (*linalg.Dense, prox.Groups) {
	groups := make(prox.Groups, len(parts))
	d := 0
	for j, p := range parts {
		for range p.C {
			groups[j] = append(groups[j], d)
			d++
		}
	}
	out := linalg.NewDense(parts[0].R, d, nil)
	for j, p := range parts {
		for i := range p.R {
			if p.C > 0 {
				copy(out.Row(i)[groups[j][0]:], p.Row(i))
			}
		}
	}
	return out, groups
}

// solve finds the minimum for the model's weights, (Σ_j Weights_j K_j + n I) Alpha = y, and certifies it: with u =
// Alpha and q_j = √(uᵀK_ju), ‖f_j‖ = Weights_j q_j, and u is a dual point, feasible at q_j ≤ λ.
func (c Kernels) solve(m *model.Kernels, grams []*linalg.Dense, y []float64) error {
	n := len(y)
	sum := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			var v float64
			for k, w := range m.Weights {
				if w != 0 {
					v += w * grams[k].At(i, j)
				}
			}
			if i == j {
				v += float64(n)
			}
			sum.SetSym(i, j, v)
		}
	}
	var chol mat.Cholesky
	u := mat.NewVecDense(n, nil)
	if !chol.Factorize(sum) {
		return errors.New(
			"the kernels' sum plus n times the identity is not positive definite to rounding: scale the kernels down",
		)
	}
	if err := chol.SolveVecTo(u, mat.NewVecDense(n, y)); err != nil {
		return fmt.Errorf("weighing the examples: %w", err)
	}
	m.Alpha = u.RawVector().Data
	c.certify(m, grams, y)
	return nil
}

// certify evaluates objective and gap. With δ for what rounding may add to q_j², γ(Σ_i |u_i|√K_ii)² as |K_il| ≤
// √(K_ii K_ll), the dual point takes the larger of the q_j that are possible.
func (c Kernels) certify(m *model.Kernels, grams []*linalg.Dense, y []float64) {
	n := float64(len(y))
	square := floats.Dot(m.Alpha, m.Alpha) * n / 2
	scratch, residual := make([]float64, len(y)), append([]float64(nil), y...)
	var penalty, over, reach float64
	polar := 1.
	for j, k := range grams {
		k.MulVec(scratch, m.Alpha)
		floats.AddScaled(residual, -m.Weights[j], scratch)
		var size float64
		for i, u := range m.Alpha {
			size += math.Abs(u) * math.Sqrt(math.Max(0, k.At(i, i)))
		}
		form := math.Max(0, floats.Dot(scratch, m.Alpha))
		most := math.Sqrt(form + 2*0x1p-53*n*size*size)
		m.Norms[j] = m.Weights[j] * math.Sqrt(form)
		reach += m.Weights[j] * size * size
		penalty += c.Lambda*m.Norms[j] + c.Mu/2*m.Norms[j]*m.Norms[j]
		over += math.Pow(math.Max(0, most-c.Lambda), 2)
		if c.Lambda > 0 {
			polar = math.Max(polar, most/c.Lambda)
		}
	}
	m.Objective = floats.Dot(residual, residual)/(2*n) + penalty
	along := floats.Dot(m.Alpha, y)
	dual := along/polar - square/(polar*polar)
	if c.Mu > 0 {
		dual = along - square - over/(2*c.Mu)
		penalty += over / (2 * c.Mu)
	}
	size := math.Sqrt(floats.Dot(m.Alpha, m.Alpha)*floats.Dot(y, y)) + square + m.Objective + penalty
	m.Gap = solver.Rounding{Terms: len(y) + len(grams), Sum: size + reach}.GapAbove(m.Objective, dual)
}
