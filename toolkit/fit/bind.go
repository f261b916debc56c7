package fit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// bind gives the loss its targets, and the penalty its shape.
func (in *input) bind() error {
	if err := in.bindLoss(); err != nil {
		return err
	}
	if err := in.checkPenalty(); err != nil {
		return err
	}
	in.penalty = in.asked.Penalty
	if s, ok := in.penalty.(prox.Simplified); ok {
		in.penalty = s.Simplify()
	}
	if s, ok := in.penalty.(prox.Shaped); ok {
		in.penalty = s.WithShape(in.d, in.k)
	}
	if sets := in.asked.Constraints; len(sets) > 0 {
		of := solve.Constrained{Penalty: in.penalty}
		for _, s := range sets {
			if shaped, ok := s.(prox.Shaped); ok {
				s = shaped.WithShape(in.d, in.k)
			}
			of.Sets = append(of.Sets, s)
		}
		in.penalty = of
	}
	return nil
}

func (in *input) checkPenalty() error {
	if c, ok := in.asked.Penalty.(prox.Checked); ok {
		if err := c.Check(in.d, in.k); err != nil {
			return fmt.Errorf("%s loss with %s: %w", in.lossName(), check.NameOf(in.asked.Penalty), err)
		}
	}
	if _, ridged := in.asked.Penalty.(solver.Ridged); ridged {
		return errors.New("the penalty has a ridge of its own: give it without, and the ridge as Linear.Mu")
	}
	plain := losses.Link(in.asked.Loss) == model.Identity && !losses.Kinked(in.loss)
	if in.asked.Penalty == nil && in.asked.Constraints == nil && in.asked.Mu == 0 && !plain {
		return fmt.Errorf("without a penalty the %s loss may have no minimum: it needs μ > 0", in.lossName())
	}
	return nil
}

// bindLoss makes the loss, of several outputs where there are tasks.
func (in *input) bindLoss() error {
	with, ok := in.asked.Loss.(loss.Bindable)
	if !ok || in.data.Y == nil {
		return in.ownExamples()
	}
	y := in.data.Y
	if l, ok := in.asked.Loss.(loss.Labelled); ok {
		var err error
		if y, err = in.label(l.Binary()); err != nil {
			return err
		}
	}
	if err := in.checkTargets(y); err != nil {
		return err
	}
	in.loss = with.Bind(y, in.c)
	if err := in.bindOffset(); err != nil {
		return err
	}
	switch of := in.asked.Loss.(type) {
	case loss.Timed:
		return in.bindEvents(of, y)
	case loss.Ranked:
		return in.bindQueries(of, y)
	}
	if in.data.Query != nil {
		return fmt.Errorf("queries go with a loss of rankings, such as pairwise, and not with %s", in.lossName())
	}
	if in.data.Event != nil || in.data.Entry != nil {
		return fmt.Errorf("events and entries go with a loss of times, such as that of Cox, and not with %s", in.lossName())
	}
	if in.asked.Intercept && losses.OfResidual(in.loss) {
		in.loss = with.Bind(in.centreTargets(y), in.c)
	}
	return in.shape()
}

// checkTargets names a target that the loss is not for.
func (in *input) checkTargets(y []float64) error {
	l, ok := in.asked.Loss.(loss.Targeted)
	for i := 0; ok && i < len(y); i++ {
		if err := l.CheckTarget(y[i]); err != nil {
			return fmt.Errorf("%w (example %d of those with weight)", err, i+1)
		}
	}
	return nil
}

// ownExamples takes a loss that has its examples.
func (in *input) ownExamples() error {
	if in.asked.Loss.Len() != in.n {
		return fmt.Errorf("the loss %s has %d examples and no method Bind that would give it the %d of the data",
			in.lossName(), in.asked.Loss.Len(), in.n)
	}
	if in.c != nil || in.data.Offset != nil {
		return fmt.Errorf("the loss %s has examples of its own, with weights and offsets: those of the data would not be "+
			"looked at", in.lossName())
	}
	in.loss = in.asked.Loss
	return in.shape()
}

