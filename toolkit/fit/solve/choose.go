package solve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
)

// methods are those there are, the quickest for its kind of problem first.
var methods = []*Method{
	LeastSquares, CoordinateDescent, ProximalNewton, ProxDescent, FactoredDescent, NewtonCG, SemismoothNewton,
	InteriorPoint, DualCoordinateDescent, Composite, Multipliers, FISTA, Bundle, Reweighted, Restarted,
}

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

// why says why a method cannot solve the problem. What the table knows of its methods stands before what they say: one
// of a user's own may take any features, and any penalty.
func (c *Case) why(m *Method) string {
	_, composed := c.Penalty.(toolkit.Composition)
	switch {
	case !slices.Contains(methods, m):
	case c.ByProducts && !m.ByProducts:
		return "it needs features that enumerate their entries (linalg.Entries)"
	case composed && m != Composite && m != Restarted:
		return "it does not split sums, compositions and constraints (toolkit.Composition)"
	}
	return m.why(c)
}

// Choose finds the method; the error lists those that can.
func (c *Case) Choose() (*Method, error) {
	var able, reasons []string
	for _, m := range c.methods() {
		why, asked := c.why(m), c.Wanted.Free() || c.Wanted == m
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
		why := c.why(other)
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
