package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"

	"gonum.org/v1/gonum/floats"
)

// LambdaMax is the λ from which on W = 0 is the solution: see Linear.LambdaMax. The error says why it is not known.
func (p *Prepared) LambdaMax() (float64, error) {
	if p.penalty == nil {
		return math.NaN(), errors.New("without a penalty there is no λ")
	}
	if _, err := p.question().choose(); err != nil {
		return math.NaN(), err
	}
	if p.compressed != nil {
		return p.compressed.few.LambdaMax()
	}
	if kinked(p.bound) {
		return p.lambdaMaxOfKinks()
	}
	if _, err := p.origin(); err != nil {
		return math.NaN(), err
	}
	if math.IsNaN(p.lambdaMax) {
		p.lambdaMax = p.problem.LambdaMax()
		if apart := ridgeOnly(p.penalty, p.Mu, p.d, p.k); apart != nil {
			return p.lambdaMaxBeside(apart)
		}
		if sets := p.flatRidge(); sets != nil {
			return p.lambdaMaxFlat(sets)
		}
	}
	if math.IsNaN(p.lambdaMax) {
		return math.NaN(), errNoPolar(p.Penalty)
	}
	return p.lambdaMax, nil
}

func errNoPolar(penalty any) error {
	return fmt.Errorf("λ_max is not known: the penalty %s has no polar (toolkit.Conjugate)", check.NameOf(penalty))
}

// lambdaMaxBeside is λ_max where some features have a ridge alone, and are not 0 at λ_max: that of the gradient at
// the solution on these features.
func (p *Prepared) lambdaMaxBeside(apart []int) (float64, error) {
	weights, err := p.ridgeOn(linalg.SelectColumns(p.x, apart))
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.d), make([]float64, p.d)
	for k, j := range apart {
		w[j] = weights[k]
	}
	p.problem.ValueGrad(gradient, w)
	floats.Scale(-1, gradient)
	for _, j := range apart {
		gradient[j] = 0
	}
	return p.penalty.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // whatever can be split has a polar
}

// lambdaMaxFlat is the λ from which on the weights of every set of features are equal, where the ridge keeps them from
// being set apart: the polar of the gradient, less its means on the sets, at the solution among such weights.
func (p *Prepared) lambdaMaxFlat(sets [][]int) (float64, error) {
	sums := linalg.NewDense(p.n, len(sets), nil)
	column := make([]float64, p.n)
	for s, set := range sets {
		p.x.MulVec(column, indicator(set, p.d))
		for i, v := range column {
			sums.Data[i*len(sets)+s] = v / math.Sqrt(float64(len(set))) // ‖1_set‖: the ridge is the same
		}
	}
	levels, err := p.ridgeOn(sums)
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.d), make([]float64, p.d)
	for s, set := range sets {
		for _, j := range set {
			w[j] = levels[s] / math.Sqrt(float64(len(set)))
		}
	}
	p.problem.ValueGrad(gradient, w)
	floats.Scale(-1, gradient)
	_, rest := p.penalty.(Flat).Flat(p.d)                //nolint:errcheck // it has sets
	return rest.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // whatever has sets has a polar
}

// flatRidge are the sets of features that the ridge is on and Ω is not, but for their differences.
func (p *Prepared) flatRidge() [][]int {
	g, ok := p.penalty.(Flat)
	if !ok || p.Mu == 0 || p.k > 1 {
		return nil
	}
	sets, _ := g.Flat(p.d)
	return sets
}

// ridgeOn are the weights of ridge regression, or of another loss, on a few columns alone.
func (p *Prepared) ridgeOn(columns linalg.Map) ([]float64, error) {
	few := *p
	few.Linear.Penalty, few.Method, few.Tol, few.Watch = nil, Auto, 1e-12, nil
	few.penalty, few.zero, few.compressed, few.mean, few.scale, few.penalized = nil, nil, nil, nil, nil, nil
	few.x = columns
	_, few.d = columns.Dims()
	few.data.FeatureNames = nil
	few.problem = solver.NewProblem(few.x, p.bound, nil).WithRidge(p.Mu).WithUnpenalized(p.unpenalized)
	m, err := few.fit(context.Background(), 0, nil)
	if err != nil {
		return nil, err
	}
	return m.Weights, nil
}

// lambdaMaxOfKinks is λ_max of a loss with kinks: Ω's polar at multipliers of the problem with W = 0, which is solved
// for the unpenalized weights alone. Where there are several such multipliers it may be a little more than the least.
func (p *Prepared) lambdaMaxOfKinks() (float64, error) {
	if !math.IsNaN(p.lambdaMax) {
		return p.lambdaMax, nil
	}
	polar, ok := p.penalty.(toolkit.Conjugate)
	if !ok {
		return math.NaN(), errNoPolar(p.Penalty)
	}
	apart := ridgeOnly(p.penalty, p.Mu, p.d, p.k)
	var u []float64
	for st, err := range multipliersFor(p.question(), nil).Iterations(context.Background(), p.problem.At(p.lambdaBeyond(polar, apart))) {
		if err != nil {
			return math.NaN(), err
		}
		u = st.Multipliers(u)
		if st.Left() <= 1e-13*st.Objective || st.Iter >= mostForZero {
			break
		}
	}
	p.lambdaMax = p.problem.Polar(u, apart)
	return p.lambdaMax, nil
}

// mostForZero is the most iterations to find the other weights where W = 0.
const mostForZero = 100

// lambdaBeyond is a λ at which W = 0, but for features apart: 2Ω°(‖A_1‖, …, ‖A_d‖)‖c‖, for slopes of at most 1.
func (p *Prepared) lambdaBeyond(polar toolkit.Conjugate, apart []int) float64 {
	v := make([]float64, p.problem.Dim())
	for j, norm := range p.problem.ColumnNorms() {
		for k := range p.k {
			v[j*p.k+k] = norm
		}
	}
	for _, j := range apart {
		v[j] = 0
	}
	var squares float64
	for i := range p.n {
		squares += p.share(i) * p.share(i)
	}
	return 2 * polar.Polar(v) * math.Sqrt(squares)
}
