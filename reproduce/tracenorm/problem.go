// Package tracenorm rebuilds Figures 1, 2 and 3 of Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning
// with Trace-Norm Regularization (AISTATS 2012).
//
// The paper's objective (3) is the project's: λ‖W‖_* plus the mean loss. Its two values of λ, 0.5 and 0.001, cannot
// both be absolute: with the mean loss (1) on its own data, W = 0 is optimal from λ_max ≈ 0.2 on. Here heavy
// regularization is 0.5 λ_max and light is 0.001; the table `readings` has all four readings. A person's choices are
// one column of W, the difference of the paper's two (equation 2): its λ is 1/√2 of the paper's, as explained at
// loss.TaskMultinomial.
package tracenorm

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/imagefiles"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// problem is a training problem with the test error of its models.
type problem struct {
	source    datasets.Source
	x         *linalg.Dense
	loss      toolkit.MultiOutput
	d, k      int
	lambdaMax float64         // ‖∇φ(0)‖: from this λ on, 0 is the solution
	printed   float64         // L of the appendix's step 1/H; see printedConstant
	lipschitz float64         // L of ∇φ; see lipschitzConstant
	smooth    *solver.Problem // φ
	testError func(linalg.Pairs) float64
}

// at returns the problem φ(W) + λ‖W‖_*.
func (p *problem) at(lambda float64) *solver.Problem {
	return solver.NewProblem(p.x, p.loss, prox.TraceNorm{Lambda: 1, Rows: p.d, Cols: p.k}).At(lambda)
}

// look is what is seen of a point off the clock: φ and ‖W‖_*, the rank, and the test error in percent.
type look struct {
	loss, trace, testError float64
	rank                   int
}

// rankShare of the largest singular value is what counts for the rank.
const rankShare = 1e-6

// look evaluates W by its singular pairs, which are few where the rank is low.
func (p *problem) look(w []float64, test bool) look {
	pairs, top, _ := linalg.SingularPairs(w, p.d, p.k, 0)
	o := look{loss: p.smooth.Value(w), trace: floats.Sum(pairs.Values), testError: math.NaN()}
	for o.rank < len(pairs.Values) && pairs.Values[o.rank] > rankShare*top {
		o.rank++
	}
	if test {
		for j, v := range pairs.Values[:o.rank] {
			floats.Scale(v, pairs.Right[j*p.k:(j+1)*p.k])
		}
		o.testError = p.testError(linalg.Pairs{
			Values: pairs.Values[:o.rank],
			Left:   pairs.Left[:o.rank*p.d],
			Right:  pairs.Right[:o.rank*p.k],
		})
	}
	return o
}

func newProblem(
	src datasets.Source, x *linalg.Dense, l toolkit.MultiOutput, testError func(linalg.Pairs) float64,
) (*problem, error) {
	p := &problem{
		source:    src,
		x:         x,
		loss:      l,
		d:         x.C,
		k:         l.Outputs(),
		testError: testError,
		smooth:    solver.NewProblem(x, l, nil),
		printed:   printedConstant(x, l),
		lipschitz: lipschitzConstant(x, l),
	}
	if p.lambdaMax = lowrank.LambdaMax(x, l); math.IsNaN(p.lambdaMax) {
		return nil, fmt.Errorf("data set %s: the gradient at 0 is not finite", src.Name)
	}
	return p, nil
}

// scores returns X W for W in pairs whose right vectors carry the singular values.
func scores(x *linalg.Dense, w linalg.Pairs, k int) []float64 {
	r := len(w.Values)
	part, out := make([]float64, x.R*r), make([]float64, x.R*k)
	linalg.MulRows(part, x, w.Left, r)
	linalg.Gemm(out, part, w.Right, x.R, r, k, false)
	return out
}

func fromClasses(set *dataset.Classes) (*problem, error) {
	return newProblem(set.Source, set.Train.X, loss.Multinomial{Y: set.Train.Y, K: set.K}, func(w linalg.Pairs) float64 {
		found := scores(set.Test.X, w, set.K)
		wrong := 0
		for i, y := range set.Test.Y {
			if floats.MaxIdx(found[i*set.K:(i+1)*set.K]) != y {
				wrong++
			}
		}
		return 100 * float64(wrong) / float64(len(set.Test.Y))
	})
}

func fromTasks(train, test *dataset.TaskSet) (*problem, error) {
	l := loss.Tasks{Of: loss.Logistic{Y: train.Y}, Task: train.Task, K: train.Tasks}
	return newProblem(train.Source, train.X, l, func(w linalg.Pairs) float64 {
		part := make([]float64, test.X.R*len(w.Values))
		linalg.MulRows(part, test.X, w.Left, len(w.Values))
		var wrong float64
		for i, y := range test.Y {
			var score float64
			for j := range w.Values {
				score += part[i*len(w.Values)+j] * w.Right[j*test.Tasks+test.Task[i]]
			}
			switch {
			case score == 0: // W = 0 says nothing: half a mistake
				wrong += 0.5
			case (score > 0) != (y > 0):
				wrong++
			}
		}
		return 100 * wrong / float64(len(test.Y))
	})
}

// splits gives the problem of a split of a set.
type splits func(fold int) (*problem, error)

// folds is how many splits of a survey are one cross-validation; the next ones repeat it with another shuffle.
const folds = 10

// registered are the sets of the columns: bank is in the place of the survey of the paper's Conjoint (II), Omniglot in
// that of its ImageNet subset.
var registered = map[string]string{conjoint1: "computers", conjoint2: "bank", pictures: "omniglot-small"}

// source says which data a policy comes to for a set, what names them, and how they are loaded: the real ones, or
// synthetic ones of the shape of the paper's.
func (s column) source(
	policy datasets.Policy, seed uint64,
) (named any, load func(context.Context) (splits, error), err error) {
	kind, sums, err := datasets.Choose(policy, registered[s.id])
	synthetic := kind == datasets.Synthetic
	switch {
	case err != nil:
		return nil, nil, err
	case s.id == pictures && synthetic:
		shape := generate.ImageNetShape
		shape.Side = s.side
		if s.classes > 0 {
			shape.Classes = s.classes
		}
		return shape, func(context.Context) (splits, error) {
			return func(fold int) (*problem, error) {
				of := shape
				of.Seed = seed + uint64(fold)
				return fromClasses(generate.Pictures(of))
			}, nil
		}, nil
	case s.id == pictures:
		return sums, func(ctx context.Context) (splits, error) {
			d, err := imagefiles.LoadOmniglot(ctx, s.side)
			return func(fold int) (*problem, error) { return fromClasses(d.Split(10, 10, s.classes, seed+uint64(fold))) }, err
		}, nil
	}
	shape, survey := generate.Conjoint1, loadComputers
	if s.id == conjoint2 {
		shape, survey = generate.Conjoint2, datasets.LoadBank
	}
	named = sums
	if synthetic {
		named = shape
	}
	return named, func(ctx context.Context) (of splits, err error) {
		var set *dataset.TaskSet
		if synthetic {
			set = generate.Choices(shape)
		} else if set, err = survey(ctx); err != nil {
			return nil, err
		}
		return func(split int) (*problem, error) {
			return fromTasks(set.Fold(split%folds, folds, seed+uint64(split/folds)))
		}, nil
	}, nil
}

func loadComputers(ctx context.Context) (*dataset.TaskSet, error) {
	set, _, err := datasets.LoadComputers(ctx)
	return set, err
}
