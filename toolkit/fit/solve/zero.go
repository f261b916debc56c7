package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// LambdaMax is the λ from which on W = 0 is the solution, but for features that nothing penalizes, or a ridge alone;
// found once. It is +Inf where there is none. The error says why it is not known.
func (p *Problem) LambdaMax() (float64, error) {
	_, most, err := p.LambdaMaxBetween(context.Background())
	return most, err
}

// LambdaMaxBetween is LambdaMax, as most, and what it is at least: the same, or less where slopes of the loss jump and
// the least of several λ_max was not found to 1e-6. It is an error where the context ends before.
func (p *Problem) LambdaMaxBetween(ctx context.Context) (least, most float64, err error) {
	top, err := p.top(ctx)
	return top.least, top.most, err
}

// evaluateZero evaluates the problem at W = 0.
func (p *Problem) evaluateZero() (*atZero, error) {
	value, gradient := p.AtZero()
	z := &atZero{value, floats.Norm(gradient, 2)}
	if !solver.Finite(z.slope) || !solver.Finite(z.objective) {
		return nil, errors.New("the gradient at W = 0 is not finite: features or targets are too large; scale them")
	}
	return z, nil
}

// lambdaMax finds λ_max: that of the slopes at the weights that are not 0 there.
func (p *Problem) lambdaMax(ctx context.Context) (lambdas, error) {
	kinked, unknown := losses.Kinked(p.Loss), known(math.NaN())
	if _, composed := p.Penalty.(toolkit.Composition); composed {
		return p.vanishing(ctx, NewProblem(p.Problem))
	}
	if !kinked {
		if _, err := p.origin(); err != nil {
			return unknown, err
		}
	}
	rest := p.besides()
	var u []float64
	top, err := unknown, error(nil)
	switch {
	case kinked:
		top, err = p.lambdaMaxOfKinks(ctx, rest.columns, rest.of, rest.apart)
	case rest.columns == nil:
		top = known(p.Problem.LambdaMax())
	default:
		if u, err = p.slopesBeside(ctx, rest); err == nil {
			top = known(rest.of.VanishesFrom(u, rest.apart))
		}
	}
	if err != nil {
		return unknown, err
	}
	if math.IsNaN(top.most) {
		return unknown, fmt.Errorf("λ_max is not known: the penalty %s has no polar (toolkit.Conjugate)",
			check.NameOf(p.Penalty))
	}
	return top, nil
}

// beside is what is not 0 at λ_max, and penalized by a ridge alone.
type beside struct {
	columns linalg.Map      // as columns of features; nil for none
	sets    [][]int         // the features that share a column, scaled to one ridge
	apart   []int           // where each has its own
	of      *solver.Problem // with the penalty of what is 0
}

// besides are features that Ω does not depend on, or sets that it lets move together, where there is a ridge: these are
// 0, or equal, from λ_max on.
func (p *Problem) besides() beside {
	out := beside{of: p.Problem}
	if out.apart = p.ridgeOnly(); out.apart != nil {
		for _, j := range out.apart {
			out.sets = append(out.sets, []int{j})
		}
		out.columns = linalg.SelectColumns(p.A, out.apart)
		return out
	}
	if out.sets = p.flatRidge(); out.sets == nil {
		return out
	}
	_, rest := p.Penalty.(prox.Flat).Flat(p.features()) //nolint:errcheck // it has sets
	out.of = solver.NewProblem(p.A, p.Loss, rest)
	sums := linalg.NewDense(p.Loss.Len(), len(out.sets), nil)
	column := make([]float64, p.Loss.Len())
	for s, set := range out.sets {
		p.A.MulVec(column, indicator(set, p.features()))
		for i, v := range column {
			sums.Data[i*len(out.sets)+s] = v / math.Sqrt(float64(len(set))) // ‖1_set‖: the ridge is the same
		}
	}
	out.columns = sums
	return out
}

// slopesBeside are the slopes where the weights are at their best but for those that are 0.
func (p *Problem) slopesBeside(ctx context.Context, rest beside) ([]float64, error) {
	weights, err := p.ridgeOn(ctx, rest.columns)
	if err != nil {
		return nil, err
	}
	w := make([]float64, p.features())
	for s, set := range rest.sets {
		for _, j := range set {
			w[j] = weights[s] / math.Sqrt(float64(len(set)))
		}
	}
	return p.Slopes(w), nil
}

// ridgeOn are the weights of ridge regression, or of another loss, on a few columns alone.
func (p *Problem) ridgeOn(ctx context.Context, columns linalg.Map) ([]float64, error) {
	few := NewProblem(solver.NewProblem(columns, p.Loss, nil).WithRidge(p.Mu).WithUnpenalized(p.Unpenalized))
	_, d := columns.Dims()
	c := &Case{
		Loss: p.Loss, Mu: p.Mu, Intercept: p.Unpenalized != nil, Examples: p.Loss.Len(), Features: d, Outputs: p.Outputs(),
	}
	m, err := few.Solve(ctx, Settings{Tol: 1e-12}, c, 0, nil)
	if err != nil {
		return nil, err
	}
	return m.Weights, nil
}

// indicator is 1 on a set, else 0.
func indicator(set []int, d int) []float64 {
	out := make([]float64, d)
	for _, j := range set {
		out[j] = 1
	}
	return out
}

// NewProblem is a problem whose models have its own units.
func NewProblem(p *solver.Problem) *Problem {
	out := &Problem{
		Problem: p,
		Model: func(w, unpenalized []float64) *model.Linear {
			return &model.Linear{Weights: slices.Clone(w), Intercept: slices.Clone(unpenalized)}
		},
		Off: func(*model.Linear) float64 { return 0 },
	}
	out.origin, out.top = sync.OnceValues(out.evaluateZero), once(out.lambdaMax)
	return out
}

// WithRidge is the same problem with another μ; what does not depend on it is not computed again.
func (p *Problem) WithRidge(mu float64) *Problem {
	out := *p
	out.Problem = p.Problem.WithRidge(mu)
	out.top = once(out.lambdaMax)
	return &out
}
