package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
)

// jumps are the losses near predictions z where slopes may jump,
//
//	ψ_i(f) = max(low_i f, high_i f),
//
// the changes of ℓ_i in the direction f, as long as that is short.
type jumps struct {
	toolkit.Separable // whose weights they have
	low, high         []float64
}

// At is ψ_i and a slope.
func (l jumps) At(i int, f float64) (value, slope float64) {
	if f < 0 {
		return l.low[i] * f, l.low[i]
	}
	return l.high[i] * f, l.high[i]
}

// Conjugate is 0 for low_i ≤ u ≤ high_i, +Inf elsewhere.
func (l jumps) Conjugate(i int, u float64) float64 {
	if u < l.low[i] || u > l.high[i] {
		return math.Inf(1)
	}
	return 0
}

// Envelope is that of ψ_i: the slope is f/s clipped to low_i … high_i.
func (l jumps) Envelope(i int, f, s float64) (slope, second float64) {
	if u := f / s; u > l.low[i] && u < l.high[i] {
		return u, 1 / s
	}
	return math.Max(l.low[i], math.Min(l.high[i], f/s)), 0
}

// lambdaMaxOfKinks is the least of Ω's polar of −AᵀU over the slopes U at which W = 0 is the best, with other weights
// at their best, those of columns beside it too: there may be many, as a slope is anything between those on both sides
// of a kink. The polar is that of rest, with 0 for the features apart.
func (p *Problem) lambdaMaxOfKinks(
	ctx context.Context, beside linalg.Map, rest *solver.Problem, apart []int,
) (lambdas, error) {
	z, u, err := p.predictionsBeside(ctx, beside)
	if err != nil {
		return known(math.NaN()), err
	}
	psi, ok := p.jumpsAt(z, u)
	most := rest.VanishesFrom(u, apart)
	switch {
	case !(most > 0) || math.IsInf(most, 1) || ok && p.determined(psi):
		return known(most), nil
	case !ok || beside != nil:
		return lambdas{0, most}, nil
	}
	if _, changing := p.Penalty.(solver.Nonhomogeneous); changing {
		return lambdas{0, most}, nil
	}
	return p.leastOf(ctx, psi, u, most), nil
}

// predictionsBeside are predictions of the best weights but for those that are 0, one an example, and slopes there that
// sum up to 0 where they must.
func (p *Problem) predictionsBeside(ctx context.Context, columns linalg.Map) (z, u []float64, err error) {
	n, mu := p.Loss.Len(), p.Mu
	z, u = make([]float64, n), make([]float64, n)
	if columns == nil && p.Unpenalized == nil {
		each := losses.Scalar(p.Loss)
		for i := range u {
			_, u[i] = each.At(i, 0)
			u[i] *= each.Weight(i)
		}
		return z, u, nil
	}
	if columns == nil {
		columns, mu = linalg.NewDense(n, 1, nil), 1
	}
	few := solver.NewProblem(columns, p.Loss, nil).WithRidge(mu).WithUnpenalized(p.Unpenalized)
	for st, err := range multipliersFor(&Case{Mu: mu}, nil).Iterations(ctx, few) {
		if err != nil {
			return nil, nil, err
		}
		if u = st.Multipliers(u); st.Left() > 1e-13*st.Objective && st.Iter < mostForZero {
			continue
		}
		w := st.X(nil)
		few.Predict(z, w[:few.Dim()], w[few.Dim():])
		break
	}
	return z, u, nil
}

// mostForZero is the most iterations to find the other weights where W = 0.
const mostForZero = 100

// A slope jumps at a prediction where it does within a share of the predictions' size, from nearJump: as large as
// slopes that are known ask for, and at most farJump.
const (
	nearJump = 1e-9
	farJump  = 1e-5
)

// jumpsAt are the losses near z; ok is false where the slopes u are none of theirs.
func (p *Problem) jumpsAt(z, u []float64) (psi jumps, ok bool) {
	each := losses.Scalar(p.Loss)
	psi = jumps{each, make([]float64, len(z)), make([]float64, len(z))}
	size := floats.Norm(z, math.Inf(1))
	for i, f := range z {
		value, _ := each.At(i, f)
		size = math.Max(size, value)
	}
	for near := nearJump; near <= farJump && !ok; near *= 10 {
		ok = true
		for i, f := range z {
			_, psi.low[i] = each.At(i, f-near*size)
			_, psi.high[i] = each.At(i, f+near*size)
			at, slack := u[i], nearJump*each.Weight(i)
			ok = ok && at >= each.Weight(i)*psi.low[i]-slack && at <= each.Weight(i)*psi.high[i]+slack
		}
	}
	return psi, ok
}

