package fit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// Prepared is a Linear with its data made ready for solvers, once for all λ: examples with weight in the order of
// their tasks, features centred and scaled, those that nothing penalizes set apart, labels counted from 0 or made ±1.
// It is for one goroutine at a time.
type Prepared struct {
	Linear
	whole Data // as it was given
	data  Data // examples with weight, in the order of their tasks

	n, d, k   int // examples with weight, features, outputs
	x         linalg.Map
	penalty   toolkit.Proxable // Ω on the features of x; nil for none
	penalized []int            // the features of x; nil for all, in order
	// unpenalized are columns as rows: features that Ω does not depend on, then ones for the intercept; nil for none.
	unpenalized *linalg.Dense
	c           []float64 // weights c_i; nil for 1/n
	bound       toolkit.Loss
	labels      []float64 // ascending; nil where targets are numbers
	labelNames  []string
	tasks       []int64         // ascending; nil without
	column      []int           // of examples: their task
	norms       []float64       // of the columns of x; nil where they are not known
	mean        []float64       // what was taken from features; nil for nothing
	shift       []float64       // what was taken from the targets of an output; nil for nothing
	scale       []float64       // what they were divided by; nil for 1
	flat        [][]int         // features that may move together at no cost, an unpenalized column each; nil for none
	problem     *solver.Problem // nil until ready
	compressed  *compressed     // nil where moments do not do
	refused     bool            // rounding allowed no certificate by moments
	zero        *atZero
	lambdaMax   float64 // NaN before it is known
	memory      *coordinate.Memory
}

// Prepare checks data and settings, and makes the data ready.
func (c Linear) Prepare(data Data) (*Prepared, error) {
	p, err := c.sized(data)
	if err != nil {
		return nil, err
	}
	if err := p.examples(); err != nil {
		return nil, err
	}
	if err := p.bind(); err != nil {
		return nil, err
	}
	if c.Start != nil && (c.Start.Features != p.d || c.Start.Outputs != p.k) {
		return nil, fmt.Errorf("the model to start from has %d features and %d outputs, the data %d and %d",
			c.Start.Features, c.Start.Outputs, p.d, p.k)
	}
	if done, err := p.compress(); done || err != nil {
		return p, err
	}
	if err := p.checkSizes(); err != nil {
		return nil, err
	}
	return p, p.ready()
}

// ready makes the problem, with its copies of the examples, where it is not made yet.
func (p *Prepared) ready() error {
	if p.problem != nil {
		return nil
	}
	p.standardize()
	if p.compressed == nil {
		p.rescale()
	}
	p.setApart()
	if p.unpenalized != nil && isJoint(p.bound) {
		return fmt.Errorf("there are %d features that nothing penalizes, which do not go with the %s loss: give them a "+
			"group, or a ridge μ > 0", p.unpenalized.R, check.NameOf(p.Loss))
	}
	p.problem = solver.NewProblem(p.x, p.bound, p.penalty).WithRidge(p.Mu).WithUnpenalized(p.unpenalized)
	if p.norms != nil {
		p.problem.WithColumnNorms(p.norms)
	}
	return nil
}

