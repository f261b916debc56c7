package fit_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/exact"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/loss/profile"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// recorded is the squared loss that keeps the slopes whose conjugates it is asked for, and counts them.
type recorded struct {
	exact.Squared
	at    [][]*exact.Float
	asked *int
}

func (l recorded) Conjugate(i int, u []*exact.Float) (*exact.Float, bool) {
	l.at[i] = u
	*l.asked++
	return l.Squared.Conjugate(i, u)
}

// rootVerdict judges P = √S(w, b) + R(w) by squared problems: S/(2σ) + σ/2 ≥ √S for every σ, with equality at σ = √S.
// A dual point v of ½S + σR with the value D and Σ v²/c = ρ² shows that P* ≥ (D + ρ²/2)/max(ρ, σ).
func rootVerdict(c fit.Linear, data fit.Data, m *model.Linear) (kind string) {
	strength, ridge := c.Lambda, c.Mu
	c.Loss, c.Intercept, data.Y = loss.Squared{}, true, slices.Clone(data.Y)
	for i, o := range data.Offset {
		data.Y[i] -= o
	}
	p, x := exactly(c, data, m)
	squares := p.Loss.(exact.Squared)
	kept := recorded{squares, make([][]*exact.Float, len(p.C)), new(int)}
	p.Loss = kept
	parts := func(x []*exact.Float) (root, whole *exact.Float) {
		sum := exact.New(0)
		for i, weight := range p.C {
			r := new(exact.Float).Sub(p.Predict(i, x)[0], squares.Y[i][0])
			sum.Add(sum, r.Mul(r, new(exact.Float).Mul(r, weight)))
		}
		root = new(exact.Float).Sqrt(sum)
		whole = new(exact.Float).Sub(p.Objective(x), sum.SetMantExp(sum, -1))
		return root, whole.Add(whole, root)
	}
	_, at := parts(x)
	gap := exact.New(m.Gap)
	worst := atLeast(at, exact.New(m.Objective))
	best, lower := at, exact.New(0)
	for range 60 { // σ of a point that is nearer each time
		sigma, _ := parts(x)
		scaled := *p
		scaled.Blocks = nil
		exactPenalty(&scaled, c.Penalty, new(exact.Float).Mul(exact.New(strength), sigma), len(x)-1)
		scaled.Mu = new(exact.Float).Mul(exact.New(ridge), sigma)
		*kept.asked = 0
		e := scaled.Enclose(x)
		e.Tighten(new(exact.Float).Mul(atLeast(gap, exact.New(1e-18)), exact.New(1e-9)))
		if e.Lower != nil && *kept.asked == len(p.C) { // of one dual point, which is that of the bound
			rho := exact.New(0)
			for i, weight := range p.C {
				square := new(exact.Float).Mul(kept.at[i][0], kept.at[i][0])
				rho.Add(rho, square.Mul(square, weight))
			}
			bound := new(exact.Float).SetMantExp(rho, -1)
			bound.Add(bound, e.Lower)
			lower = atLeast(lower, bound.Quo(bound, atLeast(rho.Sqrt(rho), sigma)))
		}
		x = e.At
		if _, here := parts(x); here.Cmp(best) < 0 {
			best = here
		}
		switch {
		case new(exact.Float).Sub(worst, best).Cmp(gap) > 0:
			return untrue
		case new(exact.Float).Sub(worst, lower).Cmp(gap) <= 0:
			return honest
		}
	}
	return open
}

