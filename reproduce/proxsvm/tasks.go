package proxsvm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// passes of every run in the table, the paper's 100.
const passes = 100

// The numbers of features up to which the reference optimum is computed: once, and for every part of the
// cross-validation.
const (
	referenceLimit  = 2000
	validationLimit = 400
)

// validationFolds and validationPasses are those of the cross-validation.
const (
	validationFolds  = 5
	validationPasses = 30
)

// key is all that a task's result depends on: what is done, on which data, and how.
type key struct {
	What   string // a method, or one of the tasks below
	Set    string
	Data   any
	Lambda float64
	Seed   uint64
	Passes int
	Batch  int // 0 but for batches of more than one example
	Part   int // from 1, of the cross-validation
}

// What else is done beside a run of a method.
const (
	taskOptimum     = "optimum"
	taskPart        = "part"
	taskRegret      = "regret"
	taskCertificate = "certificate"
)

// add adds a task on the set; the cost is in passes.
func add[T any](
	w work, k key, label string, cost float64, do func(context.Context, *dataset.Binary) (T, error),
) *plan.Result[T] {
	k.Set, k.Data = w.id, w.named
	t := plan.Task{
		Key: k, Label: w.id + ", " + label, Cost: cost * w.millions * secondsPerMillion, Uses: []plan.Data{w.data},
	}
	if k.What == taskPart {
		t.Memory = w.bytes() // of the parts, which are copies
	}
	return plan.Add(w.Plan, t, func(ctx context.Context) (T, error) {
		d, err := w.data.Get(ctx)
		if err != nil {
			var none T
			return none, err
		}
		return do(ctx, d)
	})
}

// course is what a run of a method looked like.
type course struct {
	Set                  about
	Objective, TestError []float64 // after each pass; errors in percent
	Norm, Guess          float64   // ‖w‖ and R at the end
}

// Check tells whether every pass is there.
func (c course) Check() error {
	if len(c.Objective) != passes || len(c.TestError) != passes {
		return fmt.Errorf("%d and %d of %d passes", len(c.Objective), len(c.TestError), passes)
	}
	return nil
}

// run adds a run of a method, with batches of so many examples where that is not 0.
func (w work) run(method string, lambda float64, seed uint64, batch int) *plan.Result[course] {
	k := key{What: method, Lambda: lambda, Seed: seed, Passes: passes, Batch: batch}
	label := fmt.Sprintf("%s, λ = %g, seed %d", methodTitles[method], lambda, seed)
	if batch > 0 {
		label += fmt.Sprintf(", batches of %d", batch)
	}
	return add(w, k, label, passes, func(ctx context.Context, d *dataset.Binary) (course, error) {
		c, err := train(ctx, d.Train, d.Test, method, online.Game{Lambda: lambda, Seed: seed, Batch: batch}, passes)
		c.Set = aboutOf(d)
		return c, err
	})
}

// train runs a method and evaluates it after every pass.
func train(
	ctx context.Context, in, out *array.Examples, method string, game online.Game, n int,
) (c course, err error) {
	block := params.NewExplicit(0, in.X, 1)
	p := problem(in, game.Lambda)
	seq := play(ctx, method, game, gradientBound(in.X, game.Lambda), oracle(in), params.NewModel([]params.Block{block}))
	for st, err := range seq {
		if err != nil {
			return c, err
		}
		w := block.Weights()
		c.Objective, c.TestError = append(c.Objective, p.Objective(w)), append(c.TestError, testError(out, w))
		c.Norm, c.Guess = st.Norm, st.Guess
		if st.Iter == n {
			break
		}
	}
	return c, nil
}

// solution is where the reference solver ended, NaN where there are too many features for it.
type solution struct {
	Objective, Gap, Norm float64
	TestError            float64 // in percent; where it is asked for
}

// optimum adds the reference optimum. How many features there are is known with the data.
func (w work) optimum(lambda float64) *plan.Result[solution] {
	label := fmt.Sprintf("optimum at λ = %g", lambda)
	return add(w, key{What: taskOptimum, Lambda: lambda}, label, 2*passes,
		func(ctx context.Context, d *dataset.Binary) (solution, error) {
			if d.Train.X.C > referenceLimit {
				return solution{math.NaN(), math.NaN(), math.NaN(), math.NaN()}, nil
			}
			s, x, err := reference(ctx, d.Train, lambda, 1e-10)
			if err == nil {
				s.TestError = testError(d.Test, x)
			}
			return s, err
		})
}

// reference solves a training problem to a duality gap.
func reference(ctx context.Context, e *array.Examples, lambda, gap float64) (s solution, w []float64, err error) {
	seq := newton.InteriorPoint{}.Iterations(ctx, problem(e, lambda))
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(gap), solver.MaxIter(200)))
	if err != nil {
		return s, nil, err
	}
	return solution{Objective: res.Objective, Gap: res.Gap, Norm: floats.Norm(res.X, 2)}, res.X, nil
}

// partError is the test error on one part in cross-validation, in percent.
type partError struct {
	Source datasets.Source
	Error  float64
}

// part adds the training on four of five parts of the training examples, and the test on the other one.
func (w work) part(lambda float64, part int) *plan.Result[partError] {
	k := key{What: taskPart, Lambda: lambda, Seed: w.Seed, Part: part + 1, Passes: validationPasses}
	label := fmt.Sprintf("λ = %g on part %d", lambda, part+1)
	return add(w, k, label, validationPasses, func(ctx context.Context, d *dataset.Binary) (partError, error) {
		e, err := validate(ctx, d.Train, lambda, w.Seed, part)
		return partError{d.Source, e}, err
	})
}

// validate trains exactly where there are few enough features, and else by the sound method.
func validate(ctx context.Context, e *array.Examples, lambda float64, seed uint64, part int) (float64, error) {
	order := rand.New(rand.NewPCG(seed, 5)).Perm(e.X.R)
	var in, out []int
	for k, i := range order {
		if k%validationFolds == part {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	learn, test := e.Pick(in), e.Pick(out)
	if e.X.C <= validationLimit {
		_, w, err := reference(ctx, learn, lambda, 1e-6)
		if err != nil {
			return 0, err
		}
		return testError(test, w), nil
	}
	c, err := train(ctx, learn, test, sound, online.Game{Lambda: lambda, Seed: seed}, validationPasses)
	if err != nil {
		return 0, err
	}
	return last(c.TestError), nil
}
