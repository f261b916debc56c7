package fit

import (
	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Method is a way to solve a problem: see package solve. One of your own needs Name and Run.
type Method = solve.Method

// Case is what a method may solve.
type Case = solve.Case

// The methods. Auto is the first in the order of Methods that can.
var (
	Auto                  = solve.Auto
	LeastSquares          = solve.LeastSquares
	CoordinateDescent     = solve.CoordinateDescent
	ProximalNewton        = solve.ProximalNewton
	ProxDescent           = solve.ProxDescent
	FactoredDescent       = solve.FactoredDescent
	NewtonCG              = solve.NewtonCG
	SemismoothNewton      = solve.SemismoothNewton
	InteriorPoint         = solve.InteriorPoint
	DualCoordinateDescent = solve.DualCoordinateDescent
	Multipliers           = solve.Multipliers
	FISTA                 = solve.FISTA
	Bundle                = solve.Bundle
)

// DefaultTol is what Linear.Tol is where it is 0.
const DefaultTol = solve.DefaultTol

// Methods are all of them, but Auto.
func Methods() []*Method { return solve.Methods() }

// MethodNamed is the method of a name, "auto" among them.
func MethodNamed(name string) (*Method, error) { return solve.MethodNamed(name) }

// Explain says which method solves a problem, why, and why not others: a line each.
func (c Linear) Explain(data Data) (string, error) {
	in, err := newInput(c, data, true)
	if err != nil {
		return "", err
	}
	return in.question(c, nil).Explain()
}

// Bytes is about how much memory learning from data takes, beside the data: so that it can be refused before it fails.
func (c Linear) Bytes(data Data) (float64, error) {
	in, err := newInput(c, data, true)
	if err != nil {
		return 0, err
	}
	return in.question(c, nil).Bytes(linalg.Bytes(data.X))
}

// solving are the settings of a run.
func (c Linear) solving() solve.Settings {
	return solve.Settings{Tol: c.Tol, NoPolish: c.NoPolish, MaxIter: c.MaxIter, TimeLimit: c.TimeLimit, Watch: c.Watch}
}
