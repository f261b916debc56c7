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
// found once. The error says why it is not known.
func (p *Problem) LambdaMax() (float64, error) { return p.top() }

// evaluateZero evaluates the problem at W = 0.
func (p *Problem) evaluateZero() (*atZero, error) {
	value, gradient := p.AtZero()
	z := &atZero{value, floats.Norm(gradient, 2)}
	if !solver.Finite(z.slope) || !solver.Finite(z.objective) {
		return nil, errors.New("the gradient at W = 0 is not finite: features or targets are too large; scale them")
	}
	return z, nil
}

// lambdaMax finds λ_max.
func (p *Problem) lambdaMax() (float64, error) {
	if losses.Kinked(p.Loss) {
		return p.lambdaMaxOfKinks()
	}
	if _, err := p.origin(); err != nil {
		return math.NaN(), err
	}
	if apart := p.ridgeOnly(); apart != nil {
		return p.lambdaMaxBeside(apart)
	}
	if sets := p.flatRidge(); sets != nil {
		return p.lambdaMaxFlat(sets)
	}
	top := p.Problem.LambdaMax()
	if math.IsNaN(top) {
		return top, errNoPolar(p.Penalty)
	}
	return top, nil
}

func errNoPolar(penalty any) error {
	return fmt.Errorf("λ_max is not known: the penalty %s has no polar (toolkit.Conjugate)", check.NameOf(penalty))
}

// lambdaMaxBeside is λ_max where some features have a ridge alone, and are not 0 at λ_max: that of the gradient at
// the solution on these features.
func (p *Problem) lambdaMaxBeside(apart []int) (float64, error) {
	weights, err := p.ridgeOn(linalg.SelectColumns(p.A, apart))
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.features()), make([]float64, p.features())
	for k, j := range apart {
		w[j] = weights[k]
	}
	p.ValueGrad(gradient, w)
	floats.Scale(-1, gradient)
	for _, j := range apart {
		gradient[j] = 0
	}
	return p.Penalty.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // whatever can be split has a polar
}

// lambdaMaxFlat is the λ from which on the weights of every set of features are equal, where the ridge keeps them from
// being set apart: the polar of the gradient, less its means on the sets, at the solution among such weights.
func (p *Problem) lambdaMaxFlat(sets [][]int) (float64, error) {
	sums := linalg.NewDense(p.Loss.Len(), len(sets), nil)
	column := make([]float64, p.Loss.Len())
	for s, set := range sets {
		p.A.MulVec(column, indicator(set, p.features()))
		for i, v := range column {
			sums.Data[i*len(sets)+s] = v / math.Sqrt(float64(len(set))) // ‖1_set‖: the ridge is the same
		}
	}
	levels, err := p.ridgeOn(sums)
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.features()), make([]float64, p.features())
	for s, set := range sets {
		for _, j := range set {
			w[j] = levels[s] / math.Sqrt(float64(len(set)))
		}
	}
	p.ValueGrad(gradient, w)
	floats.Scale(-1, gradient)
	_, rest := p.Penalty.(prox.Flat).Flat(p.features())  //nolint:errcheck // it has sets
	return rest.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // whatever has sets has a polar
}

// ridgeOn are the weights of ridge regression, or of another loss, on a few columns alone.
func (p *Problem) ridgeOn(columns linalg.Map) ([]float64, error) {
	few := NewProblem(solver.NewProblem(columns, p.Loss, nil).WithRidge(p.Mu).WithUnpenalized(p.Unpenalized))
	_, d := columns.Dims()
	c := &Case{
		Loss: p.Loss, Mu: p.Mu, Intercept: p.Unpenalized != nil, Examples: p.Loss.Len(), Features: d, Outputs: p.Outputs(),
	}
	m, err := few.Solve(context.Background(), Settings{Tol: 1e-12}, c, 0, nil)
	if err != nil {
		return nil, err
	}
	return m.Weights, nil
}

// lambdaMaxOfKinks is λ_max of a loss with kinks: Ω's polar at multipliers of the problem with W = 0, which is solved
// for the unpenalized weights alone. Where there are several such multipliers it may be a little more than the least.
func (p *Problem) lambdaMaxOfKinks() (float64, error) {
	polar, ok := p.Penalty.(toolkit.Conjugate)
	if !ok {
		return math.NaN(), errNoPolar(p.Penalty)
	}
	apart := p.ridgeOnly()
	var u []float64
	c := &Case{Penalty: p.Penalty, Mu: p.Mu, Features: p.features(), Outputs: p.Outputs()}
	seq := multipliersFor(c, nil).Iterations(context.Background(), p.At(p.lambdaBeyond(polar, apart)))
	for st, err := range seq {
		if err != nil {
			return math.NaN(), err
		}
		u = st.Multipliers(u)
		if st.Left() <= 1e-13*st.Objective || st.Iter >= mostForZero {
			break
		}
	}
	return p.Polar(u, apart), nil
}

// mostForZero is the most iterations to find the other weights where W = 0.
const mostForZero = 100

// lambdaBeyond is a λ at which W = 0, but for features apart: 2Ω°(‖A_1‖, …, ‖A_d‖)‖c‖, for slopes of at most 1.
func (p *Problem) lambdaBeyond(polar toolkit.Conjugate, apart []int) float64 {
	v := make([]float64, p.Dim())
	for j, norm := range p.ColumnNorms() {
		for k := range p.Outputs() {
			v[j*p.Outputs()+k] = norm
		}
	}
	for _, j := range apart {
		v[j] = 0
	}
	var squares float64
	for i := range p.Loss.Len() {
		share := losses.Scalar(p.Loss).Weight(i)
		squares += share * share
	}
	return 2 * polar.Polar(v) * math.Sqrt(squares)
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
	out.origin, out.top = sync.OnceValues(out.evaluateZero), sync.OnceValues(out.lambdaMax)
	return out
}

// WithRidge is the same problem with another μ; what does not depend on it is not computed again.
func (p *Problem) WithRidge(mu float64) *Problem {
	out := *p
	out.Problem = p.Problem.WithRidge(mu)
	out.top = sync.OnceValues(out.lambdaMax)
	return &out
}
