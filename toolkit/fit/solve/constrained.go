package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// Constrained is a penalty Ω, nil for none, with constraints of the weights: convex sets, as package prox/sets has
// them, or maps of these (toolkit.Composition). It has no proximity operator of its own: methods of splitting alone
// solve with it. Its Value is Ω: how far weights are from the sets is told by Violation.
type Constrained struct {
	Penalty toolkit.Proxable
	Sets    []toolkit.Proxable
	// Scale are the numbers by which weights are multiplied that the sets are of; nil for 1.
	Scale []float64
}

// Value is Ω.
func (g Constrained) Value(w []float64) float64 {
	if g.Penalty == nil {
		return 0
	}
	return g.Penalty.Value(w)
}

// Prox panics: there is none.
func (g Constrained) Prox(_, _ []float64, _ float64) float64 {
	panic("solve: a penalty with constraints has no proximity operator")
}

// Terms are those of Ω, and the sets.
func (g Constrained) Terms(d int) (t toolkit.Terms, ok bool) {
	if t, ok = terms.Of(g.Penalty, d); !ok {
		return t, false
	}
	t.Of = append([]toolkit.Term(nil), t.Of...)
	for _, s := range g.Sets {
		own, ok := setTerms(s, d)
		if !ok {
			return t, false
		}
		for _, of := range own {
			if g.Scale != nil {
				of.Map = linalg.DivideColumns(of.Map, g.Scale)
			}
			of.Map = terms.Columns(of.Map, t.Part)
			t.Of = append(t.Of, of)
		}
	}
	return t, true
}

// setTerms are those of a constraint; ok is false of what is none.
func setTerms(s toolkit.Proxable, d int) ([]toolkit.Term, bool) {
	t, ok := terms.Of(s, d)
	for _, of := range t.Of {
		_, set := of.Function.(toolkit.SupportFunction)
		_, entries := of.Map.(linalg.Entries)
		ok = ok && set && entries
	}
	return t.Of, ok && t.Part == nil && t.Linear == nil
}

// Constraint tells whether λ has no meaning.
func (g Constrained) Constraint() bool {
	of, ok := g.Penalty.(prox.Constraint)
	return g.Penalty == nil || ok && of.Constraint()
}

// WithScale is the penalty on weights that are multiplied by scale.
func (g Constrained) WithScale(scale []float64) toolkit.Proxable {
	if of, ok := g.Penalty.(prox.Rescaled); ok {
		g.Penalty = of.WithScale(scale)
	}
	g.Scale = scale
	return g
}

// Inside takes what rounding put out of bounds of single weights back.
func (g Constrained) Inside(w []float64) {
	for _, s := range append([]toolkit.Proxable{g.Penalty}, g.Sets...) {
		if of, ok := s.(interface{ Inside(w []float64) }); ok {
			of.Inside(w)
		}
	}
}

// Violation is the largest distance of weights from the constraints, in units of what these are of.
func (g Constrained) Violation(w []float64) (most float64) {
	for _, s := range g.Sets {
		of, _ := setTerms(s, len(w))
		for _, t := range of {
			set, _ := t.Function.(toolkit.SupportFunction)
			most = math.Max(most, set.Violation(image(t, w)))
		}
	}
	return most
}

// image is K w + d.
func image(t toolkit.Term, w []float64) []float64 {
	rows, _ := t.Map.Dims()
	z := make([]float64, rows)
	t.Map.MulVec(z, w)
	if t.Offset != nil {
		floats.Add(z, t.Offset)
	}
	return z
}

// Feasible says what is wrong with the constraints of d×k weights: one that is none, or of other weights, and sets that
// have no weights in common, as far as a search of that shows.
func (g Constrained) Feasible(ctx context.Context, d, k int) error {
	for _, s := range g.Sets {
		if c, ok := s.(prox.Checked); ok {
			if err := c.Check(d, k); err != nil {
				return fmt.Errorf("the constraint %s: %w", check.NameOf(s), err)
			}
		}
		if _, ok := setTerms(s, d*k); !ok {
			return fmt.Errorf("the constraint %s is no convex set of %d weights that states its terms "+
				"(toolkit.SupportFunction, toolkit.Composition)", check.NameOf(s), d*k)
		}
	}
	if d*k > mostFactored {
		return nil
	}
	return g.empty(ctx, d*k)
}

// mostSearched are the iterations in which weights are looked for that are in all sets.
const mostSearched = 60

// empty says so where no weights are in all sets: see composite.Infeasible.
func (g Constrained) empty(ctx context.Context, size int) error {
	g.Penalty, g.Scale = nil, nil
	t, _ := g.Terms(size)
	p := &composite.Problem{Terms: t.Of, Ridge: make([]float64, size)}
	for j := range p.Ridge {
		p.Ridge[j] = 1
	}
	for st, err := range (composite.Method{}).Iterations(ctx, p) {
		var none *composite.Infeasible
		switch {
		case errors.As(err, &none):
			return fmt.Errorf("no weights meet the constraints %s at once", g.named(none.Ray, size))
		case err != nil || st.Iter >= mostSearched || st.Gap <= 1:
			return nil //nolint:nilerr // nothing was found
		}
	}
	return nil
}

// named are the constraints that multipliers are not 0 of.
func (g Constrained) named(ray [][]float64, size int) string {
	var names []string
	for _, s := range g.Sets {
		of, _ := setTerms(s, size)
		some := false
		for range of {
			some, ray = some || floats.Norm(ray[0], 2) > 0, ray[1:]
		}
		if some {
			names = append(names, check.NameOf(s))
		}
	}
	return strings.Join(names, ", ")
}
