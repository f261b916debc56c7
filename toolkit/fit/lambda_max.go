package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// LambdaMax is the λ from which on W = 0 is the solution: see Linear.LambdaMax. The error says why it is not known.
func (p *Prepared) LambdaMax() (float64, error) {
	at := p.question()
	if at.Penalty == nil {
		return math.NaN(), errors.New("without a penalty there is no λ")
	}
	if _, err := at.choose(); err != nil {
		return math.NaN(), err
	}
	if p.few != nil {
		return p.few.LambdaMax()
	}
	whole, err := p.ready()
	if err != nil {
		return math.NaN(), err
	}
	return whole.top()
}

// lambdaMax finds λ_max.
func (p *problem) lambdaMax() (float64, error) {
	if kinked(p.loss) {
		return p.lambdaMaxOfKinks()
	}
	if _, err := p.origin(); err != nil {
		return math.NaN(), err
	}
	if apart := ridgeOnly(p.penalty, p.Mu, p.d, p.k); apart != nil {
		return p.lambdaMaxBeside(apart)
	}
	if sets := p.flatRidge(); sets != nil {
		return p.lambdaMaxFlat(sets)
	}
	top := p.LambdaMax()
	if math.IsNaN(top) {
		return top, errNoPolar(p.asked.Penalty)
	}
	return top, nil
}

func errNoPolar(penalty any) error {
	return fmt.Errorf("λ_max is not known: the penalty %s has no polar (toolkit.Conjugate)", check.NameOf(penalty))
}

// lambdaMaxBeside is λ_max where some features have a ridge alone, and are not 0 at λ_max: that of the gradient at
// the solution on these features.
func (p *problem) lambdaMaxBeside(apart []int) (float64, error) {
	weights, err := p.ridgeOn(linalg.SelectColumns(p.x, apart))
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.d), make([]float64, p.d)
	for k, j := range apart {
		w[j] = weights[k]
	}
	p.ValueGrad(gradient, w)
	floats.Scale(-1, gradient)
	for _, j := range apart {
		gradient[j] = 0
	}
	return p.penalty.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // whatever can be split has a polar
}

// lambdaMaxFlat is the λ from which on the weights of every set of features are equal, where the ridge keeps them from
// being set apart: the polar of the gradient, less its means on the sets, at the solution among such weights.
func (p *problem) lambdaMaxFlat(sets [][]int) (float64, error) {
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
	p.ValueGrad(gradient, w)
	floats.Scale(-1, gradient)
	_, rest := p.penalty.(prox.Flat).Flat(p.d)           //nolint:errcheck // it has sets
	return rest.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // whatever has sets has a polar
}

// flatRidge are the sets of features that the ridge is on and Ω is not, but for their differences.
func (p *problem) flatRidge() [][]int {
	g, ok := p.penalty.(prox.Flat)
	if !ok || p.Mu == 0 || p.k > 1 {
		return nil
	}
	sets, _ := g.Flat(p.d)
	return sets
}

// ridgeOn are the weights of ridge regression, or of another loss, on a few columns alone.
func (p *problem) ridgeOn(columns linalg.Map) ([]float64, error) {
	_, d := columns.Dims()
	in := p.withColumns(d)
	c := in.asked
	c.Mu, c.Method, c.Tol, c.Watch = p.Mu, Auto, 1e-12, nil
	few := &scaled{units: units{input: in}, x: columns, unpenalized: p.unpenalized}
	m, err := few.problem(p.Mu).solve(context.Background(), c, in.question(c, nil), 0, nil)
	if err != nil {
		return nil, err
	}
	return m.Weights, nil
}

// lambdaMaxOfKinks is λ_max of a loss with kinks: Ω's polar at multipliers of the problem with W = 0, which is solved
// for the unpenalized weights alone. Where there are several such multipliers it may be a little more than the least.
func (p *problem) lambdaMaxOfKinks() (float64, error) {
	polar, ok := p.penalty.(toolkit.Conjugate)
	if !ok {
		return math.NaN(), errNoPolar(p.asked.Penalty)
	}
	apart := ridgeOnly(p.penalty, p.Mu, p.d, p.k)
	var u []float64
	c := &Case{Penalty: p.penalty, Mu: p.Mu, Features: p.d, Outputs: p.k}
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
func (p *problem) lambdaBeyond(polar toolkit.Conjugate, apart []int) float64 {
	v := make([]float64, p.Dim())
	for j, norm := range p.ColumnNorms() {
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

// ridgeOnly are the features that the ridge is on and Ω is not.
func ridgeOnly(penalty toolkit.Proxable, mu float64, d, k int) []int {
	s, ok := penalty.(prox.Splitting)
	if !ok || mu == 0 || k > 1 {
		return nil
	}
	apart, _ := s.Split(d)
	return apart
}
