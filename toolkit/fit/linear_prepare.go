package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// linearProblem is a problem made ready for solvers: examples with weight in the order of their tasks, features centred and scaled, those that
// nothing penalizes set apart, labels counted from 0 or made ±1.
type linearProblem struct {
	Linear
	n, d, k   int     // d and k are those of the model
	asked     Penalty // sparse-group may be l1, or group
	x         linalg.Map
	penalized []int // the features of x; nil for all, in order
	// free are columns that nothing penalizes, as rows: features in no group, then ones for the intercept.
	free       *linalg.Dense
	once       *solver.Problem // see unit
	y, c       []float64
	class      []int
	task       []int
	ends       []int // where tasks end
	labels     []float64
	tasks      []int64
	mean       []float64 // what was taken from features; nil for nothing
	scale      []float64 // what they were divided by; nil for 1
	groups     [][]int   // of features of x
	unweighted bool
	features   []string
	labelNames []string
}

// prepare checks data and settings.
func (c Linear) prepare(data Data) (*linearProblem, error) {
	if err := c.Check(data.Task != nil); err != nil {
		return nil, err
	}
	p := &linearProblem{Linear: c, k: 1, asked: c.Penalty}
	if err := p.take(data); err != nil {
		return nil, err
	}
	if err := p.label(); err != nil {
		return nil, err
	}
	if err := p.group(); err != nil {
		return nil, err
	}
	if c.Start != nil && (c.Start.Features != p.d || c.Start.Outputs != p.k) {
		return nil, fmt.Errorf("the model to start from has %d features and %d outputs, the data %d and %d", c.Start.Features, c.Start.Outputs, p.d, p.k)
	}
	return p, nil
}

// take copies the examples that have weight, sorted by task.
func (p *linearProblem) take(data Data) error {
	if data.X == nil {
		return errors.New("there are no examples")
	}
	n, d := data.X.Dims()
	switch {
	case n == 0 || d == 0:
		return fmt.Errorf("the examples are %d × %d: there is nothing to learn from", n, d)
	case len(data.Y) != n:
		return fmt.Errorf("there are %d examples and %d targets", n, len(data.Y))
	case data.Task != nil && len(data.Task) != n:
		return fmt.Errorf("there are %d examples and %d tasks", n, len(data.Task))
	case data.Weights != nil && len(data.Weights) != n:
		return fmt.Errorf("there are %d examples and %d weights", n, len(data.Weights))
	case data.Features != nil && len(data.Features) != d:
		return fmt.Errorf("there are %d features and %d names of them", d, len(data.Features))
	}
	if err := checkValues(Examples{data.X, data.Y}); err != nil {
		return err
	}
	rows := make([]int, 0, n)
	var total float64
	for i := range n {
		w := 1.
		if data.Weights != nil {
			w = data.Weights[i]
		}
		switch {
		case !(w >= 0) || math.IsInf(w, 1):
			return fmt.Errorf("the weight of example %d is %g: it must be finite and not negative", i+1, w)
		case w > 0:
			rows = append(rows, i)
			total += w
		}
	}
	if len(rows) == 0 {
		return errors.New("all examples have the weight 0")
	}
	if data.Task != nil {
		slices.SortStableFunc(rows, func(i, j int) int {
			switch {
			case data.Task[i] < data.Task[j]:
				return -1
			case data.Task[i] > data.Task[j]:
				return 1
			}
			return 0
		})
	}
	e := Examples{data.X, data.Y}
	if len(rows) < n || !sort.IntsAreSorted(rows) {
		e = e.pick(rows)
	}
	p.n, p.d, p.x, p.y, p.c = len(rows), d, e.X, e.Y, make([]float64, len(rows))
	for k, i := range rows {
		p.c[k] = 1 / float64(p.n)
		if data.Weights != nil {
			p.c[k] = data.Weights[i] / total
		}
		if data.Task != nil {
			if last := len(p.tasks) - 1; last < 0 || p.tasks[last] != data.Task[i] {
				p.tasks, p.ends = append(p.tasks, data.Task[i]), append(p.ends, k)
			}
			p.task = append(p.task, len(p.tasks)-1)
			p.ends[len(p.tasks)-1] = k + 1
		}
	}
	p.unweighted, p.features, p.labelNames = data.Weights == nil, data.Features, data.Labels
	p.k = max(1, len(p.tasks))
	p.standardize()
	return nil
}

// standardize scales features where that is asked, and centres dense ones where there is an intercept: it changes no solution, and helps solvers.
func (p *linearProblem) standardize() {
	dense, isDense := p.x.(*linalg.Dense)
	centre := p.Intercept && isDense
	if !p.Standardize && !centre {
		return
	}
	mean, square := make([]float64, p.d), make([]float64, p.d)
	p.each(func(i, j int, v float64) { mean[j] += p.c[i] * v })
	if isDense && p.Intercept {
		p.each(func(i, j int, v float64) { square[j] += p.c[i] * (v - mean[j]) * (v - mean[j]) })
	} else {
		p.each(func(i, j int, v float64) { square[j] += p.c[i] * v * v })
		if p.Intercept {
			for j, m := range mean {
				square[j] -= m * m
			}
		}
	}
	if p.Standardize {
		p.scale = make([]float64, p.d)
		for j := range p.scale {
			p.scale[j] = math.Sqrt(math.Max(0, square[j]))
			if !(p.scale[j] > 1e-12*math.Abs(mean[j])) { // constant
				p.scale[j] = 1
			}
		}
	}
	if centre {
		p.mean = mean
		out := linalg.NewDense(p.n, p.d, nil)
		for i := range p.n {
			row := out.Row(i)
			for j, v := range dense.Row(i) {
				row[j] = v - mean[j]
			}
		}
		dense, p.x = out, out
	}
	if p.scale != nil {
		p.x = linalg.DivideColumns(p.x, p.scale)
	}
}

// each visits the entries of x.
func (p *linearProblem) each(visit func(i, j int, v float64)) {
	x := p.x.(linalg.Entries) //nolint:errcheck // both kinds are
	for i := range p.n {
		x.VisitRow(i, func(j int, v float64) { visit(i, j, v) })
	}
}

// label turns labels into signs or classes.
func (p *linearProblem) label() error {
	if p.Loss == Squared {
		p.labelNames = nil
		return nil
	}
	p.labels = slices.Clone(p.y)
	slices.Sort(p.labels)
	p.labels = slices.Compact(p.labels)
	var named []string
	for _, l := range p.labels {
		if p.labelNames == nil {
			break
		}
		if l != math.Trunc(l) || l < 0 || int(l) >= len(p.labelNames) {
			return fmt.Errorf("the label %g has no name: there are %d", l, len(p.labelNames))
		}
		named = append(named, p.labelNames[int(l)])
	}
	p.labelNames = named
	switch {
	case len(p.labels) == 1:
		return fmt.Errorf("all examples have the label %g: there must be two at least", p.labels[0])
	case p.Loss != Multinomial && len(p.labels) > 2:
		return fmt.Errorf("the %s loss is for two labels, and there are %d (%g, %g, %g …): the multinomial loss is for several", p.Loss, len(p.labels), p.labels[0], p.labels[1], p.labels[2])
	case p.Loss == Multinomial:
		p.k = len(p.labels)
		p.class = make([]int, p.n)
		for i, y := range p.y {
			p.class[i], _ = slices.BinarySearch(p.labels, y)
		}
		return nil
	}
	y := make([]float64, p.n)
	for i, v := range p.y {
		y[i] = 1
		if v == p.labels[0] {
			y[i] = -1
		}
	}
	p.y = y
	return nil
}