// output is that of example i.
func (p *Problem) output(i int) int {
	if of, ok := p.Loss.(toolkit.MultiOutput); ok {
		lo, _ := of.Span(i)
		return lo
	}
	return 0
}

// determined tells whether there is one choice of slopes: where one jumps at most for each output, an unpenalized
// column asks for the balance.
func (p *Problem) determined(psi jumps) bool {
	seen := make([]bool, p.Outputs())
	for i, low := range psi.low {
		if low == psi.high[i] {
			continue
		}
		k := p.output(i)
		if seen[k] || p.Unpenalized == nil || p.Unpenalized.At(0, i) == 0 {
			return false
		}
		seen[k] = true
	}
	return true
}

// Bounds of λ_max are near enough within leastWidth, and 0 below a share leastShare of what some slopes say. They are
// brought there by at most mostLambdas problems of mostJumps subproblems each, and by mostInner iterations in all, or
// fewer where the features have more than mostWork entries in so many.
const (
	leastWidth  = 1e-5
	leastShare  = 1e-8
	mostLambdas = 12
	mostJumps   = 25
	mostInner   = 1000
	mostWork    = 3e9
	firstWidth  = 1e-3
)

// leastOf is the λ from which on W = 0 minimizes
//
//	φ(W) + λΩ(W) + (μ/2)‖W‖²,      φ(W) = min_B Σ_i c_i ψ_i(Wᵀa_i + Bᵀf_i),
//
// for any μ > 0, which makes there be a minimum. Every dual point is one more choice of slopes, whose polar is no less
// than λ_max; every W with φ(W) < 0 says that λ_max is −φ(W)/Ω(W) at least, which is the next λ: Newton's method for
// the ratio.
//
// Source: Dinkelbach, On Nonlinear Fractional Programming, Management Science 1967.
func (p *Problem) leastOf(ctx context.Context, psi jumps, u []float64, most float64) lambdas {
	var l toolkit.Loss = psi
	if p.Outputs() > 1 {
		tasks := make([]int, psi.Len())
		for i := range tasks {
			tasks[i] = p.output(i)
		}
		l = loss.Tasks{Of: psi, Task: tasks, K: p.Outputs()}
	}
	size := floats.Norm(p.ColumnNorms(), 2)
	mu := size * size * floats.Norm(u, 2) / math.Sqrt(float64(len(u)))
	of := p.WithLoss(l).WithRidge(mu)
	by := multipliersFor(&Case{Penalty: p.Penalty, Mu: mu, Features: p.features(), Outputs: p.Outputs()}, nil)
	left := int(math.Max(50, math.Min(mostInner, mostWork/float64(psi.Len()*p.Dim()))))
	by.Width, by.MaxInner = firstWidth, left/10
	top, lambda := lambdas{0, most}, most/2
	for k := 0; left > 0 && k < mostLambdas && ctx.Err() == nil && !top.near(leastWidth); k++ {
		before := top.least
		left -= p.narrow(ctx, &top, of.At(lambda), by)
		if lambda = top.least; top.least == before {
			lambda += (top.most - top.least) / 64
		}
		if top.most <= leastShare*most {
			return known(0)
		}
	}
	return top
}

// narrow solves the problem of a λ until that tells no more of λ_max, and returns the iterations it took.
func (p *Problem) narrow(ctx context.Context, t *lambdas, of *solver.Problem, by multipliers.Method) (inner int) {
	for st, err := range by.Iterations(ctx, of) {
		if err != nil || st.Iter >= mostJumps {
			break
		}
		inner = st.Inner
		if u := st.Multipliers(nil); p.balanced(u) {
			t.most = math.Min(t.most, of.VanishesFrom(u, nil))
		}
		w := st.X(nil)[:of.Dim()]
		if norm := of.Penalty.Value(w); norm > 0 {
			phi := st.Objective - of.Lambda*norm - of.Mu/2*floats.Dot(w, w)
			t.least = math.Max(t.least, math.Min(-phi/norm, t.most))
		}
		if t.most <= of.Lambda*(1+leastWidth) || t.near(leastWidth) || st.Left() <= 1e-3*math.Abs(st.Objective) {
			break
		}
	}
	return inner
}

// balanced tells whether slopes have no product with unpenalized columns, but for rounding.
func (p *Problem) balanced(u []float64) bool {
	for q := 0; p.Unpenalized != nil && q < p.Unpenalized.R; q++ {
		sums, sizes := make([]float64, p.Outputs()), make([]float64, p.Outputs())
		for i, f := range p.Unpenalized.Row(q) {
			sums[p.output(i)] += f * u[i]
			sizes[p.output(i)] += math.Abs(f * u[i])
		}
		for k, sum := range sums {
			if math.Abs(sum) > leastWidth*sizes[k] {
				return false
			}
		}
	}
	return true
}
