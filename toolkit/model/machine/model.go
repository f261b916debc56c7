// Package machine holds what is learned with kernels: machines, which are expansions over the examples that support
// them, predict, are saved, and are read again. Package fit/kernels learns them.
package machine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Model is a machine of several kernels, one or more, and k outputs,
//
//	f(x) = Σ_j Σ_i k_j(x_i, x) α_ij + b.
//
// Head is a linear model with the identity as its weights: what it says of Σ_j f_j is what the machine says, with b,
// the loss, labels and the certificate.
type Model struct {
	Head *model.Linear
	// Rows are the examples, from 0, of those learnt from, that have a coefficient, and Alpha the coefficients: for each
	// kernel a matrix with a row for each of them and a column an output. Learnt is how many examples there were.
	Rows   []int64
	Alpha  []*linalg.Dense
	Learnt int
	// Norms are ‖f_j‖, 0 for a kernel that is not needed.
	Norms []float64
	// Kernels are words that mixed.Parse understands, of examples with the columns of Support, which are the rows; nil
	// where Gram matrices were given, and cross ones are needed to predict.
	Kernels []string
	Support mixed.Examples
	// Means and Deviations are what numbers were centred and divided by, column by column; nil for nothing.
	Means, Deviations []float64
}

// Keep takes the kernels by their words and from the examples learnt from those that support the machine, so that it
// can be saved and predicts by examples. Numbers of the examples are as they were, and the kernels of them centred and
// divided.
func (m *Model) Keep(kernels []string, learnt mixed.Examples) {
	rows := make([]int, len(m.Rows))
	for k, i := range m.Rows {
		rows[k] = int(i)
	}
	m.Kernels, m.Support = kernels, learnt.Select(rows)
}

// Predict is what the machine says of examples with the columns of those learnt from, in any order. The errors are a
// column that is missing, and the context's.
func (m *Model) Predict(ctx context.Context, x mixed.Examples) (*model.Prediction, error) {
	scores, err := m.Scores(ctx, x)
	if err != nil {
		return nil, err
	}
	return m.Head.Predict(scores, nil)
}

// Scores are Σ_j f_j, without b, which Head adds.
func (m *Model) Scores(ctx context.Context, x mixed.Examples) (*linalg.Dense, error) {
	if m.Kernels == nil {
		return nil, errors.New("the machine was learnt from Gram matrices: it predicts from those of new examples with the " +
			"ones learnt from")
	}
	x, err := m.arrange(x)
	if err != nil {
		return nil, err
	}
	scores := linalg.NewDense(x.Len(), m.Head.Outputs, nil)
	for j, word := range m.Kernels {
		if m.Norms[j] == 0 {
			continue
		}
		k, err := mixed.Parse(word, m.Support)
		if err != nil {
			return nil, err
		}
		of, err := mixed.Expand(ctx, k, m.standard(x), m.standard(m.Support), m.Alpha[j])
		if err != nil {
			return nil, err
		}
		floats.Add(scores.Data, of.Data)
	}
	return scores, nil
}

// PredictGiven is Predict from the values of each kernel between new examples, rows, and all that were learnt from.
func (m *Model) PredictGiven(cross []*linalg.Dense) (*model.Prediction, error) {
	scores, err := m.ScoresGiven(cross)
	if err != nil {
		return nil, err
	}
	return m.Head.Predict(scores, nil)
}

// ScoresGiven are Σ_j f_j, without b, from the values of each kernel.
func (m *Model) ScoresGiven(cross []*linalg.Dense) (*linalg.Dense, error) {
	if len(cross) != len(m.Alpha) {
		return nil, fmt.Errorf("there are %d matrices of kernels, the machine has %d kernels", len(cross), len(m.Alpha))
	}
	scores := linalg.NewDense(cross[0].R, m.Head.Outputs, nil)
	for j, k := range cross {
		if k.R != scores.R || k.C != m.Learnt {
			return nil, fmt.Errorf("matrix %d of kernels is %d × %d: %d × %d is due, a column for each example learnt from",
				j+1, k.R, k.C, scores.R, m.Learnt)
		}
		if at := slices.IndexFunc(k.Data, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); at >= 0 {
			return nil, fmt.Errorf("entry (%d, %d) of matrix %d of kernels is %g", at/k.C+1, at%k.C+1, j+1, k.Data[at])
		}
		for i := range k.R {
			for s, row := range m.Rows {
				m.Alpha[j].AddRow(scores.Row(i), k.At(i, int(row)), s)
			}
		}
	}
	return scores, nil
}

// arrange are examples with the columns of the machine, in its order.
func (m *Model) arrange(x mixed.Examples) (mixed.Examples, error) {
	out := mixed.Examples{Columns: m.Support.Columns, TextColumns: m.Support.TextColumns}
	if d := m.Support.Sparse; d != nil {
		var err error
		if out.Sparse, err = sparse(x, d.C); err != nil {
			return out, err
		}
	} else if x.Sparse != nil {
		x.X, x.Columns = linalg.ToDense(x.Sparse), nil
		for j := range x.X.C {
			x.Columns = append(x.Columns, strconv.Itoa(j+1))
		}
	}
	if len(out.Columns) > 0 {
		out.X = linalg.NewDense(x.Len(), len(out.Columns), nil)
	}
	for j, name := range out.Columns {
		from := slices.Index(x.Columns, name)
		if from < 0 {
			return out, fmt.Errorf("the machine has learnt from the column of numbers %q, which is not there", name)
		}
		for i := range out.X.R {
			out.X.Row(i)[j] = x.X.At(i, from)
		}
	}
	for _, name := range out.TextColumns {
		from := slices.Index(x.TextColumns, name)
		if from < 0 {
			return out, fmt.Errorf("the machine has learnt from the column of texts %q, which is not there", name)
		}
		out.Texts = append(out.Texts, x.Texts[from])
	}
	return out, nil
}

// sparse are the numbers of examples as sparse rows of so many columns.
func sparse(x mixed.Examples, d int) (*linalg.CSR, error) {
	of := x.Sparse
	if of == nil && x.X != nil {
		of = linalg.ToCSR(x.X)
	}
	switch {
	case of == nil:
		return nil, fmt.Errorf("the machine has learnt from %d columns of numbers, and there are none", d)
	case of.C > d:
		return nil, fmt.Errorf("there are %d columns of numbers, and the machine has learnt from %d", of.C, d)
	}
	return linalg.NewCSR(of.R, d, of.Ptr, of.Col, of.Val), nil
}

// standard are examples whose numbers are centred and divided as those learnt from were.
func (m *Model) standard(x mixed.Examples) mixed.Examples {
	if len(m.Means) == 0 || x.X == nil {
		return x
	}
	return Standard(x, m.Means, m.Deviations)
}

// Standard are examples with their numbers centred and divided, column by column.
func Standard(x mixed.Examples, means, deviations []float64) mixed.Examples {
	out := x
	out.X = linalg.NewDense(x.X.R, x.X.C, nil)
	for i := range out.X.R {
		row, from := out.X.Row(i), x.X.Row(i)
		for j, v := range from {
			row[j] = (v - means[j]) / deviations[j]
		}
	}
	return out
}
