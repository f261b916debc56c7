package solve

import (
	"context"
	"sync"
	"time"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// DefaultTol is what Settings.Tol is where it is 0.
const DefaultTol = 1e-6

// Settings say how far a problem is to be solved: as in fit.Linear.
type Settings struct {
	Tol       float64
	NoPolish  bool
	MaxIter   int
	TimeLimit time.Duration
	Watch     func(solver.Progress)
}

// Problem is a problem with what belongs to its answers.
type Problem struct {
	*solver.Problem
	// Model makes a model of weights, d×k, and those of the unpenalized columns, in the units that a user has, and Off is
	// what an intercept of such a model may be off by, as it is rounded.
	Model func(w, unpenalized []float64) *model.Linear
	Off   func(m *model.Linear) float64
	// Sets are features that may move together at no cost: each has an unpenalized column, the first of them.
	Sets [][]int

	origin func() (*atZero, error)                // at W = 0
	top    func(context.Context) (lambdas, error) // λ_max
}

// lambdas are two bounds of a λ.
type lambdas struct{ least, most float64 }

// once computes a value once, but for what a context cut short: that is an error, and computed again.
func once[T any](compute func(context.Context) (T, error)) func(context.Context) (T, error) {
	var mu sync.Mutex
	var known bool
	var value T
	var err error
	return func(ctx context.Context) (T, error) {
		mu.Lock()
		defer mu.Unlock()
		if known {
			return value, err
		}
		value, err = compute(ctx)
		if stopped := solver.Interrupted(ctx); stopped != nil {
			return value, stopped
		}
		known = true
		return value, err
	}
}

// known is a λ that is not only bounded.
func known(lambda float64) lambdas { return lambdas{lambda, lambda} }

// near tells whether the bounds are within a share of one another.
func (t lambdas) near(share float64) bool { return t.most <= t.least*(1+share) }

// constraint tells whether the penalty is a constraint alone, for which λ has no meaning.
func (p *Problem) constraint() bool {
	return constrains(p.Penalty)
}

// atZero is what is known of W = 0.
type atZero struct {
	objective, slope float64 // P, and ‖∇P‖ of its smooth part
}

// flatRidge are the sets of features that the ridge is on and Ω is not, but for their differences.
func (p *Problem) flatRidge() [][]int {
	g, ok := p.Penalty.(prox.Flat)
	if !ok || p.Mu == 0 || p.Outputs() > 1 {
		return nil
	}
	sets, _ := g.Flat(p.features())
	return sets
}

// ridgeOnly are those of the problem.
func (p *Problem) ridgeOnly() []int { return ridgeOnly(p.Penalty, p.Mu, p.features(), p.Outputs()) }

// features is d.
func (p *Problem) features() int { return p.Dim() / p.Outputs() }
