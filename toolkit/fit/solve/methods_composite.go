package solve

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/prox"
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
			return "where the loss is smooth others come first, and it goes on where accelerated proximal gradient is slow"
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
