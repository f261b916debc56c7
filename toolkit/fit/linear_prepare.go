package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
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
		p.x = scaledColumns(p.x, p.scale)
	}
}

// each visits the entries of x.
func (p *linearProblem) each(visit func(i, j int, v float64)) {
	switch x := p.x.(type) {
	case *linalg.Dense:
		for i := range x.R {
			for j, v := range x.Row(i) {
				visit(i, j, v)
			}
		}
	case *linalg.CSR:
		for i := range x.R {
			col, val := x.Row(i)
			for k, j := range col {
				visit(i, int(j), val[k])
			}
		}
	}
}

// scaledColumns is a copy with columns divided by scale.
func scaledColumns(x linalg.Map, scale []float64) linalg.Map {
	if x, ok := x.(*linalg.CSR); ok {
		out := &linalg.CSR{R: x.R, C: x.C, Ptr: x.Ptr, Col: x.Col, Val: make([]float64, len(x.Val))}
		for k, j := range x.Col {
			out.Val[k] = x.Val[k] / scale[j]
		}
		return out
	}
	in := x.(*linalg.Dense) //nolint:errcheck // checkValues lets no other in
	out := linalg.NewDense(in.R, in.C, nil)
	for i := range in.R {
		for j, v := range in.Row(i) {
			out.Data[i*in.C+j] = v / scale[j]
		}
	}
	return out
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

// group checks groups, and sets features apart that nothing penalizes.
func (p *linearProblem) group() error {
	if p.Penalty == SparseGroup && p.Mix == 0 {
		p.Penalty, p.Groups, p.GroupWeights = L1, nil, nil
	}
	if p.Penalty == SparseGroup && p.Mix == 1 {
		p.Penalty = Group
	}
	var apart []int
	p.groups = p.Groups
	if p.grouped() {
		if err := prox.CheckGroups(p.Groups, p.d, p.Penalty != OverlapGroup); err != nil {
			return fmt.Errorf("the groups do not fit the data (counted from 0): %w", err)
		}
		if p.Penalty != SparseGroup && p.Mu == 0 {
			apart = p.setApart()
		}
	}
	rows := len(apart)
	if p.Intercept {
		rows++
	}
	if rows == 0 {
		return nil
	}
	p.free = linalg.NewDense(rows, p.n, nil)
	for r, j := range apart {
		p.column(p.free.Row(r), j)
	}
	if p.Intercept {
		for i := range p.n {
			p.free.Data[(rows-1)*p.n+i] = 1
		}
	}
	if apart != nil {
		p.x = columnsOf(p.x, p.penalized)
	}
	return nil
}

// setApart finds the features in no group with weight; the others are penalized, and groups are renamed to count them.
func (p *linearProblem) setApart() (apart []int) {
	in := make([]bool, p.d)
	for g, group := range p.Groups {
		for _, j := range group {
			in[j] = in[j] || p.GroupWeights == nil || p.GroupWeights[g] > 0
		}
	}
	place := make([]int, p.d)
	var penalized []int
	for j, is := range in {
		if !is {
			apart = append(apart, j)
			continue
		}
		place[j] = len(penalized)
		penalized = append(penalized, j)
	}
	if apart == nil {
		return nil
	}
	var groups [][]int
	var weights []float64
	for g, group := range p.Groups {
		if p.GroupWeights != nil && p.GroupWeights[g] == 0 {
			continue
		}
		renamed := make([]int, len(group))
		for i, j := range group {
			renamed[i] = place[j]
		}
		groups = append(groups, renamed)
		if p.GroupWeights != nil {
			weights = append(weights, p.GroupWeights[g])
		}
	}
	p.groups, p.GroupWeights, p.penalized = groups, weights, penalized
	return apart
}

// column is feature j of all examples.
func (p *linearProblem) column(dst []float64, j int) {
	switch x := p.x.(type) {
	case *linalg.Dense:
		for i := range dst {
			dst[i] = x.At(i, j)
		}
	case *linalg.CSR:
		for i := range dst {
			dst[i] = x.At(i, j)
		}
	}
}

// columnsOf are some columns of a matrix, which ascend.
func columnsOf(x linalg.Map, which []int) linalg.Map {
	switch x := x.(type) {
	case *linalg.Dense:
		out := linalg.NewDense(x.R, len(which), nil)
		for i := range x.R {
			row := x.Row(i)
			for k, j := range which {
				out.Data[i*len(which)+k] = row[j]
			}
		}
		return out
	case *linalg.CSR:
		place := make([]int32, x.C)
		for k, j := range which {
			place[j] = int32(k) + 1
		}
		out := &linalg.CSR{R: x.R, C: len(which), Ptr: make([]int, 1, x.R+1)}
		for i := range x.R {
			col, val := x.Row(i)
			for k, j := range col {
				if place[j] > 0 {
					out.Col, out.Val = append(out.Col, place[j]-1), append(out.Val, val[k])
				}
			}
			out.Ptr = append(out.Ptr, len(out.Val))
		}
		return out
	}
	panic("fit: neither dense nor sparse")
}

// separable is the loss of one prediction an example.
func (p *linearProblem) separable() toolkit.Separable {
	weights := p.c
	if p.unweighted {
		weights = nil
	}
	switch p.Loss {
	case Squared:
		return loss.Squared{Y: p.y, Weights: weights}
	case Logistic:
		return loss.Logistic{Y: p.y, Weights: weights}
	}
	return loss.Hinge{Y: p.y, Weights: weights}
}

// outputs is the loss as one of several outputs.
func (p *linearProblem) outputs() toolkit.MultiOutput {
	if p.Loss == Multinomial {
		l := loss.Multinomial{Y: p.class, K: p.k, Weights: p.c}
		if p.unweighted {
			l.Weights = nil
		}
		return l
	}
	task := p.task
	if task == nil {
		task = make([]int, p.n)
	}
	return loss.Tasks{Of: p.separable(), Task: task, K: p.k}
}

// regularizer is λΩ(W) + (μ/2)‖W‖² on the features of x.
func (p *linearProblem) regularizer(lambda float64) toolkit.Proxable {
	_, d := p.x.Dims()
	var g toolkit.Proxable
	switch p.Penalty {
	case NoPenalty:
		return prox.Ridge{Mu: p.Mu}
	case L1:
		g = prox.L1{Lambda: lambda}
	case Group:
		g = prox.L21{Lambda: lambda, Groups: p.groups, Weights: p.GroupWeights}
	case SparseGroup:
		g = prox.SparseGroup{Lambda: lambda, Mix: p.Mix, Groups: p.groups, Weights: p.GroupWeights}
	case OverlapGroup:
		g = prox.Overlap{Lambda: lambda, Groups: p.groups, Weights: p.GroupWeights}
	case MultiTask:
		rows := make(prox.Groups, d)
		for j := range rows {
			for t := range p.k {
				rows[j] = append(rows[j], j*p.k+t)
			}
		}
		g = prox.L21{Lambda: lambda, Groups: rows}
	case Trace:
		g = prox.TraceNorm{Lambda: lambda, Rows: d, Cols: p.k}
	}
	if p.Mu > 0 {
		return prox.Ridge{Mu: p.Mu, Inner: g}
	}
	return g
}

// matrix is the problem as solvers of any penalty see it.
func (p *linearProblem) matrix(lambda float64) *solver.MatrixProblem {
	m := solver.NewMatrixProblem(p.x, p.outputs(), p.regularizer(lambda))
	if p.free != nil {
		m = m.WithFree(p.free)
	}
	return m
}

// most is λ_max. Where a ridge alone is on some features, these are not 0 there.
func (p *linearProblem) most() (float64, error) {
	if apart := p.ridged(); apart != nil {
		return p.mostBeside(apart)
	}
	m := p.matrix(1)
	g := p.regularizer(1)
	if r, ok := g.(prox.Ridge); ok {
		g = r.Inner
	}
	gradient := make([]float64, m.Dim())
	m.ValueGrad(gradient, make([]float64, m.Dim()))
	for j, v := range gradient {
		gradient[j] = -v
	}
	return g.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // all of them are
}

// ridged are the features on which there is a ridge and no group.
func (p *linearProblem) ridged() (apart []int) {
	if p.Mu == 0 || p.Penalty != Group && p.Penalty != OverlapGroup {
		return nil
	}
	in := make([]bool, p.d)
	for g, group := range p.groups {
		for _, j := range group {
			in[j] = in[j] || p.GroupWeights == nil || p.GroupWeights[g] > 0
		}
	}
	for j, is := range in {
		if !is {
			apart = append(apart, j)
		}
	}
	return apart
}

// mostBeside is λ_max with the solution on the features that have a ridge alone.
func (p *linearProblem) mostBeside(apart []int) (float64, error) {
	few := *p
	few.Penalty, few.Groups, few.GroupWeights, few.groups, few.Method, few.Tol, few.Watch = NoPenalty, nil, nil, nil, Auto, 1e-12, nil
	few.x, few.d, few.mean, few.scale, few.features, few.penalized = columnsOf(p.x, apart), len(apart), nil, nil, nil, nil
	m, err := few.fit(context.Background(), 0, nil)
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.d), make([]float64, p.d)
	for k, j := range apart {
		w[j] = m.Weights[k]
	}
	p.matrix(1).ValueGrad(gradient, w)
	for j, v := range gradient {
		gradient[j] = -v
	}
	for _, j := range apart {
		gradient[j] = 0
	}
	g := p.regularizer(1).(prox.Ridge).Inner          //nolint:errcheck // there is a ridge
	return g.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // all of them are
}
