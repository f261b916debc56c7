package fit_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// program is a linear program in standard form, min ⟨c, x⟩ with Ax = b and x ≥ 0, that grows row by row.
type program struct {
	c    []float64
	rows []map[int]float64
	b    []float64
}

// variable adds one of a cost.
func (p *program) variable(cost float64) int {
	p.c = append(p.c, cost)
	return len(p.c) - 1
}

func (p *program) minimum(t *testing.T) float64 {
	t.Helper()
	a := mat.NewDense(len(p.rows), len(p.c), nil)
	for i, row := range p.rows {
		for j, v := range row {
			a.Set(i, j, v)
		}
	}
	least, _, err := lp.Simplex(p.c, a, p.b, 1e-12, nil)
	if err != nil {
		t.Fatal(err)
	}
	return least
}

// kinkedProgram writes a loss with kinks with the lasso and an intercept as a linear program: predictions are those of
// w⁺ − w⁻ and b⁺ − b⁻, and losses what they are beyond.
func kinkedProgram(l any, x *linalg.Dense, y []float64, lambda float64) *program {
	p := &program{}
	w := p.variable(lambda)
	for range 2*x.C - 1 {
		p.variable(lambda)
	}
	b := p.variable(0)
	p.variable(0)
	prediction := func(i int, sign float64) map[int]float64 {
		row := map[int]float64{b: sign, b + 1: -sign}
		for j, v := range x.Row(i) {
			row[w+2*j], row[w+2*j+1] = sign*v, -sign*v
		}
		return row
	}
	add := func(row map[int]float64, right float64) { p.rows, p.b = append(p.rows, row), append(p.b, right) }
	n := float64(x.R)
	for i, target := range y {
		switch l := l.(type) {
		case loss.Quantile: // f + r⁺ − r⁻ = y
			row := prediction(i, 1)
			row[p.variable(l.Tau/n)], row[p.variable((1-l.Tau)/n)] = 1, -1
			add(row, target)
		case loss.EpsilonInsensitive: // ±(f − y) ≤ ε + ξ
			xi := p.variable(1 / n)
			for _, sign := range []float64{1, -1} {
				row := prediction(i, sign)
				row[xi], row[p.variable(0)] = -1, 1
				add(row, l.Epsilon+sign*target)
			}
		case loss.Hinge: // yf ≥ 1 − ξ
			row := prediction(i, target)
			row[p.variable(1/n)], row[p.variable(0)] = 1, -1
			add(row, 1)
		}
	}
	return p
}

// TestKinksAreLinearPrograms: with the lasso, the minimum is that of the simplex method.
func TestKinksAreLinearPrograms(t *testing.T) {
	t.Parallel()
	for k, l := range kinkedLosses {
		c := fit.Linear{Loss: l, Penalty: prox.L1{Lambda: 1}, Lambda: 0.07, Intercept: true, Tol: 1e-9}
		data := sample(&c, 16, 4, uint64(12+6*k)) // dense, without weights
		y := append([]float64(nil), data.Y...)
		for i := range y {
			if _, hinge := l.(loss.Hinge); hinge {
				y[i] = data.Y[i] - 5 // 3 and 7
				y[i] /= math.Abs(y[i])
			}
		}
		want := kinkedProgram(l, data.X.(*linalg.Dense), y, c.Lambda).minimum(t)
		for _, c.Method = range []*fit.Method{fit.Multipliers, fit.Composite} {
			m, err := c.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(m.Objective-want) > 1e-8*want || m.Gap > 1e-8*want {
				t.Errorf("%s: %.12g by %s, %.12g by the simplex method", m.Loss, m.Objective, m.Method, want)
			}
		}
	}
}

// TestKinksByTwoMethods: with a ridge alone, the method of multipliers agrees with dual coordinate descent, and for the
// hinge with an intercept with the interior point.
func TestKinksByTwoMethods(t *testing.T) {
	t.Parallel()
	for k, l := range kinkedLosses {
		for variant := range uint64(3) {
			c := fit.Linear{Loss: l, Mu: math.Pow(0.1, float64(1+variant)), Tol: 1e-9, Method: fit.DualCoordinateDescent}
			if c.Intercept = k == 2 && variant > 0; c.Intercept {
				c.Method = fit.InteriorPoint
			}
			data := sample(&c, 40, 6, uint64(k)+3*variant)
			one, err := c.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			c.Method = fit.Multipliers
			other, err := c.Fit(t.Context(), data)
			if err != nil || math.Abs(one.Objective-other.Objective) > 2e-9*one.Objective {
				t.Errorf("%s, μ = %g: %.12g by %s and %.12g, gaps %.1e and %.1e, error %v", one.Loss, c.Mu, one.Objective,
					one.Method, other.Objective, one.Gap, other.Gap, err)
			}
		}
	}
}

