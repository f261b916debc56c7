package coordinate

import (
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// predictions are those of all outputs of a problem, one output after the other: for tasks those of a task's own
// examples, for several outputs of an example those of all examples each time.
type predictions struct {
	loss        toolkit.Separable // of one prediction an example; nil for others
	example     []int             // by prediction: the example of the loss that it is for
	ends        []int             // where the predictions of an output end
	columns     []linalg.Rows     // by output: the columns of A on its predictions
	unpenalized []linalg.Rows     // by output: the columns of F; nil for none
	byRows      linalg.Map        // A, where the columns are those of all its rows; else nil
}

// predictionsOf arranges the examples of a problem, with columns that are chosen, nil for all. The error names what the
// loss or the matrix lacks.
func predictionsOf(p *solver.Problem, chosen *linalg.ChosenColumns) (*predictions, error) {
	if _, ok := p.A.(linalg.Entries); !ok {
		return nil, fmt.Errorf("coordinate descent needs the columns of A: a matrix that can enumerate its entries "+
			"(linalg.Entries), which %T is not; FISTA takes any linear map", p.A)
	}
	if _, ok := p.Loss.(toolkit.Joint); ok {
		n, _ := p.A.Dims()
		columns := []linalg.Rows{p.Columns()}
		return &predictions{example: model.Identity(n), ends: []int{n}, columns: columns, byRows: p.A}, nil
	}
	switch l := p.Loss.(type) {
	case ByOutput:
		return byOutput(p, l.ByOutput(), chosen), nil
	case Softmax:
		return byOutput(p, nil, nil), nil
	}
	l, ok := p.Separable()
	if !ok {
		return nil, fmt.Errorf("coordinate descent needs a loss of one prediction an example (toolkit.Separable, or several "+
			"tasks of them), or one that is a sum over outputs (coordinate.ByOutput), which %T is not", p.Loss)
	}
	if p.Outputs() == 1 {
		return byOutput(p, l, chosen), nil
	}
	return byTask(p, l), nil
}

// byOutput are all examples for each output, of one loss together for nil, with columns that are chosen, nil for all.
func byOutput(p *solver.Problem, l toolkit.Separable, chosen *linalg.ChosenColumns) *predictions {
	n, _ := p.A.Dims()
	out := &predictions{loss: l, example: model.Identity(n * p.Outputs())}
	for k := n; l == nil && k < len(out.example); k++ {
		out.example[k] = k % n
	}
	var columns linalg.Rows = chosen
	if chosen == nil {
		columns, out.byRows = p.Columns(), p.A
	}
	for t := range p.Outputs() {
		out.ends, out.columns = append(out.ends, (t+1)*n), append(out.columns, columns)
		if p.Unpenalized != nil {
			out.unpenalized = append(out.unpenalized, p.Unpenalized)
		}
	}
	return out
}

// byTask are the examples sorted by task, in their own order within. Where they come sorted, nothing is copied but
// their columns.
func byTask(p *solver.Problem, l toolkit.Separable) *predictions {
	tasks := p.Loss.(toolkit.MultiOutput) //nolint:errcheck // there are several outputs
	n, _ := p.A.Dims()
	order, task := model.Identity(n), make([]int, n)
	out := &predictions{loss: l, example: order, ends: make([]int, p.Outputs())}
	for i := range order {
		task[i], _ = tasks.Span(i)
		out.ends[task[i]]++
	}
	for t := 1; t < len(out.ends); t++ {
		out.ends[t] += out.ends[t-1]
	}
	a := p.A
	if !slices.IsSorted(task) {
		slices.SortStableFunc(order, func(i, j int) int { return task[i] - task[j] })
		a = linalg.SelectRows(a, order)
	}
	lo := 0
	for _, hi := range out.ends {
		out.columns = append(out.columns, linalg.Columns(linalg.RowRange(a, lo, hi)))
		if p.Unpenalized != nil {
			out.unpenalized = append(out.unpenalized, linalg.ToDense(linalg.SelectColumns(p.Unpenalized, order[lo:hi])))
		}
		lo = hi
	}
	return out
}

// column is the one of A, or of F, whose weights follow so many others, that meets coordinate i: of feature i/k, on the
// predictions of output i mod k.
func (p *predictions) column(of []linalg.Rows, i, at int) model.Column {
	k := len(p.ends)
	if k == 1 {
		return model.Column{A: of[0], Row: i, Hi: p.ends[0], WeightAt: at + i}
	}
	lo, hi := p.span(i % k)
	return model.Column{A: of[i%k], Row: i / k, Lo: lo, Hi: hi, WeightAt: at + i}
}

// span are the predictions of an output.
func (p *predictions) span(t int) (lo, hi int) {
	if t > 0 {
		lo = p.ends[t-1]
	}
	return lo, p.ends[t]
}

// targets are those of a squared loss, by prediction; ok is false where it is none.
func targets(p *predictions) (y []float64, ok bool) {
	squared, ok := p.loss.(LeastSquares)
	if !ok {
		return nil, false
	}
	y = make([]float64, len(p.example))
	for k, i := range p.example {
		y[k] = squared.Target(i)
	}
	return y, true
}
