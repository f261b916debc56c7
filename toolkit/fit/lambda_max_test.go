package fit_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// leastLambda is λ_max of the hinge with the lasso and an intercept, by the simplex method: the least t for which
// slopes u_i, anything between −y_i/n and 0 for y_i of the larger class and −y_i/n for the other, sum up to 0 with
// |⟨a_j, u⟩| ≤ t.
func leastLambda(t *testing.T, x *linalg.Dense, signs []float64) float64 {
	t.Helper()
	n := float64(x.R)
	larger := math.Copysign(1, floats.Sum(signs))
	p := &program{}
	top := p.variable(1)
	share := make([]int, x.R) // u_i = −y_i share_i
	for i := range share {
		share[i] = p.variable(0)
	}
	balance := map[int]float64{}
	for i, y := range signs {
		balance[share[i]] = y
		row := map[int]float64{share[i]: 1}
		if y == larger { // at most 1/n
			row[p.variable(0)] = 1
		}
		p.rows, p.b = append(p.rows, row), append(p.b, 1/n)
	}
	p.rows, p.b = append(p.rows, balance), append(p.b, 0)
	for j := range x.C {
		for _, sign := range []float64{1, -1} {
			row := map[int]float64{top: -1, p.variable(0): 1}
			for i, y := range signs {
				row[share[i]] = sign * y * x.At(i, j)
			}
			p.rows, p.b = append(p.rows, row), append(p.b, 0)
		}
	}
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

// TestFaultLambdaMaxInterrupted: bounds that a context cut short are an error, and are found when they are asked for
// again.
func TestFaultLambdaMaxInterrupted(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Loss: loss.Hinge{}, Penalty: prox.Slope{Lambda: 1}, Intercept: true}
	data := sample(&c, 30, 6, 20)
	fresh, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	least, most, err := fresh.LambdaMaxBetween(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.LambdaMaxBetween(canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v where the context had ended", err)
	}
	if low, high, err := p.LambdaMaxBetween(t.Context()); err != nil || low != least || high != most {
		t.Errorf("between %g and %g after an interrupt, %g and %g else; error %v", low, high, least, most, err)
	}
}

// TestLambdaMaxOfKinksIsALinearProgram: of slopes at kinks those are taken that make λ_max least, and it is found from
// both sides; below it weights are not 0, above it they are.
func TestLambdaMaxOfKinksIsALinearProgram(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		c := fit.Linear{Loss: loss.Hinge{}, Penalty: prox.L1{Lambda: 1}, Intercept: true, Tol: 1e-9}
		data := sample(&c, 30, 6, 20*seed)
		data.Weights = nil
		y := make([]float64, 30)
		for i := range y {
			if i%5 > 0 { // many more of one label
				data.Y[i] = 7
			}
			y[i] = math.Copysign(1, data.Y[i]-5)
		}
		p, err := c.Prepare(data)
		if err != nil {
			t.Fatal(err)
		}
		least, most, err := p.LambdaMaxBetween(t.Context())
		want := leastLambda(t, linalg.ToDense(data.X), y)
		if err != nil || most > want+3e-5*most+1e-12 || least < want-3e-5*most-1e-12 || want > 1e-12 && most == 0 {
			t.Errorf("%d: between %g and %g, by the simplex method %g, error %v", seed, least, most, want, err)
			continue
		}
		if most == 0 {
			continue
		}
		for _, share := range []float64{0.98, 1.0001} {
			p.Lambda = share * most
			m, err := p.Fit(t.Context())
			if err != nil || m.Status != solver.Converged || floats.Norm(m.Weights, 1) > 1e-6 != (share < 1) {
				t.Errorf("%d at %g λ_max: %s, weights %v, error %v", seed, share, m.Status, m.Weights, err)
			}
		}
	}
}

// TestLambdaMaxOfKinksHasBounds: for any penalty with kinks in the loss, bounds or sets that move together, λ_max is
// known to a thousandth, and is where weights become 0.
func TestLambdaMaxOfKinksHasBounds(t *testing.T) {
	t.Parallel()
	groups := prox.Groups{{0, 1}, {2, 3}, {4, 5, 6, 7}}
	chain := prox.Groups{{0, 1, 2}, {2, 3, 4}, {4, 5, 6, 7}}
	for _, penalty := range []toolkit.Proxable{
		prox.L1{Lambda: 1}, prox.L21{Lambda: 1, Groups: groups}, prox.SparseGroup{Lambda: 1, Mix: 0.5, Groups: groups},
		prox.L1Inf{Lambda: 1, Groups: groups}, prox.Overlap{Lambda: 1, Groups: chain}, prox.Latent{Lambda: 1, Groups: chain},
		prox.Fused{Lambda: 1, Mix: 0.5}, prox.Fused{Lambda: 1, Mix: 1}, prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 4},
		prox.Nonnegative(1), prox.Bounds{Lambda: 1, Lower: []float64{-1}, Upper: []float64{2}},
	} {
		for _, mu := range []float64{0, 0.1} {
			c := fit.Linear{Loss: loss.EpsilonInsensitive{Epsilon: 0.5}, Penalty: penalty, Intercept: true, Mu: mu}
			data := sample(&c, 60, 8, 4)
			data.Weights, c.Penalty = nil, penalty
			for i := range data.Y {
				data.Y[i] = math.Round(data.Y[i]) // several are at a kink
			}
			p, err := c.Prepare(data)
			if err != nil {
				t.Fatal(err)
			}
			least, most, err := p.LambdaMaxBetween(t.Context())
			flat := penaltyOf(c) == "tv" || penaltyOf(c) == "fused"
			if err != nil || !(most > 0) || !(least >= 0.999*most) && !(flat && mu > 0) {
				t.Errorf("%s, μ = %g: between %g and %g, error %v", penaltyOf(c), mu, least, most, err)
				continue
			}
			p.Lambda = 1.01 * most
			m, err := p.Fit(t.Context())
			if err != nil || m.Status != solver.Converged {
				t.Errorf("%s, μ = %g: %s, error %v", penaltyOf(c), mu, m.Status, err)
				continue
			}
			if spread := floats.Max(m.Weights) - floats.Min(m.Weights); spread > 1e-4 {
				t.Errorf("%s, μ = %g: from λ_max on weights are %v", penaltyOf(c), mu, m.Weights)
			}
		}
	}
}

// TestRoundingIsNoLambdaMax: targets that features have no product with, or that the intercept meets, leave no λ_max.
func TestRoundingIsNoLambdaMax(t *testing.T) {
	t.Parallel()
	x, y := linalg.NewDense(64, 3, nil), make([]float64, 64)
	for i := range y {
		for j := range 3 {
			x.Row(i)[j] = 0.1 + 0.3*float64(i>>j&1)
		}
		y[i] = 0.7 + 0.1*float64(i>>3&1)
	}
	for _, c := range []fit.Linear{
		{}, {Loss: loss.Huber{}}, {Loss: loss.Poisson{}}, {Loss: loss.Quantile{Tau: 0.3}},
		{Loss: loss.SquaredEpsilonInsensitive{Epsilon: 0.01}},
	} {
		for _, constant := range []bool{false, true} {
			c.Penalty, c.Intercept = prox.L1{Lambda: 1}, true
			data := fit.Data{X: x, Y: append([]float64(nil), y...)}
			for i := range data.Y {
				if constant {
					data.Y[i] = 4000.1
				}
			}
			if top, err := c.LambdaMax(data); err != nil || top != 0 {
				t.Errorf("%s, constant %t: λ_max is %g, error %v", lossOf(c), constant, top, err)
			}
		}
	}
}
