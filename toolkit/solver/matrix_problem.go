package solver

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// MatrixProblem is the regularized empirical risk of a linear model with k outputs,
//
//	P(W) = Σ_i c_i ℓ_i(Wᵀa_i) + R(W),      A is n×d with rows a_i, W is d×k, given row by row.
//
// As a toolkit.Smooth it is the first term; as a toolkit.Certifier it is the whole. The gap needs R to implement
// toolkit.Conjugate and is +Inf otherwise.
type MatrixProblem struct {
	A    linalg.Map
	Loss toolkit.MultiOutput
	Reg  toolkit.Proxable

	f, u, v []float64 // scratch: predictions and dual point, n×k, and Aᵀu, d×k
}

// NewMatrixProblem makes a problem. It panics when A has not as many rows as the loss has examples.
func NewMatrixProblem(a linalg.Map, loss toolkit.MultiOutput, reg toolkit.Proxable) *MatrixProblem {
	n, d := a.Dims()
	if n != loss.Len() {
		panic("solver: the loss needs one example for each row of A")
	}
	k := loss.Outputs()
	return &MatrixProblem{A: a, Loss: loss, Reg: reg, f: make([]float64, n*k), u: make([]float64, n*k), v: make([]float64, d*k)}
}

// Dim is d·k.
func (p *MatrixProblem) Dim() int {
	_, d := p.A.Dims()
	return d * p.Loss.Outputs()
}

// Value is the loss Σ_i c_i ℓ_i(Wᵀa_i).
func (p *MatrixProblem) Value(w []float64) float64 { return p.slopes(w) }

// ValueGrad writes the gradient of the loss, AᵀU with rows u_i = c_i ∇ℓ_i(Wᵀa_i), to dst and returns the loss.
func (p *MatrixProblem) ValueGrad(dst, w []float64) float64 {
	sum := p.slopes(w)
	linalg.MulTransMat(dst, p.A, p.u, p.Loss.Outputs())
	return sum
}

// slopes fills u and returns the loss.
func (p *MatrixProblem) slopes(w []float64) float64 {
	linalg.MulMat(p.f, p.A, w, p.Loss.Outputs())
	return slopesOf(p.Loss, p.u, p.f)
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
	primal := p.slopes(w) + p.Reg.Value(w)
	linalg.MulTransMat(p.v, p.A, p.u, p.Loss.Outputs())
	for j := range p.v {
		p.v[j] = -p.v[j]
	}
	s := 1 / max(1, reg.Polar(p.v))
	for j := range p.v {
		p.v[j] *= s
	}
	dual := dualOf(p.Loss, p.u, s) - reg.Conjugate(p.v)
	if gap := primal - dual; !(gap < 0) { // keeps NaN
		return gap
	}
	return 0
}
