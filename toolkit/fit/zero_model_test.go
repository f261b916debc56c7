package fit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// halfSquares is a user's own ½‖w‖², and with ℓ1 a user's own elastic net, of which nothing else is known.
type halfSquares struct{ L1 float64 }

func (g halfSquares) Value(x []float64) float64 {
	return floats.Dot(x, x)/2 + g.L1*floats.Norm(x, 1)
}

func (g halfSquares) Prox(dst, v []float64, gamma float64) float64 {
	prox.L1{Lambda: g.L1}.Prox(dst, v, gamma)
	floats.Scale(1/(1+gamma), dst)
	return g.Value(dst)
}

func (g halfSquares) Conjugate(v []float64) (sum float64) {
	for _, x := range v {
		over := math.Max(0, math.Abs(x)-g.L1)
		sum += over * over / 2
	}
	return sum
}

func (g halfSquares) Polar([]float64) float64 { return 0 }

// offset is a user's own ½‖w − 1‖²: 0 is not where it is least.
type offset struct{}

func (offset) Value(x []float64) (sum float64) {
	for _, v := range x {
		sum += (v - 1) * (v - 1) / 2
	}
	return sum
}

func (g offset) Prox(dst, v []float64, gamma float64) float64 {
	prox.L1{}.Prox(dst, v, gamma)
	for j, x := range dst {
		dst[j] = (x + gamma) / (1 + gamma)
	}
	return g.Value(dst)
}

func (offset) Conjugate(v []float64) float64 { return floats.Dot(v, v)/2 + floats.Sum(v) }
func (offset) Polar([]float64) float64       { return 0 }

// anyPenalty are those of package prox that have a conjugate, and a user's.
func anyPenalty(d int) map[string]toolkit.Proxable {
	groups, chain := prox.Groups{{0, 1}, {2, 3, 4}, {5}}, prox.Groups{{0, 1, 2}, {2, 3}, {3, 4, 5}}
	out := map[string]toolkit.Proxable{
		"squares": halfSquares{}, "elastic": halfSquares{1}, "offset": offset{},
		"power 1": prox.Power{Lambda: 1, Q: 1}, "power 1.5": prox.Power{Lambda: 1, Q: 1.5},
		"power 3":    prox.Power{Lambda: 1, Q: 3},
		"squared l1": prox.SquaredL1{Lambda: 1}, "ball": prox.L1Ball{Radius: 0.5},
		"box":   prox.Bounds{Lambda: 1, Lower: []float64{-0.1}, Upper: []float64{0.2}},
		"above": prox.Bounds{Lambda: 1, Lower: []float64{0.1}}, "nonnegative": prox.Nonnegative(1),
		"mixed":       prox.OnNorms{Psi: prox.SquaredL1{Lambda: 1}, Groups: groups},
		"mixed ball":  prox.OnNorms{Psi: prox.L1Ball{Radius: 0.5}, Groups: groups},
		"mixed power": prox.OnNorms{Psi: prox.Power{Lambda: 1, Q: 2}, Groups: groups},
		"l1":          prox.L1{Lambda: 1}, "group": prox.L21{Lambda: 1, Groups: groups},
		"sparse group": prox.SparseGroup{Lambda: 1, Mix: 0.4, Groups: groups}, "slope": prox.Slope{Lambda: 1},
		"group max": prox.L1Inf{Lambda: 1, Groups: groups}, "overlap": prox.Overlap{Lambda: 1, Groups: chain},
		"latent": prox.Latent{Lambda: 1, Groups: chain}, "tree": prox.Tree{Lambda: 1, Groups: groups},
		"fused":    prox.Fused{Lambda: 1, Mix: 0.5},
		"spectral": prox.SpectralNorm{Lambda: 1, Rows: d, Cols: 1},
	}
	return out
}