// ordinalProblem writes P(w, θ) with a row for each term: log(1 + exp(f − θ_y)), log(1 + exp(θ_{y−1} − f)) and
// −log(1 − exp(θ_{y−1} − θ_y)), of the features and, behind them, the thresholds; a ridge has a row for each weight.
// Thresholds begin at 0, 1, …, as 0 is outside of the domain.
func ordinalProblem(c fit.Linear, data fit.Data, m *model.Linear) (*exact.Problem, []*exact.Float) {
	l := profile.Ordinal{}.Bind(data.Y, nil).(profile.Ordinal)
	strength, ridge := c.Lambda, c.Mu
	c.Loss, c.Intercept = loss.Squared{}, true // standard deviations are about means
	p, x := exactly(c, data, m)
	d, last := len(p.X[0]), l.K-1
	out, mixed := &exact.Problem{Outputs: 1, Mu: exact.New(0)}, exact.Mixed{}
	row := func(of exact.Loss, weight *exact.Float, features []*exact.Float, sign, off float64, plus, minus int) {
		r := exact.Zeros(d + last)
		for j, v := range features {
			r[j].Mul(exact.New(sign), v)
		}
		if plus >= 0 {
			r[d+plus], off = exact.New(1), off+float64(plus)
		}
		if minus >= 0 {
			r[d+minus], off = exact.New(-1), off-float64(minus)
		}
		out.X, out.C = append(out.X, r), append(out.C, weight)
		mixed.Of, mixed.Off = append(mixed.Of, of), append(mixed.Off, exact.New(off))
	}
	for i, y := range l.Y {
		o := 0.
		if data.Offset != nil {
			o = data.Offset[i]
		}
		if y < last {
			row(exact.Logistic{Y: []int{1}}, p.C[i], p.X[i], -1, -o, y, -1)
		}
		if y > 0 {
			row(exact.Logistic{Y: []int{1}}, p.C[i], p.X[i], 1, o, -1, y-1)
		}
		if y > 0 && y < last {
			row(exact.Apart{}, p.C[i], nil, 0, 0, y, y-1)
		}
	}
	for j := range d {
		if ridge > 0 {
			unit := exact.Zeros(d)
			unit[j] = exact.New(1)
			row(exact.Squared{Y: [][]*exact.Float{exact.Zeros(1)}}, exact.New(ridge), unit, 1, 0, -1, -1)
		}
	}
	out.Loss = mixed
	exactPenalty(out, c.Penalty, exact.New(strength), d)
	for k, theta := range m.Thresholds {
		v := exact.New(theta)
		x = append(x, v.Sub(v, exact.New(float64(k))))
	}
	return out, x
}

// profiledProblem is a small problem of a seed: of labels in an order, or of the root of squares.
func profiledProblem(seed uint64, ordinal bool) (fit.Linear, fit.Data) {
	c := []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}}, {Mu: 0.1}, {Penalty: prox.L1{Lambda: 1}, Mu: 0.05},
		{Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}}},
	}[seed%4]
	c.Loss, c.Standardize, c.Tol = profile.RootSquared{}, seed%3 == 0, 1e-9
	if seed%5 == 4 {
		c.MaxIter = 2
	}
	data := familyData(loss.Tweedie{Power: 1.5}, 16, 4, seed, 1)
	for i, y := range data.Y {
		if seed%7 == 6 {
			data.X.(*linalg.Dense).Row(i)[1] *= 1e4 //nolint:errcheck // familyData makes it
		}
		if seed%5 > 2 {
			data.Offset = append(data.Offset, float64(i%4)/4)
		}
		if ordinal {
			data.Y[i] = math.Min(3, math.Floor(y))
		}
	}
	if ordinal {
		c.Loss = profile.Ordinal{}
		copy(data.Y, []float64{0, 1, 2, 3}) // all labels occur
	}
	return c, data
}

// profiledVerdict fits a problem, and judges the answer.
func profiledVerdict(t *testing.T, seed uint64, ordinal bool) (kind string) {
	t.Helper()
	c, data := profiledProblem(seed, ordinal)
	if c.Penalty != nil {
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		c.Lambda = 0.2 * most
	}
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if m.Status != solver.Converged && c.MaxIter == 0 {
		t.Errorf("%s at %g", m.Status, m.Gap)
	}
	if ordinal {
		p, x := ordinalProblem(c, data, m)
		kind = judgeOf(p, x, m).kind
	} else {
		kind = rootVerdict(c, data, m)
	}
	if kind == untrue {
		t.Errorf("%v with %v, μ = %g: %s by %s, the gap %g of %g is false", c.Loss, c.Penalty, c.Mu, m.Status, m.Method,
			m.Gap, m.Objective)
	}
	return kind
}

// TestProfiledAreCertified: answers of ordinal and square-root losses, converged or stopped on the way, are judged in
// numbers of 384 bits: no error exceeds its gap.
func TestProfiledAreCertified(t *testing.T) {
	t.Parallel()
	problems := uint64(12)
	if !testing.Short() {
		problems = 400
	}
	count := &tally{count: map[string]int{}}
	t.Run("problem", func(t *testing.T) {
		for seed := range 2 * problems {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				count.add(profiledVerdict(t, seed/2, seed%2 == 0))
			})
		}
	})
	t.Logf("%v", count.count)
	if n := count.count; n[open]*50 > n[honest] {
		t.Errorf("%d problems were not judged", n[open])
	}
}
