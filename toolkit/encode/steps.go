package encode

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// learnSteps learns what asks are of the encoder's columns, from the matrix of their features.
func (e *Encoder) learnSteps(x linalg.Map, asks []Ask, hidden []string) error {
	spans, _ := e.spans()
	e.Hidden = hidden
	for _, a := range asks {
		s := Step{Step: a.Step, Of: a.Of}
		if a.Step == Power {
			s.Degree = a.Size
		}
		if err := s.ofColumns(e); err != nil {
			return err
		}
		if learns(a.Step) {
			var err error
			if s.Knots, err = knotsOf(a, column(x, spans[a.Of[0]][0])); err != nil {
				return err
			}
		}
		e.Made = append(e.Made, s)
	}
	return e.Check()
}

// ofColumns says which of a step's columns are not there, or not what the step is of.
func (s *Step) ofColumns(e *Encoder) error {
	for _, name := range s.Of {
		at := slices.IndexFunc(e.Columns, func(c Encoding) bool { return c.Name == name })
		switch {
		case at < 0:
			return fmt.Errorf("there is no column %q to make a %s of", name, s.Step)
		case s.Step == Duration && (e.Columns[at].Kind != Date || !slices.Equal(e.Columns[at].Parts, []string{Days})):
			return fmt.Errorf("a duration is of two columns of dates, in days, and %q is none (--dates %s)", name, flag(name))
		case s.Step != Product && e.Columns[at].width() != 1:
			return fmt.Errorf("a %s is of a column of numbers, and %q has %d features", s.Step, name, e.Columns[at].width())
		}
	}
	return nil
}

// column is a column of a matrix.
func column(x linalg.Map, j int) []float64 {
	n, d := x.Dims()
	unit, out := make([]float64, d), make([]float64, n)
	unit[j] = 1
	x.MulVec(out, unit)
	return out
}

// knotsOf are the knots of a column: its least and its largest value and quantiles between, or these alone for bins.
func knotsOf(a Ask, values []float64) ([]float64, error) {
	values = slices.Clone(values)
	slices.Sort(values)
	first, last, parts := 0, a.Size, a.Size // of the range
	switch a.Step {
	case BSpline:
		last, parts = a.Size-cubic+1, a.Size-cubic+1
	case Bins:
		first, last = 1, a.Size-1
	}
	var out []float64
	for k := first; k <= last; k++ {
		v := quantile(values, float64(k)/float64(parts))
		if len(out) > 0 && v <= out[len(out)-1] || a.Step == Bins && v <= values[0] {
			return nil, fmt.Errorf("%s of %q with %d: knots at its quantiles coincide at %g, as many rows have that value: "+
				"ask for fewer, or take the column as it is", a.Step, a.Of[0], a.Size, v)
		}
		out = append(out, v)
	}
	return out, nil
}

// Relearns tells whether steps have learnt from data, so that folds are to learn them anew.
func (e *Encoder) Relearns() bool {
	return slices.ContainsFunc(e.Made, func(s Step) bool { return learns(s.Step) })
}

// relearn is the encoder with its steps learnt anew from some rows of the columns' own features.
func (e *Encoder) relearn(base linalg.Map, rows []int) (*Encoder, error) {
	spans, _ := e.spans()
	out := *e
	out.Made = slices.Clone(e.Made)
	for k, s := range e.Made {
		if !learns(s.Step) {
			continue
		}
		all := column(base, spans[s.Of[0]][0])
		values := make([]float64, len(rows))
		for i, row := range rows {
			values[i] = all[row]
		}
		var err error
		if out.Made[k].Knots, err = knotsOf(Ask{s.Step, s.Of, s.asked()}, values); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// Make makes the matrix of all features of one of the columns' own. An error names the example, from 1.
func (e *Encoder) Make(ctx context.Context, base linalg.Map) (linalg.Map, error) {
	if e.Made == nil && e.Hidden == nil {
		return base, nil
	}
	spans, _ := e.spans()
	kept := e.shown(spans)
	width := len(kept)
	for k := range e.Made {
		width += e.Made[k].size(spans)
	}
	n, d := base.Dims()
	b := builder{dense: linalg.IsDense(base) || n*width < sparseLeast, width: width, rows: n}
	row, out := make([]float64, d), make([]float64, width)
	rows, _ := base.(linalg.Entries)
	for i := range n {
		if i%4096 == 0 && context.Cause(ctx) != nil {
			return nil, context.Cause(ctx)
		}
		clear(row)
		rows.VisitRow(i, func(j int, v float64) { row[j] = v })
		for k, j := range kept {
			out[k] = row[j]
		}
		at := len(kept)
		for k := range e.Made {
			size := e.Made[k].size(spans)
			if err := e.Made[k].apply(out[at:at+size], row, spans); err != nil {
				return nil, fmt.Errorf("example %d: %w", i+1, err)
			}
			at += size
		}
		b.add(out)
	}
	return b.matrix(), nil
}

// builder puts rows together, dense or sparse.
type builder struct {
	dense       bool
	width, rows int
	data, val   []float64
	col         []int32
	ptr         []int
}

func (b *builder) add(row []float64) {
	if b.dense {
		b.data = append(b.data, row...)
		return
	}
	if b.ptr == nil {
		b.ptr = []int{0}
	}
	for j, v := range row {
		if v != 0 {
			b.col, b.val = append(b.col, int32(j)), append(b.val, v)
		}
	}
	b.ptr = append(b.ptr, len(b.val))
}

func (b *builder) matrix() linalg.Map {
	if b.dense {
		return linalg.NewDense(b.rows, b.width, b.data)
	}
	return linalg.NewCSR(b.rows, b.width, b.ptr, b.col, b.val)
}