// sized checks what can be checked without a copy of the data.
func (c Linear) sized(data Data) (*Prepared, error) {
	if c.Loss == nil {
		c.Loss = loss.Squared{}
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := data.check(); err != nil {
		return nil, err
	}
	p := &Prepared{Linear: c, whole: data, data: data, k: 1, lambdaMax: math.NaN(), memory: &coordinate.Memory{}}
	p.n, p.d = data.X.Dims()
	if _, bindable := c.Loss.(Bindable); data.Y == nil && bindable && c.Loss.Len() != p.n {
		return nil, errors.New("there are no targets")
	}
	return p, nil
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
	if l, ok := c.Loss.(ParameterChecked); ok {
		if err := l.CheckParameter(); err != nil {
			return err
		}
	}
	if s, ok := c.Penalty.(Strengthened); ok && s.Strength() != 1 && !c.constrainedOnly() {
		return fmt.Errorf(
			"the penalty %s has the strength %g: give it strength 1 here, and λ as Linear.Lambda",
			check.NameOf(c.Penalty),
			s.Strength(),
		)
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
	g, ok := c.Penalty.(Constraint)
	return ok && g.Constraint()
}

// examples keeps those that have weight, sorted by task.
func (p *Prepared) examples() error {
	rows := make([]int, 0, p.n)
	var total float64
	unit := p.data.weightUnit()
	for i := range p.n {
		if w := p.data.weight(i); w > 0 {
			rows = append(rows, i)
			total += w / unit
		}
	}
	if len(rows) == 0 {
		return errors.New("all examples have the weight 0")
	}
	if task := p.data.Task; task != nil {
		slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(task[i], task[j]) })
	}
	part := p.data
	if len(rows) < p.n || !slices.IsSorted(rows) {
		if p.data.Y == nil {
			return errors.New(
				"a loss with examples of its own takes all of them in their order: sort them by task, without those of weight 0",
			)
		}
		part = p.data.pick(rows)
	}
	p.data, p.n, p.x = part, len(rows), part.X
	if part.Weights != nil {
		if unit == 1 && math.Abs(total-1) <= sumTol {
			total = 1
		}
		p.c = make([]float64, p.n)
		for i, w := range part.Weights {
			p.c[i] = w / unit / total
		}
	}
	for i, t := range part.Task {
		if i == 0 || t != part.Task[i-1] {
			p.tasks = append(p.tasks, t)
		}
		p.column = append(p.column, len(p.tasks)-1)
	}
	p.k = max(1, len(p.tasks))
	return nil
}

// sumTol is how far from 1 a sum of weights may be that are to be taken as they are.
const sumTol = 1e-12

// share is c_i.
func (p *Prepared) share(i int) float64 {
	if p.c == nil {
		return 1 / float64(p.n)
	}
	return p.c[i]
}

// setApart makes unpenalized columns of the features that Ω does not depend on, where no ridge does, and of the
// intercept.
func (p *Prepared) setApart() {
	var apart []int
	if s, ok := p.penalty.(Splitting); ok && p.Mu == 0 && p.k == 1 {
		var rest toolkit.Proxable
		if apart, rest = s.Split(p.d); len(apart) > 0 {
			p.penalty = rest
		}
	}
	p.setFlat()
	rows := len(apart) + len(p.flat)
	if p.Intercept {
		rows++
	}
	if rows == 0 {
		return
	}
	p.unpenalized = linalg.NewDense(rows, p.n, nil)
	for r, j := range apart {
		linalg.Column(p.unpenalized.Row(r), p.x, j)
	}
	for s, set := range p.flat {
		p.x.MulVec(p.unpenalized.Row(len(apart)+s), indicator(set, p.d))
	}
	if p.Intercept {
		ones := p.unpenalized.Row(rows - 1)
		for i := range ones {
			ones[i] = 1
		}
	}
	if len(apart) == 0 {
		return
	}
	p.penalized = make([]int, 0, p.d-len(apart))
	for j := range p.d {
		if _, is := slices.BinarySearch(apart, j); !is {
			p.penalized = append(p.penalized, j)
		}
	}
	p.x, p.norms = linalg.SelectColumns(p.x, p.penalized), nil
}

// ridgeOnly are the features that the ridge is on and Ω is not.
func ridgeOnly(penalty toolkit.Proxable, mu float64, d, k int) []int {
	s, ok := penalty.(Splitting)
	if !ok || mu == 0 || k > 1 {
		return nil
	}
	apart, _ := s.Split(d)
	return apart
}

// question is what a method is asked to solve.
func (p *Prepared) question() *Case {
	return &Case{
		Loss: p.bound, Penalty: p.penalty, Mu: p.Mu, Intercept: p.Intercept, Examples: p.n, Features: p.d, Outputs: p.k,
		Seed: p.Seed, method: p.Method, sets: p.flat != nil, moments: p.byMoments(), design: p.withOnes, memory: p.memory,
	}
}

// sketched is a problem whose data are not copied: enough to choose a method.
func (c Linear) sketched(data Data) (*Prepared, error) {
	p, err := c.sized(data)
	if err != nil {
		return nil, err
	}
	p.x = data.X
	for i, t := range sortedTasks(data.Task) {
		if i == 0 || t != p.tasks[len(p.tasks)-1] {
			p.tasks = append(p.tasks, t)
		}
	}
	p.k = max(1, len(p.tasks))
	if p.tasks != nil {
		p.column = make([]int, p.n)
	}
	return p, p.bind()
}
