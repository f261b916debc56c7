package factor

import (
	"fmt"
	"math"
	"slices"
)

// ExactlyOne allows labellings of which one of the literals, of different nodes, is true.
func (g *Graph) ExactlyOne(of ...Literal) error { return g.rule(1, 1, of) }

// AtMost allows labellings of which at most so many of the literals, of different nodes, are true.
func (g *Graph) AtMost(most int, of ...Literal) error { return g.rule(0, most, of) }

func (g *Graph) rule(least, most int, of []Literal) error {
	if len(of) < least || most < 0 {
		return fmt.Errorf("factor: rule %d: of %d literals at least %d and at most %d are to be true, and %w",
			len(g.rules)+1, len(of), least, most, ErrInfeasible)
	}
	for k, l := range of {
		if l.Node < 0 || l.Node >= len(g.states) || l.State < 0 || l.State >= g.states[l.Node] {
			return fmt.Errorf("factor: rule %d is about state %d of node %d: there is none", len(g.rules)+1, l.State+1, l.Node+1)
		}
		if slices.ContainsFunc(of[:k], func(o Literal) bool { return o.Node == l.Node }) {
			return fmt.Errorf("factor: rule %d is about node %d twice", len(g.rules)+1, l.Node+1)
		}
	}
	g.rules = append(g.rules, rule{slices.Clone(of), least, most})
	return nil
}

// Implies allows labellings of which, where one literal is true, the other is: a Table with scores of −Inf.
func (g *Graph) Implies(this, that Literal) error {
	if err := g.ends(this.Node, that.Node); err != nil {
		return err
	}
	k := g.states[that.Node]
	if this.State < 0 || this.State >= g.states[this.Node] || that.State < 0 || that.State >= k {
		return fmt.Errorf("factor: state %d of node %d implies state %d of node %d: there is none", this.State+1, this.Node+1,
			that.State+1, that.Node+1)
	}
	w := make([]float64, g.states[this.Node]*k)
	for y := range k {
		if y != that.State {
			w[this.State*k+y] = math.Inf(-1)
		}
	}
	return g.Table(this.Node, that.Node, w)
}
