package solve

import (
	"context"
	"fmt"
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

// mostMultiplied are the products of numbers of a matrix with itself up to which composite.Method is chosen.
const mostMultiplied = 2e10

// leastSplit are the numbers of the features from which composite.Method is chosen for norms over blocks, too: at 500 ×
// 200 it takes a third of the time of multipliers, and at 2,000 × 500 a sixth.
const leastSplit = 50_000

// Composite is composite.Method.
var Composite = &Method{
	Name: "composite",
	Why:  "loss and penalty are functions of maps: each is split, and Newton steps end it",
	Can: func(c *Case) string {
		l := losses.Scalar(c.Loss)
		_, composed := c.Penalty.(toolkit.Composition)
		free := !c.Asked && !composed // others may be quicker
		switch {
		case l == nil || !terms.Known(l):
			return "it is for losses of one prediction an example with an envelope (toolkit.MoreauEnvelope) or second " +
				"derivatives"
		case c.Penalty == nil:
			return "it is for problems with a penalty"
		case free && c.Outputs > 1:
			return "multipliers are as quick for several outputs"
		case free && !losses.Kinked(c.Loss):
			return "others are quicker where the loss is smooth"
		case free && c.noBlocks() == "" && (c.Examples*c.Features < leastSplit || c.Features > c.Examples):
			return "multipliers are as quick where the penalty is norms over blocks, of few numbers or few examples"
		case free && c.Mu > 0 && constrains(c.Penalty):
			return "orthogonal factors, to which units of features do not matter, do for a ridge and bounds alone"
		}
		t, ok := terms.Of(c.whole(), c.Features*c.Outputs)
		switch {
		case !ok:
			return "it needs a convex penalty of as many weights"
		case free && !derivatives(t):
			return "it is quick where functions know the derivatives of their prox (toolkit.ProxJacobian)"
		}
		size := float64(t.Variables(c.Features * c.Outputs))
		if free && (size > mostFactored || float64(c.Examples)*size*size > mostMultiplied) {
			return fmt.Sprintf("%d × %.0f are too many for it: it factors a matrix of the variables", c.Examples, size)
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		split := newSplit(c, p)
		return func(yield func(state, error) bool) {
			at := split.method(start).Iterations(ctx, split.problem)
			for st, err := range at {
				out := splitState{st, split}
				out.sharpen(p)
				if !yield(out, err) {
					return
				}
			}
		}
	},
	Limit: 300, Patience: 20, Certain: true, Fresh: true,
	Bytes: func(c *Case, entries float64) float64 {
		return 3*entries + 3*c.weightBytes()*float64(c.Features*c.Outputs) + 64*c.predictionBytes()
	},
}

// Restarted is composite.Restarted, for features that are known by their products alone.
var Restarted = &Method{
	Name: "restarted",
	Why:  "features known by products: each term has proximal steps of its own, and products join them",
	Can: func(c *Case) string {
		l := losses.Scalar(c.Loss)
		switch {
		case l == nil || !terms.Known(l):
			return "it is for losses of one prediction an example with an envelope (toolkit.MoreauEnvelope) or second " +
				"derivatives"
		case c.Penalty == nil && c.Mu == 0:
			return "it needs a penalty or a ridge"
		case !c.Asked && !c.ByProducts:
			return "others are quicker where features enumerate their entries (linalg.Entries)"
		}
		if _, ok := terms.Of(c.whole(), c.Features*c.Outputs); !ok {
			return "it needs a convex penalty of as many weights"
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		split := newSplit(c, p)
		return func(yield func(state, error) bool) {
			method := composite.Restarted{Start: split.method(start).Start}
			for st, err := range method.Iterations(ctx, split.problem) {
				if !yield(splitState{st, split}, err) {
					return
				}
			}
		}
	},
	Limit: 20000, Patience: 3000, Certain: true, Fresh: true, ByProducts: true,
}

// derivatives tells whether Newton steps can be taken for all functions.
func derivatives(t toolkit.Terms) bool {
	for _, of := range t.Of {
		rows, _ := of.Map.Dims()
		if conjugate, derivative := composite.Known(of.Function, rows); !conjugate || !derivative {
			return false
		}
	}
	return true
}

// constrains tells whether a penalty is a constraint alone.
func constrains(penalty toolkit.Proxable) bool {
	g, ok := penalty.(prox.Constraint)
	return ok && g.Constraint()
}

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
