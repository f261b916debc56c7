package choose

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// Strength is a λ and a μ to try. Without a penalty λ is 0. Penalty, where it is not nil, is Ω in place of the
// learner's: see Product. Relax is the share ρ, from 0 to 1, of a fit without penalty on the features that are
// selected: see Relaxed.
type Strength struct {
	Lambda, Mu float64
	Penalty    toolkit.Proxable
	Relax      float64
}

// Grid are the strengths to choose from, path by path. A path begins where the model is simplest, and each of its
// models starts from the one before.
type Grid [][]Strength

// LambdaPath are several λ, which fall, at one μ.
func LambdaPath(lambdas []float64, mu float64) []Strength {
	out := make([]Strength, len(lambdas))
	for k, lambda := range lambdas {
		out[k] = Strength{Lambda: lambda, Mu: mu}
	}
	return out
}

// RidgePath are several μ, which fall, without a penalty.
func RidgePath(mus []float64) []Strength {
	out := make([]Strength, len(mus))
	for k, mu := range mus {
		out[k] = Strength{Mu: mu}
	}
	return out
}

// ElasticNet is a path of λ for each share r of the penalty in the whole λ Ω + (μ/2)‖·‖², 0 < r ≤ 1:
//
//	μ = λ(1 − r)/r.
//
// r is l1_ratio in scikit-learn and α in glmnet, whose alpha or λ is λ/r = λ + μ here.
//
// Source: Zou, Hastie, Regularization and Variable Selection via the Elastic Net, J. Royal Statistical Society B, 2005.
func ElasticNet(lambdas, ratios []float64) Grid {
	out := make(Grid, len(ratios))
	for k, r := range ratios {
		for _, lambda := range lambdas {
			out[k] = append(out[k], Strength{Lambda: lambda, Mu: lambda * (1 - r) / r})
		}
	}
	return out
}

// Product is a grid over two strengths of a penalty, as α and β of αΩ₁ + βΩ₂, at λ = 1 and one μ: for each β a path of
// all α, which are to fall.
func Product(alphas, betas []float64, mu float64, penalty func(alpha, beta float64) toolkit.Proxable) Grid {
	out := make(Grid, len(betas))
	for k, beta := range betas {
		for _, alpha := range alphas {
			out[k] = append(out[k], Strength{Lambda: 1, Mu: mu, Penalty: penalty(alpha, beta)})
		}
	}
	return out
}

// pathTo is the path that holds the strength at a place, up to it.
func (g Grid) pathTo(at int) []Strength {
	for _, path := range g {
		if at < len(path) {
			return path[:at+1]
		}
		at -= len(path)
	}
	panic("choose: no strength at this place")
}

// flat are the strengths of all paths one after another, and where each path begins.
func (g Grid) flat() (all []Strength, begins []int) {
	for _, path := range g {
		begins = append(begins, len(all))
		all = append(all, path...)
	}
	return all, begins
}

// Check tells what is wrong with a grid.
func (g Grid) Check(penalty bool) error {
	all, _ := g.flat()
	for _, s := range all {
		switch {
		case penalty && (!(s.Lambda > 0) || math.IsInf(s.Lambda, 1)):
			return fmt.Errorf("λ = %g: it must be positive and finite", s.Lambda)
		case !(s.Mu >= 0) || math.IsInf(s.Mu, 1):
			return fmt.Errorf("μ = %g: it must be finite and not negative", s.Mu)
		case !(s.Relax >= 0 && s.Relax <= 1):
			return fmt.Errorf("the share %g of a fit without penalty: it must be between 0 and 1", s.Relax)
		case s.Relax > 0 && !penalty:
			return errors.New("without a penalty there is nothing to relax")
		}
	}
	if len(all) == 0 || slices.ContainsFunc(g, func(path []Strength) bool { return len(path) == 0 }) {
		return errors.New("there is nothing to choose from: a path needs a λ or a μ")
	}
	return nil
}
