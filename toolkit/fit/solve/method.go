// Package solve chooses a method for a problem, runs it until it is good enough, and certifies its answer.
package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
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

	// Limit is the most iterations where Settings.MaxIter is 0, and Patience how many in a row without gain mean that
	// rounding allows no more; 0 for 10,000 and 1000.
	Limit, Patience int
	// Every computes objective and gap anew every so many iterations; 0 for a method that tells them itself.
	Every int
	// Polish is the share of the tolerance that a run goes on to, so that weights that are 0 in the solution are 0; 0 for
	// 1e-4.
	Polish float64
	// Fresh tells that a state's objective and gap are those of its X, computed anew from the data.
	Fresh bool
	// KeepsBest tells that a point may be worse than one before, whose objective is known where its gap is.
	KeepsBest bool
	// Certain tells that its own gaps bound the error whatever the penalty.
	Certain bool
	// FromSample tells that it is quick from near the solution: of many examples it begins at the solution for some.
	FromSample bool
	// FewColumns tells that it looks at few columns of the features: these may then be centred in products alone.
	FewColumns bool
	// Bytes is about how much memory it takes, with so many bytes of entries of the features; nil for a guess.
	Bytes func(c *Case, entries float64) float64
}

// Settling is a state that may know that its objective falls no more, though the gap may: there is nothing to polish.
type Settling interface{ Settled() bool }

var _ Settling = (*coordinate.ProximalNewtonState)(nil)

// Auto is the first of Methods that can; so is nil.
var Auto = &Method{Name: "auto"}

// Methods are all of them, but Auto, in the order in which they are asked whether they can.
func Methods() []*Method { return slices.Clone(methods) }

// MethodNamed is the method of a name, "auto" among them.
func MethodNamed(name string) (*Method, error) {
	names := make([]string, 0, len(methods))
	for _, m := range slices.Concat([]*Method{Auto}, methods) {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return nil, fmt.Errorf("the method %q is none of %s", name, strings.Join(names, ", "))
}

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
	Mu        float64
	Intercept bool
	// Examples have weight; Outputs is k.
	Examples, Features, Outputs int
	Seed                        uint64
	Asked                       bool // for this method, and not for any that can

	// Wanted is the method that is asked for; nil or Auto for any.
	Wanted *Method
	// Sets tells that there are sets of features that move together at no cost, Moments that second moments may do for all
	// examples. Design are the features as they were given, with ones for the intercept, Memory what descents along a path
	// remember; nil for none.
	Sets, Moments bool
	Design        func() linalg.Map
	Memory        *coordinate.Memory
}

// Asked is why a method is used that was asked for.
const Asked = "it was asked for"

// state is what the states of all solvers have.
type state = solver.State

// Choose finds the method; the error lists those that can.
func (c *Case) Choose() (*Method, error) {
	var able, reasons []string
	for _, m := range c.methods() {
		why, asked := m.why(c), c.Wanted.Free() || c.Wanted == m
		switch {
		case why == "" && asked:
			return m, nil
		case why == "":
			able = append(able, m.Name)
		case asked:
			reasons = append(reasons, m.Name+": "+why)
		}
	}
	if able == nil {
		able = []string{"none"}
	}
	says := "no method solves"
	if !c.Wanted.Free() {
		says = fmt.Sprintf("the method %q does not solve", c.Wanted)
	}
	return nil, fmt.Errorf("%s the %s loss with the penalty %s here (%s); those that do: %s", says, check.NameOf(c.Loss),
		check.NameOf(c.Penalty), strings.Join(reasons, "; "), strings.Join(able, ", "))
}

// methods are those there are, one of a user's own that was asked for first.
func (c *Case) methods() []*Method {
	if c.Wanted.Free() || slices.Contains(methods, c.Wanted) {
		return methods
	}
	return append([]*Method{c.Wanted}, methods...)
}

// Explain says which method solves a problem, why, and why not others: a line each.
func (c *Case) Explain() (string, error) {
	m, err := c.Choose()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", m.Name, m.reason())
	for _, other := range c.methods() {
		why := other.why(c)
		switch {
		case other == m:
		case why == "":
			fmt.Fprintf(&b, "  %s: would do too\n", other.Name)
		default:
			fmt.Fprintf(&b, "  %s: not here, %s\n", other.Name, why)
		}
	}
	return b.String(), nil
}

// Bytes is about how much memory the method takes, beside the features, which have so many bytes.
func (c *Case) Bytes(entries float64) (float64, error) {
	m, err := c.Choose()
	switch {
	case err != nil:
		return 0, err
	case m.Bytes != nil:
		return m.Bytes(c, entries), nil
	}
	return 2*entries + 14*c.weightBytes() + 12*c.predictionBytes(), nil
}

// weightBytes are those of W, and predictionBytes those of XW.
func (c *Case) weightBytes() float64     { return 8 * float64(c.Features) * float64(c.Outputs) }
func (c *Case) predictionBytes() float64 { return 8 * float64(c.Examples) * float64(c.Outputs) }