// shape finds k.
func (in *input) shape() error {
	if in.asked.Intercept && losses.ShiftInvariant(in.loss) {
		return fmt.Errorf("the %s loss has no intercept: a constant added to all predictions changes nothing", in.lossName())
	}
	switch l := in.loss.(type) {
	case toolkit.Separable:
		if in.tasks != nil {
			in.loss = loss.Tasks{Of: l, Task: in.column, K: in.k}
		}
	case toolkit.Joint:
		if in.tasks != nil {
			return fmt.Errorf("the %s loss is joint over examples: it does not go with tasks", in.lossName())
		}
	case toolkit.MultiOutput:
		if in.tasks != nil {
			return fmt.Errorf("the %s loss has several outputs of its own: it does not go with tasks", in.lossName())
		}
		in.k = l.Outputs()
	default:
		return fmt.Errorf("the loss %T is none of toolkit.Separable, toolkit.MultiOutput and toolkit.Joint", in.loss)
	}
	if in.loss.Len() != in.n {
		return fmt.Errorf("the loss %s has %d examples where the data have %d", in.lossName(), in.loss.Len(), in.n)
	}
	return nil
}

// bindEvents gives the loss its times and events.
func (in *input) bindEvents(of loss.Timed, y []float64) error {
	in.loss = losses.BindTimed(of, y, in.data.Event, in.data.watched(), in.c)
	if l, ok := in.loss.(loss.Timed); ok {
		if err := l.CheckEvents(); err != nil {
			return err
		}
	}
	return in.shape()
}

// bindQueries gives the loss its documents and queries.
func (in *input) bindQueries(of loss.Ranked, y []float64) error {
	in.loss = of.BindQueries(y, in.data.Query, in.c)
	if l, ok := in.loss.(loss.Ranked); ok {
		if err := l.CheckQueries(); err != nil {
			return err
		}
	}
	if in.data.Task != nil {
		return fmt.Errorf("the %s loss learns one column of weights for all queries: it goes with no tasks", in.lossName())
	}
	return in.shape()
}

// centreTargets takes their mean from the targets of a squared loss with an intercept, for each output: that changes no
// solution, and no small objective is a difference of large numbers.
func (in *input) centreTargets(y []float64) []float64 {
	k := max(1, len(in.tasks))
	column := func(i int) int {
		if in.column == nil {
			return 0
		}
		return in.column[i]
	}
	in.shift = make([]float64, k)
	weight, low, high := make([]float64, k), make([]float64, k), make([]float64, k)
	first := make([]float64, k)
	for i, v := range y {
		t := column(i)
		if weight[t] == 0 {
			first[t], low[t], high[t] = v, v, v
		}
		weight[t] += in.share(i)
		in.shift[t] += in.share(i) * (v - first[t])
		low[t], high[t] = math.Min(low[t], v), math.Max(high[t], v)
	}
	for t := range in.shift {
		in.shift[t] = math.Min(math.Max(first[t]+in.shift[t]/weight[t], low[t]), high[t])
	}
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = v - in.shift[column(i)]
	}
	return out
}

// newInput checks settings and data, but for entries that are not finite: of examples to learn from, all of them, norms
// or moments tell. A sketch copies no examples: it is enough to choose a method.
func newInput(c Linear, data Data, sketch bool) (*input, error) {
	if c.Loss == nil {
		c.Loss = loss.Squared{}
	}
	if _, own := c.Loss.(loss.Profiled); own {
		c.Intercept = false // the loss has one, or thresholds
	}
	if err := cmp.Or(c.Check(), data.checkColumns()); err != nil {
		return nil, err
	}
	data.X = nonzero.Stored(c.Loss, data.X)
	in := &input{asked: c, given: data, data: data, k: 1}
	in.n, in.d = data.X.Dims()
	in.far, in.features = sync.OnceValue(in.isFar), func() linalg.Map { return data.X }
	in.takeOffset()
	if _, bindable := c.Loss.(loss.Bindable); data.Y == nil && bindable && c.Loss.Len() != in.n {
		return nil, errors.New("there are no targets")
	}
	if err := in.checkProducts(); err != nil {
		return nil, err
	}
	if sketch {
		in.sortTasks(slices.Sorted(slices.Values(data.Task)))
	} else if err := in.examples(); err != nil {
		return nil, err
	}
	err := in.bind()
	if rows, _ := data.X.Dims(); err == nil && (sketch || in.n < rows || data.byProducts()) {
		err = data.checkFeatures()
	}
	return in, err
}
