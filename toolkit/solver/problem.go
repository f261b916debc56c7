package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Problem is the regularized empirical risk of a linear model,
//
//	P(w) = Σ_i c_i ℓ_i(⟨a_i, w⟩) + R(w),      A is n×d with rows a_i.
//
// As a toolkit.Smooth it is the first term, the one a forward step needs; as a toolkit.Certifier it is the whole. The gap
// needs R to implement toolkit.Conjugate and is +Inf otherwise.
type Problem struct {
	A    linalg.Map
	Loss toolkit.Separable
	Reg  toolkit.Proxable

	f, u, v []float64 // scratch: predictions, dual point, Aᵀu
}

// NewProblem makes a problem. It panics when A has not as many rows as the loss has examples.
func NewProblem(a linalg.Map, loss toolkit.Separable, reg toolkit.Proxable) *Problem {
	n, d := a.Dims()
	if n != loss.Len() {
		panic("solver: the loss needs one example for each row of A")
	}
	return &Problem{A: a, Loss: loss, Reg: reg, f: make([]float64, n), u: make([]float64, n), v: make([]float64, d)}
}

// Dim is the number of weights d.
func (p *Problem) Dim() int {
	_, d := p.A.Dims()
	return d
}

// Value is the loss Σ_i c_i ℓ_i(⟨a_i, w⟩).
func (p *Problem) Value(w []float64) float64 {
	p.A.MulVec(p.f, w)
	var sum float64
	for i, f := range p.f {
		l, _ := p.Loss.At(i, f)
		sum += p.Loss.Weight(i) * l
	}
	return sum
}

// ValueGrad writes the gradient of the loss, Aᵀu with u_i = c_i ℓ_i'(⟨a_i, w⟩), to dst and returns the loss.
func (p *Problem) ValueGrad(dst, w []float64) float64 {
	sum := p.slopes(w)
	p.A.MulTransVec(dst, p.u)
	return sum
}

// slopes fills u_i = c_i ℓ_i' and returns the loss.
func (p *Problem) slopes(w []float64) float64 {
	p.A.MulVec(p.f, w)
	var sum float64
	for i, f := range p.f {
		c := p.Loss.Weight(i)
		l, g := p.Loss.At(i, f)
		sum += c * l
		p.u[i] = c * g
	}
	return sum
}

// Lipschitz is Curvature · ‖A‖², an upper bound of the Lipschitz constant of the gradient; see linalg.SquaredNorm.
func (p *Problem) Lipschitz() float64 {
	_, hi := linalg.SquaredNorm(p.A)
	return p.Loss.Curvature() * hi
}

// Objective is P(w).
func (p *Problem) Objective(w []float64) float64 { return p.Value(w) + p.Reg.Value(w) }

// Gap is the duality gap P(w) − Dual(u) ≥ P(w) − P* at u_i = c_i ℓ_i'(⟨a_i,w⟩).
func (p *Problem) Gap(w []float64) float64 {
	primal := p.slopes(w) + p.Reg.Value(w)
	if gap := primal - p.dual(p.u, w); !(gap < 0) { // keeps NaN
		return gap
	}
	return 0
}

// Dual is the dual objective, a lower bound of P*,
//
//	D(u) = −Σ_i c_i ℓ_i*(u_i/c_i) − R*(−Aᵀu),
//
// at u scaled by 1/max(1, Polar(−Aᵀu)) to be feasible; −Inf where R does not implement toolkit.Conjugate.
func (p *Problem) Dual(u []float64) float64 { return p.dual(u, nil) }

// dual is Dual, with a point at which −Aᵀu may nearly be a subgradient of R; nil for none.
func (p *Problem) dual(u, near []float64) float64 {
	reg, ok := p.Reg.(toolkit.Conjugate)
	if !ok {
		return math.Inf(-1)
	}
	p.A.MulTransVec(p.v, u)
	floats.Scale(-1, p.v)
	s, conjugate := feasible(reg, p.v, near)
	dual := -conjugate
	for i, ui := range u {
		if c := p.Loss.Weight(i); c > 0 {
			dual -= c * p.Loss.Conjugate(i, s*ui/c)
		}
	}
	return dual
}

// feasible scales v by s = 1/max(1, Polar(v)), which makes it dual feasible, and returns s and R*(s·v). near is a point at which v may nearly be
// a subgradient of R; nil for none.
func feasible(reg toolkit.Conjugate, v, near []float64) (s, conjugate float64) {
	if tight, ok := reg.(toolkit.NearPolar); ok && near != nil {
		s = 1 / max(1, tight.PolarNear(v, near))
		floats.Scale(s, v)
		return s, 0 // R is a norm
	}
	s = 1 / max(1, reg.Polar(v))
	floats.Scale(s, v)
	return s, reg.Conjugate(v)
}
