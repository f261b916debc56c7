package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// MatrixProblem is the regularized empirical risk of a linear model with k outputs,
//
//	P(W) = Σ_i c_i ℓ_i(Wᵀa_i) + R(W),      A is n×d with rows a_i, W is d×k, given row by row.
//
// With free columns F, n×q, whose weights B, q×k, nothing penalizes (intercepts), the first term is its minimum over them, min_B Σ_i c_i ℓ_i(Wᵀa_i
// + Bᵀf_i): convex, with the gradient at the minimum and the same Lipschitz constant.
//
// As a toolkit.Smooth it is the first term; as a toolkit.Certifier it is the whole. The gap needs R to implement
// toolkit.Conjugate and is +Inf otherwise.
type MatrixProblem struct {
	A    linalg.Map
	Loss toolkit.MultiOutput
	Reg  toolkit.Proxable

	o    *outputs.Loss
	u, v []float64 // scratch: slopes at the predictions, and Aᵀu, d×k
	free *free     // nil for none
}

// NewMatrixProblem makes a problem. It panics when A has not as many rows as the loss has examples.
func NewMatrixProblem(a linalg.Map, loss toolkit.MultiOutput, reg toolkit.Proxable) *MatrixProblem {
	n, d := a.Dims()
	if n != loss.Len() {
		panic("solver: the loss needs one example for each row of A")
	}
	o := outputs.New(loss)
	return &MatrixProblem{A: a, Loss: loss, Reg: reg, o: o, u: make([]float64, o.Size()), v: make([]float64, d*o.K)}
}

// WithFree is the problem with free columns, given as rows: Fᵀ. The loss must be a toolkit.Hessian.
func (p *MatrixProblem) WithFree(columns *linalg.Dense) *MatrixProblem {
	q, n := columns.Dims()
	if n != p.Loss.Len() {
		panic("solver: the free columns need one entry for each row of A")
	}
	if _, ok := p.Loss.(toolkit.Hessian); !ok {
		panic("solver: free columns need a loss that is a toolkit.Hessian")
	}
	out := NewMatrixProblem(p.A, p.Loss, p.Reg)
	if q > 0 {
		out.free = newFree(out.o, columns)
	}
	return out
}

// Free are the free weights B that go with W, q×k row by row; nil where there are no free columns.
func (p *MatrixProblem) Free(w []float64) []float64 {
	if p.free == nil {
		return nil
	}
	p.Value(w)
	return append([]float64(nil), p.free.b...)
}

// Dim is d·k.
func (p *MatrixProblem) Dim() int { return len(p.v) }

// Value is the loss Σ_i c_i ℓ_i(Wᵀa_i).
func (p *MatrixProblem) Value(w []float64) float64 {
	p.o.Predict(p.u, p.A, w)
	if p.free != nil {
		return p.free.settle(p.u)
	}
	return p.o.Slopes(p.u, p.u)
}

// ValueGrad writes the gradient of the loss, AᵀU with rows u_i = c_i ∇ℓ_i(Wᵀa_i), to dst and returns the loss.
func (p *MatrixProblem) ValueGrad(dst, w []float64) float64 {
	sum := p.Value(w)
	p.o.Gradient(dst, p.A, p.u)
	return sum
}

// Lipschitz is Curvature · ‖A‖², an upper bound of the Lipschitz constant of the gradient in the Frobenius norm.
func (p *MatrixProblem) Lipschitz() float64 {
	_, hi := linalg.SquaredNorm(p.A)
	return p.Loss.Curvature() * hi
}

// Objective is P(W).
func (p *MatrixProblem) Objective(w []float64) float64 { return p.Value(w) + p.Reg.Value(w) }

// Gap is the duality gap P(W) − D(s·U) ≥ P(W) − P*, with
//
//	D(U) = −Σ_i c_i ℓ_i*(u_i/c_i) − R*(−AᵀU),
//
// at u_i = c_i ∇ℓ_i(Wᵀa_i), scaled by s = 1/max(1, Polar(−AᵀU)) to be feasible.
func (p *MatrixProblem) Gap(w []float64) float64 {
	reg, ok := p.Reg.(toolkit.Conjugate)
	if !ok {
		return math.Inf(1)
	}
	primal := p.Value(w) + p.Reg.Value(w)
	p.o.Gradient(p.v, p.A, p.u)
	floats.Scale(-1, p.v)
	s, conjugate := feasible(reg, p.v, w)
	dual := p.o.Dual(p.u, s) - conjugate
	if gap := primal - dual; !(gap < 0) { // keeps NaN
		return gap
	}
	return 0
}
