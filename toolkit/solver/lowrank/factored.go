package lowrank

import "github.com/proxlab/proxlab/toolkit/solver"

// Factored is Ψ(U, V) of a problem with the trace norm, for methods on factors that stand elsewhere. A point is U, and
// then V, as State has them.
type Factored struct {
	Lambda float64 // λ of λ‖W‖_*
	State  *State
	of     *factored
}

// NewFactored is that of a problem at a state. The error says what keeps a method of that name from the problem.
func NewFactored(p *solver.Problem, s *State, method string) (*Factored, error) {
	lambda, err := Strength(p, method)
	if err != nil {
		return nil, err
	}
	return &Factored{lambda, s, newFactored(p.A, p.Loss, lambda, s)}, nil
}

// Point copies the factors of the state.
func (f *Factored) Point() []float64 { return f.of.point() }

// SetPoint makes a point the factors of the state.
func (f *Factored) SetPoint(x []float64) { f.of.setPoint(x) }

// Value is Ψ at a point.
func (f *Factored) Value(x []float64) float64 { return f.of.value(x) }

// Grad writes ∂Ψ/∂U and ∂Ψ/∂V at the point of the last Value to dst, those that are wanted.
func (f *Factored) Grad(dst, x []float64, wantU, wantV bool) { f.of.grad(dst, x, wantU, wantV) }

// Evaluate fills in objective and gap of the state.
func (f *Factored) Evaluate() error {
	_, err := f.of.evaluate(true)
	return err
}
