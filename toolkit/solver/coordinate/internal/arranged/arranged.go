// Package arranged has the predictions of a problem as coordinate descent sees them.
package arranged

import (
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
)

// ByOutput is coordinate.ByOutput.
type ByOutput interface {
	ByOutput() toolkit.Separable
}

// Predictions are those of all outputs of a problem, one output after the other: for tasks those of a task's own
// examples, for several outputs of an example those of all examples each time.
type Predictions struct {
	Loss        toolkit.Separable // of one prediction an example; nil for others
	Example     []int             // by prediction: the example of the loss that it is for
	ends        []int             // where the predictions of an output end
	Columns     []linalg.Rows     // by output: the columns of A on its predictions
	Unpenalized []linalg.Rows     // by output: the columns of F; nil for none
	ByRows      linalg.Map        // A, where the columns are those of all its rows; else nil
}

// Of arranges the examples of a problem, with columns that are chosen, nil for all. The error names what the loss or
// the matrix lacks.
func Of(p *solver.Problem, chosen *linalg.ChosenColumns) (*Predictions, error) {
	if _, ok := p.A.(linalg.Entries); !ok {
		return nil, fmt.Errorf("coordinate descent needs the columns of A: a matrix that can enumerate its entries "+
			"(linalg.Entries), which %T is not; FISTA takes any linear map", p.A)
	}
	if _, ok := p.Loss.(toolkit.Joint); ok {
		n, _ := p.A.Dims()
		columns := []linalg.Rows{p.Columns()}
		return &Predictions{Example: vec.UpTo(n), ends: []int{n}, Columns: columns, ByRows: p.A}, nil
	}
	switch l := p.Loss.(type) {
	case ByOutput:
		return byOutput(p, l.ByOutput(), chosen), nil
	case smooth.Softmax:
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
func byOutput(p *solver.Problem, l toolkit.Separable, chosen *linalg.ChosenColumns) *Predictions {
	n, _ := p.A.Dims()
	out := &Predictions{Loss: l, Example: vec.UpTo(n * p.Outputs())}
	for k := n; l == nil && k < len(out.Example); k++ {
		out.Example[k] = k % n
	}
	var columns linalg.Rows = chosen
	if chosen == nil {
		columns, out.ByRows = p.Columns(), p.A
	}
	out.share(n, p.Outputs(), columns, p.Unpenalized)
	return out
}

// OfOutputs are the predictions of n examples, without a loss, for so many outputs that share columns of A and of F.
func OfOutputs(n, outputs int, columns linalg.Rows, unpenalized *linalg.Dense) *Predictions {
	out := &Predictions{Example: vec.UpTo(n * outputs)}
	out.share(n, outputs, columns, unpenalized)
	return out
}

func (p *Predictions) share(n, outputs int, columns linalg.Rows, unpenalized *linalg.Dense) {
	for t := range outputs {
		p.ends, p.Columns = append(p.ends, (t+1)*n), append(p.Columns, columns)
		if unpenalized != nil {
			p.Unpenalized = append(p.Unpenalized, unpenalized)
		}
	}
}

// byTask are the examples sorted by task, in their own order within. Where they come sorted, nothing is copied but
// their columns.
func byTask(p *solver.Problem, l toolkit.Separable) *Predictions {
	tasks := p.Loss.(toolkit.MultiOutput) //nolint:errcheck // there are several outputs
	n, _ := p.A.Dims()
	order, task := vec.UpTo(n), make([]int, n)
	out := &Predictions{Loss: l, Example: order, ends: make([]int, p.Outputs())}
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
		out.Columns = append(out.Columns, linalg.Columns(linalg.RowRange(a, lo, hi)))
		if p.Unpenalized != nil {
			out.Unpenalized = append(out.Unpenalized, linalg.ToDense(linalg.SelectColumns(p.Unpenalized, order[lo:hi])))
		}
		lo = hi
	}
	return out
}

// Column is the one of A, or of F, whose weights follow so many others, that meets coordinate i: of feature i/k, on the
// predictions of output i mod k.
func (p *Predictions) Column(of []linalg.Rows, i, at int) model.Column {
	k := len(p.ends)
	if k == 1 {
		return model.Column{A: of[0], Row: i, Hi: p.ends[0], WeightAt: at + i}
	}
	lo, hi := p.span(i % k)
	return model.Column{A: of[i%k], Row: i / k, Lo: lo, Hi: hi, WeightAt: at + i}
}

// span are the predictions of an output.
func (p *Predictions) span(t int) (lo, hi int) {
	if t > 0 {
		lo = p.ends[t-1]
	}
	return lo, p.ends[t]
}

// Targets are those of a squared loss, by prediction; ok is false where it is none.
func (p *Predictions) Targets() (y []float64, ok bool) {
	squared, ok := p.Loss.(solver.LeastSquares)
	if !ok {
		return nil, false
	}
	y = make([]float64, len(p.Example))
	for k, i := range p.Example {
		y[k] = squared.Target(i)
	}
	return y, true
}
