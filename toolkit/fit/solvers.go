package fit

import (
	"github.com/proxlab/proxlab/toolkit/fit/solve"
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
	Composite             = solve.Composite
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
