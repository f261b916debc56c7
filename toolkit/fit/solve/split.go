package solve

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// whole is the penalty as it was before sets that move together were told.
func (c *Case) whole() toolkit.Proxable {
	if c.Whole != nil {
		return c.Whole
	}
	return c.Penalty
}

// split is a problem as a composite one: y are the parts of W, and then the unpenalized weights without those of sets
// of features that move together, which W does itself.
type split struct {
	problem *composite.Problem
	part    []int
	d, q    int // weights, and unpenalized ones
	from    int // the sets' first column, and their number
	sets    int
	nearest float64 // the least violation of constraints so far
}

func newSplit(c *Case, p *solver.Problem) *split {
	n, _ := p.A.Dims()
	d := p.Dim()
	t, ok := terms.Of(c.whole(), d)
	if !ok {
		panic("solve: the penalty states no terms")
	}
	s := &split{part: t.Part, d: d, nearest: math.Inf(1)}
	free := linalg.NewDense(0, n, nil)
	if p.Unpenalized != nil {
		s.q = p.Unpenalized.R * p.Outputs()
		s.from, s.sets = setsOf(c, p, d)
		free = freeOf(p, s.isSet)
	}
	columns := p.A
	if !c.ByProducts {
		columns = entries(p.A)
	}
	columns = terms.Columns(apart(p, columns), t.Part)
	if free.R > 0 && c.ByProducts {
		columns = maps.Beside(columns, maps.Transposed(free))
	} else if free.R > 0 {
		columns = linalg.AppendColumns(columns, free)
	}
	size := t.Variables(d) + free.R
	loss := composite.Term{Function: terms.Loss{Of: losses.Scalar(p.Loss)}, Map: columns}
	s.problem = &composite.Problem{Terms: []composite.Term{loss}}
	t = calculus.Times(p.Lambda, t)
	for _, of := range t.Of {
		s.problem.Terms = append(s.problem.Terms, of)
		s.problem.Terms[len(s.problem.Terms)-1].Map = terms.Widened(of.Map, 0, size)
	}
	if t.Linear != nil {
		s.problem.Linear = make([]float64, size)
		copy(s.problem.Linear, t.Linear)
	}
	s.problem.Constant = t.Constant
	if p.Mu > 0 {
		s.addRidge(p.Mu, size-free.R, size)
	}
	return s
}

// isSet tells whether an unpenalized column is the sum of a set of features that move together.
func (s *split) isSet(r int) bool { return r >= s.from && r < s.from+s.sets }

// setsOf are the first of the sets' columns and their number: in front of the intercept.
func setsOf(c *Case, p *solver.Problem, d int) (from, count int) {
	if from = p.Unpenalized.R; c.Intercept {
		from--
	}
	if g, ok := c.Whole.(prox.Flat); ok {
		sets, _ := g.Flat(d)
		return from - len(sets), len(sets)
	}
	return from, 0
}

// entries is a map with entries: a dense one where it has none, as features that are centred in products alone.
func entries(a linalg.Map) linalg.Map {
	if _, ok := a.(linalg.Entries); ok {
		return a
	}
	n, d := a.Dims()
	out, column := linalg.NewDense(n, d, nil), make([]float64, n)
	for j := range d {
		linalg.Column(column, a, j)
		for i, v := range column {
			out.Data[i*d+j] = v
		}
	}
	return out
}

// addRidge adds (μ/2)‖W‖²: of the variables, or of the sums of parts.
func (s *split) addRidge(mu float64, weights, size int) {
	if s.part == nil {
		s.problem.Ridge = make([]float64, size)
		for j := range weights {
			s.problem.Ridge[j] = mu
		}
		return
	}
	sums := maps.Sums(s.part, s.d)
	sums.C = size
	s.problem.Terms = append(s.problem.Terms, composite.Term{Function: calculus.Square{Mu: mu}, Map: sums})
}

// method begins at W and the unpenalized weights, where there are no parts.
func (s *split) method(start []float64) composite.Method {
	if start == nil || s.part != nil {
		return composite.Method{}
	}
	from := append([]float64(nil), start[:s.d]...)
	for r := range s.q {
		if !s.isSet(r) && s.d+r < len(start) {
			from = append(from, start[s.d+r])
		}
	}
	if len(from) != s.problem.Variables() {
		return composite.Method{}
	}
	return composite.Method{Start: from}
}

// splitState is a state of which the point is W and the unpenalized weights.
type splitState struct {
	*composite.State
	of *split
}

var _ Nearing = splitState{}

// Nearing tells whether constraints are nearer to hold by a tenth than before, and do not hold yet.
func (s splitState) Nearing() bool {
	nearer := s.Violation < 0.9*s.of.nearest && math.IsInf(s.Gap, 1)
	s.of.nearest = math.Min(s.of.nearest, s.Violation)
	return nearer
}

// sharpen computes the gap with twice the digits where rounding is much of it.
func (s splitState) sharpen(p *solver.Problem) {
	_, composed := p.Penalty.(toolkit.Composition)
	if u := s.Multipliers(nil, 0); !composed && u != nil && s.Rounding > 0 {
		x := s.X(nil)
		s.Gap, s.Rounding = p.Sharpen(x[:s.of.d], x[s.of.d:], u, s.Objective, s.Gap, s.Rounding)
	}
}

// X are the sums of parts, and the unpenalized weights.
func (s splitState) X(dst []float64) []float64 {
	y := s.State.X(nil)
	out := make([]float64, s.of.d+s.of.q)
	weights := s.of.d
	if s.of.part == nil {
		copy(out, y[:weights])
	} else {
		weights = len(s.of.part)
		for p, j := range s.of.part {
			if j >= 0 {
				out[j] += y[p]
			}
		}
	}
	for r := range s.of.q {
		if !s.of.isSet(r) {
			out[s.of.d+r] = y[weights]
			weights++
		}
	}
	return append(dst[:0], out...)
}
