package choose

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Relaxed are the strengths of a grid, each with all of several shares ρ, which rise: the relaxed lasso and its like.
// The model is (1 − ρ) times that of the penalty and ρ times one that learns anew without it on the features that it
// selects, so that weights are shrunk less, or not at all.
//
// Source: Meinshausen, Relaxed Lasso, Computational Statistics and Data Analysis, 2007; as a mean of two models:
// Hastie, Tibshirani, Tibshirani, Best Subset, Forward Stepwise or Lasso?, Statistical Science, 2020, section 2.2.
func Relaxed(grid Grid, shares []float64) Grid {
	out := make(Grid, len(grid))
	for k, path := range grid {
		for _, s := range path {
			for _, s.Relax = range shares {
				out[k] = append(out[k], s)
			}
		}
	}
	return out
}

// Mean is (1 − ρ) times a model and ρ times one that was learnt anew on some of its features. Its objective is that of
// the second, its gap the larger one of both.
func Mean(m, anew *model.Linear, features []int, share float64) *model.Linear {
	out := *m
	out.Relaxed, out.Objective, out.GapKind, out.Gap = share, anew.Objective, anew.GapKind, math.Max(m.Gap, anew.Gap)
	if m.Status == solver.Converged {
		out.Status = anew.Status
	}
	between := func(a, b float64) float64 { return (1-share)*a + share*b }
	out.Weights = make([]float64, len(m.Weights))
	for at, j := range features {
		for k := range m.Outputs {
			out.Weights[j*m.Outputs+k] = between(m.Weights[j*m.Outputs+k], anew.Weights[at*m.Outputs+k])
		}
	}
	if anew.Intercept != nil {
		out.Intercept = make([]float64, m.Outputs)
		for k := range out.Intercept {
			out.Intercept[k] = between(m.Intercept[k], anew.Intercept[k])
		}
	}
	return &out
}