// TestGapsAreComputed: whatever the penalty, norm or none, at small λ and beyond λ_max, a model is no further above the
// minimum that FISTA finds than its gap, and the gap is no less than what the problem itself says at its weights.
func TestGapsAreComputed(t *testing.T) {
	t.Parallel()
	const d = 6
	for name, penalty := range anyPenalty(d) {
		c := fit.Linear{Tol: 1e-8}
		data := sample(&c, 40, d, 9)
		data.Weights, c.Penalty = nil, penalty
		x := linalg.ToDense(data.X)
		top, err := c.LambdaMax(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		lambdas := []float64{0.05, 0.5, 30}
		if !math.IsInf(top, 1) {
			lambdas = append(lambdas, 0.5*top, 0.999*top, 1.001*top)
		}
		for _, lambda := range lambdas {
			c.Lambda = lambda
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged {
				t.Errorf("%s, λ = %g: %+v, error %v", name, lambda, m, err)
				continue
			}
			problem := solver.NewProblem(x, loss.Squared{Y: data.Y}, penalty).At(lambda)
			least, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), problem),
				solver.Any(solver.RelGap(1e-10), solver.MaxIter(3000)))
			slack := 1e-13 * least.Objective
			switch {
			case err != nil:
				t.Errorf("%s: %v", name, err)
			case m.GapKind == model.DualityGap && m.Objective-least.Objective > m.Gap+slack:
				t.Errorf("%s, λ = %g of %g: P = %g, gap %g, by FISTA %g", name, lambda, top, m.Objective, m.Gap, least.Objective)
			case m.GapKind == model.DualityGap && m.Gap < 0.5*m.Objective && !(problem.Gap(m.Weights) < 1e-6*m.Objective):
				t.Errorf("%s, λ = %g: the gap is called %g, and is %g", name, lambda, m.Gap, problem.Gap(m.Weights))
			case lambda >= top != (floats.Norm(m.Weights, 1) == 0):
				t.Errorf("%s, λ = %g of %g: weights %v", name, lambda, top, m.Weights)
			}
		}
	}
}

// TestNoLambdaMax: what makes paths of λ_max says so where there is none, and cross-validation learns from each λ.
func TestNoLambdaMax(t *testing.T) {
	t.Parallel()
	for _, penalty := range []toolkit.Proxable{prox.SquaredL1{Lambda: 1}, halfSquares{}, prox.L1Ball{Radius: 1}} {
		c := fit.Linear{}
		data := sample(&c, 40, 6, 10)
		c.Penalty = penalty
		p, err := c.Prepare(data)
		if err != nil {
			t.Fatal(err)
		}
		if top, err := p.LambdaMax(); err != nil || !math.IsInf(top, 1) {
			t.Errorf("%T: λ_max is %g, error %v", penalty, top, err)
		}
		_, err = choose.Stability{Errors: 1}.Select(t.Context(), p)
		if err == nil || !strings.Contains(err.Error(), "no λ makes all weights 0") {
			t.Errorf("%T: stability selection: %v", penalty, err)
		}
		v, err := p.CrossValidate(t.Context(), []float64{10, 1, 0.1}, 4)
		if _, ball := penalty.(prox.L1Ball); err != nil || v.Converged != v.Fits || !ball && v.Error[0] == v.Error[1] {
			t.Errorf("%T: %v, error %v", penalty, fmt.Sprint(v), err)
		}
	}
}

// TestRidgeOfAPenalty: a ridge in the penalty would be one beside Linear.Mu.
func TestRidgeOfAPenalty(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Lambda: 0.1}
	data := sample(&c, 20, 3, 1)
	for _, inner := range []toolkit.Proxable{nil, prox.L1{Lambda: 1}} {
		c.Penalty = prox.Ridge{Mu: 1, Inner: inner}
		if _, err := c.Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), "Linear.Mu") {
			t.Errorf("%v: %v", inner, err)
		}
	}
}

// TestOwnSquaresAreSound: what toolkittest passes is what is certified.
func TestOwnSquaresAreSound(t *testing.T) {
	t.Parallel()
	for _, penalty := range []toolkit.Proxable{halfSquares{}, halfSquares{0.5}, offset{}} {
		if err := toolkittest.Prox(penalty, 5); err != nil {
			t.Errorf("%T: %v", penalty, err)
		}
	}
}
