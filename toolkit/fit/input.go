package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/tasks"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// input is what is to be learnt from, and what is asked for: examples with weight in the order of their tasks, the loss
// with their targets, and the penalty in its shape. It is made once, and never changed.
type input struct {
	asked   Linear // for Loss, Penalty, Intercept and Standardize
	given   Data   // as it was given
	data    Data   // examples with weight, in the order of their tasks, but for X
	n, d, k int    // examples with weight, features, outputs
	c       []float64
	loss    toolkit.Loss     // with targets, and weights c_i
	penalty toolkit.Proxable // Ω; nil for none

	labels     []float64 // ascending; nil where targets are numbers
	labelNames []string
	tasks      []int64           // ascending; nil without
	column     []int             // of examples: their task
	shift      []float64         // what was taken from the targets of an output; nil for nothing
	path       bool              // tells that fits for more λ follow
	far        func() bool       // isFar, found once
	features   func() linalg.Map // X of examples with weight, in the order of their tasks, made once
	shared     linalg.Map        // that of each task, where all have the same; else nil
}

// constrained is a penalty with constraints of the weights, as solve.Constrained is.
type constrained interface {
	Violation(w []float64) float64
	Feasible(ctx context.Context, d, k int) error
}

// Check tells what is wrong with the settings, whatever the data.
func (c Linear) Check() error {
	finite := func(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }
	switch {
	case !finite(c.Mu):
		return fmt.Errorf("μ = %g: it must be finite and not negative", c.Mu)
	case !finite(c.Tol):
		return fmt.Errorf("the tolerance is %g: it must be finite and not negative", c.Tol)
	case c.MaxIter < 0 || c.TimeLimit < 0:
		return errors.New("limits must not be negative")
	}
	if l, ok := c.Loss.(loss.ParameterChecked); ok {
		if err := l.CheckParameter(); err != nil {
			return err
		}
	}
	if s, ok := c.Penalty.(prox.Strengthened); ok && s.Strength() != 1 && !c.constrainedOnly() {
		return fmt.Errorf("the penalty %s has the strength %g: give it strength 1 here, and λ as Linear.Lambda",
			check.NameOf(c.Penalty), s.Strength())
	}
	return nil
}

// checkLambda is for one λ.
func (c Linear) checkLambda(lambda float64) error {
	if c.Penalty == nil || c.constrainedOnly() {
		return nil
	}
	return check.Lambda(lambda)
}

// constrainedOnly tells whether the penalty is a constraint alone, for which λ has no meaning.
func (c Linear) constrainedOnly() bool {
	g, ok := c.Penalty.(prox.Constraint)
	return ok && g.Constraint()
}

// examples keeps those that have weight, sorted by task.
func (in *input) examples() error {
	rows := make([]int, 0, in.n)
	var total float64
	unit := in.data.weightUnit()
	for i := range in.n {
		if w := in.data.weight(i); w > 0 {
			rows = append(rows, i)
			total += w / unit
		}
	}
	if len(rows) == 0 {
		return errors.New("all examples have the weight 0")
	}
	if task := in.data.Task; task != nil {
		slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(task[i], task[j]) })
	}
	if len(rows) < in.n || !slices.IsSorted(rows) {
		if in.data.Y == nil {
			return errors.New("a loss with examples of its own takes all of them in their order: sort them by task, without " +
				"those of weight 0")
		}
		x := in.data.X
		in.data = in.data.pick(rows, x)
		in.features = sync.OnceValue(func() linalg.Map { return linalg.SelectRows(x, rows) })
	}
	in.n = len(rows)
	if in.data.Weights != nil {
		if unit == 1 && math.Abs(total-1) <= sumTol {
			total = 1
		}
		in.c = make([]float64, in.n)
		for i, w := range in.data.Weights {
			in.c[i] = w / unit / total
		}
	}
	in.sortTasks(in.data.Task)
	if in.c == nil {
		in.shared = tasks.Shared(in.data.X, rows, in.column, in.k)
	}
	return nil
}

// sortTasks numbers the tasks of examples, which ascend.
func (in *input) sortTasks(task []int64) {
	for i, t := range task {
		if i == 0 || t != task[i-1] {
			in.tasks = append(in.tasks, t)
		}
		in.column = append(in.column, len(in.tasks)-1)
	}
	in.k = max(1, len(in.tasks))
}

// share is c_i.
func (in *input) share(i int) float64 {
	if in.c == nil {
		return 1 / float64(in.n)
	}
	return in.c[i]
}

// describe is a model without weights.
func (in *input) describe() *model.Linear {
	c := in.asked
	out := &model.Linear{
		Loss: check.NameOf(c.Loss), Penalty: check.NameOf(c.Penalty), Link: losses.Link(c.Loss), Known: c.Loss,
		Features: in.d, Outputs: in.k, Examples: in.n, Labels: in.labels, LabelNames: in.labelNames, Tasks: in.tasks,
		Standardized: c.Standardize, FeatureNames: in.data.FeatureNames,
		Offset: in.given.Offset != nil,
	}
	for _, s := range c.Constraints {
		out.Constraints = append(out.Constraints, check.NameOf(s))
	}
	if l, ok := c.Loss.(loss.Parametric); ok {
		parameter := l.Parameter()
		out.Parameter = &parameter
	}
	return out
}

// lossName is what the loss calls itself.
func (in *input) lossName() string { return check.NameOf(in.asked.Loss) }
