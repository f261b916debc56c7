// Package solve chooses a method for a problem, runs it until it is good enough, and certifies its answer.
package solve

import (
	"cmp"
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Method is a way to solve a problem: one of Methods, or one of your own, which needs Name and Run. Its
// answers are certified as any other: by the gap of the problem at the point where it ends.
type Method struct {
	Name string
	// Why is why it is chosen, where it is.
	Why string
	// Can says why it cannot solve a problem, "" where it can; nil where it always can.
	Can func(c *Case) string
	// Run solves a problem, from start unless that is nil: weights as a state's X has them, d×k row by row, and behind
	// them, where a method takes them, those of the unpenalized columns.
	Run func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[solver.State]

	// First is a method that is tried before, and its most iterations; it is given up as soon as it will not get to the
	// tolerance in so many, unless it is one of KeepsBest, of which rates say little. nil, and 0, for none.
	First func(c *Case, p *solver.Problem) (first *Method, most int)

	// Limit is the most iterations where Settings.MaxIter is 0, and Patience how many in a row without gain mean that
	// rounding allows no more; 0 for 10,000 and 1000.
	Limit, Patience int
	// Every computes objective and gap anew every so many iterations; 0 for a method that tells them itself.
	Every int
	// Polish is the share of the tolerance that a run goes on to, so that weights that are 0 in the solution are 0; 0 for
	// 1e-4. Steps in single blocks leave these at 0 early: a hundredth will do.
	Polish float64
	// Fresh tells that a state's objective and gap are those of its X, computed anew; FreshGap: where there is a gap.
	Fresh, FreshGap bool
	// KeepsBest tells that a point may be worse than one before, whose objective is known where its gap is.
	KeepsBest bool
	// Certain tells that its own gaps bound the error whatever the penalty.
	Certain bool
	// FromSample tells that it is quick from near the solution: of many examples it begins at the solution for some.
	FromSample bool
	// FewColumns tells that it looks at few columns of the features: these may then be centred in products alone.
	FewColumns bool
	// ByProducts tells that it asks of the features for products alone: they may be any linear map.
	ByProducts bool
	// Bytes is about how much memory it takes, with so many bytes of entries of the features; nil for a guess.
	Bytes func(c *Case, entries float64) float64
}

// Settling is a state that may know that there is nothing to polish: its zeros stay, or its objective falls no more.
type Settling interface{ Settled() bool }

// Curving is a state that knows the sum of the loss's second derivatives at its point.
type Curving interface{ Curvature() float64 }

var (
	_ Curving  = (*coordinate.ProximalNewtonState)(nil)
	_ Settling = (*coordinate.ProximalNewtonState)(nil)
	_ Settling = (*coordinate.State)(nil)
)

// Nearing is a state that may know that it came nearer to where constraints hold: that is a gain, whatever P says.
type Nearing interface{ Nearing() bool }

// Auto is the first of Methods that can; so is nil.
var Auto = &Method{Name: "auto"}

// String is its name; that of nil is Auto's.
func (m *Method) String() string {
	if m == nil {
		return Auto.Name
	}
	return m.Name
}

// MarshalText writes its name.
func (m *Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Free tells whether it is any method that can: Auto, or nil.
func (m *Method) Free() bool { return m == nil || m == Auto }

// why says why it cannot solve a problem.
func (m *Method) why(c *Case) string {
	if m.Can == nil {
		return ""
	}
	at := *c
	at.Asked = c.Wanted == m
	return m.Can(&at)
}

// reason is why it is used.
func (m *Method) reason() string { return cmp.Or(m.Why, Asked) }

// Case is what a method may solve: P(W, b) of some examples, as it is asked for.
type Case struct {
	Loss      toolkit.Loss     // with targets and weights
	Penalty   toolkit.Proxable // Ω; nil for none
	Mu, Tol   float64          // Tol is the relative gap that is asked for
	Intercept bool
	// Examples have weight; Outputs is k.
	Examples, Features, Outputs int
	Seed                        uint64
	Asked                       bool // for this method, and not for any that can
	ByProducts                  bool // features are known by their products alone
	Dense                       bool // features are stored with all that is 0

	// Wanted is the method that is asked for; nil or Auto for any.
	Wanted *Method
	// Whole is the penalty as it was where there are sets of features that move together at no cost, else nil; see
	// prox.Flat. Moments tells that second moments may do for all examples. Design are the features as they were given,
	// with ones for the intercept, Memory what descents along a path remember; nil for none.
	Whole   toolkit.Proxable
	Moments bool
	Design  func() linalg.Map
	Memory  *coordinate.Memory
}

// spanned is how many features there are where dense examples are looked at in the space that they span.
func (c *Case) spanned() int {
	if c.Dense && isSpanned(c.Examples, c.Features) {
		return c.Examples
	}
	return c.Features
}

// isSpanned tells whether so many examples of so many features are looked at in the space that they span, a basis of
// which is made in n²d operations without a look at the context.
func isSpanned(n, d int) bool { return n < d && float64(n)*float64(n)*float64(d) <= 4e9 }

// Asked is why a method is used that was asked for.
const Asked = "it was asked for"

// state is what the states of all solvers have.
type state = solver.State

// weightBytes are those of W, and predictionBytes those of XW.
func (c *Case) weightBytes() float64     { return 8 * float64(c.Features) * float64(c.Outputs) }
func (c *Case) predictionBytes() float64 { return 8 * float64(c.Examples) * float64(c.Outputs) }
