package fit

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Method names the solver of a Linear.
type Method string

// The methods. Auto is the first in Methods' order that can.
const (
	Auto                  Method = "auto"
	LeastSquares          Method = "least-squares"           // newton.LeastSquares
	CoordinateDescent     Method = "coordinate-descent"      // coordinate.Descent
	ProximalNewton        Method = "proximal-newton"         // coordinate.ProximalNewton
	ProxDescent           Method = "prox-descent"            // coordinate.ProxDescent
	FactoredDescent       Method = "factored-descent"        // lowrank.FactoredDescent
	NewtonCG              Method = "newton-cg"               // newton.CG
	SemismoothNewton      Method = "semismooth-newton"       // newton.Semismooth
	InteriorPoint         Method = "interior-point"          // newton.InteriorPoint
	DualCoordinateDescent Method = "dual-coordinate-descent" // coordinate.DualDescent
	Multipliers           Method = "multipliers"             // multipliers.Method
	FISTA                 Method = "fista"                   // gradient.FISTA
	Bundle                Method = "bundle"                  // bundle.Stabilized
)

// Methods are all of them, but Auto.
func Methods() []Method {
	var out []Method
	for _, m := range methods {
		out = append(out, m.name)
	}
	return out
}

// state is what the states of all solvers have.
type state = solver.State

// method is a way to solve a problem.
type method struct {
	name Method
	why  string
	can  func(p *Prepared) string // why it cannot, "" where it can
	run  func(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state]
	// limit is the default of MaxIter, and patience how many iterations in a row without gain mean that rounding allows
	// no more.
	limit, patience int
	// fresh tells that a state's objective and gap are those of its X, computed anew from the data.
	fresh bool
	// polish is the share of the tolerance that a run goes on to; 0 for polishShare.
	polish float64
}

// choose finds the method; the error lists those that can.
func (p *Prepared) choose() (method, error) {
	var able, reasons []string
	for _, m := range methods {
		why := m.can(p)
		switch {
		case why == "" && (p.Method == "" || p.Method == Auto || p.Method == m.name):
			return m, nil
		case why == "":
			able = append(able, string(m.name))
		case p.Method == m.name || p.Method == "" || p.Method == Auto:
			reasons = append(reasons, string(m.name)+": "+why)
		}
	}
	if reasons == nil {
		reasons = []string{"there is none of that name"}
	}
	if able == nil {
		able = []string{"none"}
	}
	asked := "no method solves"
	if p.Method != "" && p.Method != Auto {
		asked = fmt.Sprintf("the method %q does not solve", p.Method)
	}
	return method{}, fmt.Errorf("%s the %s loss with the penalty %s here (%s); those that do: %s",
		asked, check.NameOf(p.Loss), check.NameOf(p.Penalty), strings.Join(reasons, "; "), strings.Join(able, ", "))
}

// Explain says which method solves a problem, why, and why not others: a line each.
func (c Linear) Explain(data Data) (string, error) {
	p, err := c.sketched(data)
	if err != nil {
		return "", err
	}
	m, err := p.choose()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", m.name, m.why)
	for _, other := range methods {
		why := other.can(p)
		switch {
		case other.name == m.name:
		case why == "":
			fmt.Fprintf(&b, "  %s: would do too\n", other.name)
		default:
			fmt.Fprintf(&b, "  %s: not here, %s\n", other.name, why)
		}
	}
	return b.String(), nil
}

// sketched is a problem whose data are not copied: enough to choose a method.
func (c Linear) sketched(data Data) (*Prepared, error) {
	p, err := c.sized(data)
	if err != nil {
		return nil, err
	}
	p.x = data.X
	for i, t := range sortedTasks(data.Task) {
		if i == 0 || t != p.tasks[len(p.tasks)-1] {
			p.tasks = append(p.tasks, t)
		}
	}
	p.k = max(1, len(p.tasks))
	if p.tasks != nil {
		p.column = make([]int, p.n)
	}
	return p, p.bind()
}
