package online_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// game is a projected subgradient method.
type game interface {
	Iterations(ctx context.Context, o toolkit.Oracle) solver.Seq[*online.GameState]
}

// svm is a support vector machine to train one example at a time.
type svm struct{ testproblems.SVM }

func newSVM(n, d int, lambda float64, seed uint64) svm {
	return svm{testproblems.NewSVM(n, d, lambda, seed)}
}

func (s svm) oracle() online.LinearOracle {
	return online.LinearOracle{A: s.X, Loss: loss.Hinge{Y: s.Y}}
}

// general is the same oracle, which is not known to be linear.
func (s svm) general() toolkit.Oracle {
	all := make([]int, s.X.R)
	for i := range all {
		all[i] = i
	}
	return online.Subset{Of: s.oracle(), Index: all}
}

func (s svm) params() (*params.Explicit, *params.Model) {
	b := params.NewExplicit(0, s.X, 1)
	return b, params.NewModel([]params.Block{b})
}

// bound is G = max ‖a_i‖ + √λ.
func (s svm) bound() float64 {
	var g float64
	for i := range s.X.R {
		g = math.Max(g, s.X.DotRows(i, i))
	}
	return math.Sqrt(g) + math.Sqrt(s.Mu)
}

// minimum is the optimum by dual coordinate descent as Hsieh et al., 2008, have it, with its gap tested.
func (s svm) minimum(t *testing.T) (w []float64, objective float64) {
	t.Helper()
	m := float64(s.X.R)
	w, alpha := make([]float64, s.X.C), make([]float64, s.X.R) // w = Σ α_i y_i a_i/(λm), 0 ≤ α_i ≤ 1
	p := s.Problem()
	for pass := range 200000 {
		for i, y := range s.Y {
			q := s.X.DotRows(i, i) / (s.Mu * m)
			if q == 0 {
				continue
			}
			next := math.Min(1, math.Max(0, alpha[i]+(1-y*s.X.DotRow(i, w))/q))
			s.X.AddRow(w, (next-alpha[i])*y/(s.Mu*m), i)
			alpha[i] = next
		}
		if pass%100 == 99 && s.gap(p, w, alpha) < 1e-9 {
			return w, p.Objective(w)
		}
	}
	t.Fatalf("λ = %g: gap %g of the reference", s.Mu, s.gap(p, w, alpha))
	return nil, 0
}

// gap is P(w) − D(α) with D(α) = Σ α_i/m − (λ/2)‖w‖², where examples without features have α_i = 1.
func (s svm) gap(p *solver.Problem, w, alpha []float64) float64 {
	var dual float64
	for i, a := range alpha {
		if s.X.DotRows(i, i) == 0 {
			a = 1
		}
		dual += a / float64(len(alpha))
	}
	return p.Objective(w) - (dual - s.Mu/2*floats.Dot(w, w))
}