// TestKinksWithInterceptAndRidge: the gap is at the best intercept, and falls to the tolerance.
func TestKinksWithInterceptAndRidge(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		c := fit.Linear{Loss: loss.Quantile{Tau: 0.9}, Mu: 0.1, Intercept: true, Tol: 1e-8}
		data := sample(&c, 200, 8, 2*seed)
		for i := range data.Y {
			data.Y[i] *= 100
		}
		if m, err := c.Fit(t.Context(), data); err != nil || m.Status != solver.Converged {
			t.Errorf("%d: %s, gap %g of %g, error %v", seed, m.Status, m.Gap, m.Objective, err)
		}
	}
}

// TestKinksScaleWithTargets: targets in another unit have the solution in that unit, found as quickly.
func TestKinksScaleWithTargets(t *testing.T) {
	t.Parallel()
	for _, unit := range []float64{1e-9, 1e9} {
		for _, epsilon := range []float64{0, 0.4} {
			c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Tol: 1e-8}
			c.Loss = loss.EpsilonInsensitive{Epsilon: epsilon}
			data := sample(&c, 30, 5, 6)
			one, err := c.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			for i := range data.Y {
				data.Y[i] *= unit
			}
			c.Loss = loss.EpsilonInsensitive{Epsilon: epsilon * unit}
			other, err := c.Fit(t.Context(), data)
			if err != nil || math.Abs(unit*one.Objective-other.Objective) > 2e-8*other.Objective ||
				other.Iterations > 3*one.Iterations {
				t.Errorf("in units of %g: %g after %d iterations, and %g after %d, error %v", unit, one.Objective,
					one.Iterations, other.Objective, other.Iterations, err)
			}
		}
	}
}

// TestResidualLossesMoveWithTargets: 10⁹ added to targets moves the intercept alone.
func TestResidualLossesMoveWithTargets(t *testing.T) {
	t.Parallel()
	for _, l := range []toolkit.Loss{loss.Huber{}, loss.Quantile{Tau: 0.7}, loss.EpsilonInsensitive{Epsilon: 0.1}} {
		c := fit.Linear{Loss: l, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true}
		data := sample(&c, 30, 5, 6)
		one, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range data.Y {
			data.Y[i] += 1e9
		}
		other, err := c.Fit(t.Context(), data)
		if err != nil || math.Abs(one.Objective-other.Objective) > 1e-6*one.Objective ||
			math.Abs(other.Intercept[0]-one.Intercept[0]-1e9) > 0.1 {
			t.Errorf("%s: %g and %g, intercepts %g and %g, error %v", one.Loss, one.Objective, other.Objective, one.Intercept[0],
				other.Intercept[0], err)
		}
	}
}

// TestKinksOfTasks: with a ridge alone, tasks are learnt as they are one by one.
func TestKinksOfTasks(t *testing.T) {
	t.Parallel()
	for k, l := range kinkedLosses {
		for _, intercept := range []bool{false, true} {
			c := fit.Linear{Loss: l, Mu: 0.1, Intercept: intercept, Tol: 1e-8}
			data := sample(&c, 60, 4, uint64(k))
			data.Weights, data.Task = nil, make([]int64, 60)
			for i := range data.Task {
				data.Task[i] = int64(i / 20)
			}
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged {
				t.Errorf("%s: %+v, error %v", lossOf(c), m, err)
				continue
			}
			var want float64
			for task := range 3 {
				from, to := 20*task, 20*task+20
				part := fit.Data{X: linalg.SelectRows(data.X, indices(from, to)), Y: data.Y[from:to]}
				one := c
				one.Mu *= 3 // of a third of the examples
				alone, err := one.Fit(t.Context(), part)
				if err != nil {
					t.Fatal(err)
				}
				want += alone.Objective / 3
			}
			if math.Abs(m.Objective-want) > 1e-7*want {
				t.Errorf("%s, intercept %t: together %.10g, one by one %.10g", m.Loss, intercept, m.Objective, want)
			}
		}
	}
}

// indices are from, from + 1, …, before to.
func indices(from, to int) (out []int) {
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}
