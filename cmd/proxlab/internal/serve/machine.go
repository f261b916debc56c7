package serve

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// columnsOf are examples whose columns are called by their numbers.
func columnsOf(x *linalg.Dense) mixed.Examples {
	e := mixed.Examples{X: x}
	for j := range x.C {
		e.Columns = append(e.Columns, strconv.Itoa(j+1))
	}
	return e
}

// learnMachine learns a machine: what answers are its head, and in arrays rows, alpha, a matrix for each kernel, and
// norms; kernels are words with their numbers.
func learnMachine(ctx context.Context, a machineAsk, data *held) (*answer, error) {
	of, known := loss.Named(a.Loss, a.Parameter)
	if !known {
		return nil, fmt.Errorf("there is no loss %.40q", a.Loss)
	}
	x := linalg.ToDense(data.X)
	for i, v := range x.Data {
		if !solver.Finite(v) {
			return nil, fmt.Errorf("example %d has %g as feature %d", i/x.C+1, v, i%x.C+1)
		}
	}
	d := kernels.Data{Y: data.Y, Weights: data.Weights}
	out := []string{}
	for _, word := range a.Kernels {
		k, err := mixed.Parse(word, columnsOf(x))
		if err != nil {
			return nil, err
		}
		g, err := mixed.Gram(ctx, k, columnsOf(x))
		if err != nil {
			return nil, err
		}
		d.Grams, out = append(d.Grams, g), append(out, k.String())
	}
	if len(a.Kernels) == 0 {
		var err error
		if d.Grams, err = sideBySide(x); err != nil {
			return nil, err
		}
	}
	m, err := kernels.Machine{
		Loss: of, Lambda: a.Lambda, Mu: a.Mu, Norm: a.Norm, Intercept: a.Intercept, Tol: a.Tol, MaxIter: a.MaxIter,
	}.Fit(ctx, d)
	if m == nil || err != nil && !errors.Is(err, context.Canceled) {
		return nil, err
	}
	back := answerOf(m.Head)
	back.Words = out
	var rows, alpha []float64
	for _, i := range m.Rows {
		rows = append(rows, float64(i))
	}
	for _, a := range m.Alpha {
		alpha = append(alpha, a.Data...)
	}
	back.with("rows", rows)
	back.with("alpha", alpha)
	back.with("norms", m.Norms)
	return back, nil
}

// sideBySide are Gram matrices that stand side by side.
func sideBySide(x *linalg.Dense) (out []toolkit.Gram, err error) {
	if x.R == 0 || x.C%x.R != 0 {
		return nil, fmt.Errorf("%d × %d numbers are no Gram matrices of %d examples, side by side", x.R, x.C, x.R)
	}
	for m, k := range kernel.Beside(x, x.R) {
		g, err := kernel.Given(k)
		if err != nil {
			return nil, fmt.Errorf("matrix %d: %w", m+1, err)
		}
		out = append(out, g)
	}
	return out, nil
}

// expand is Σ_j Σ_i k_j(x_i, x) α_ij for the features x, from the arrays support, the x_i row by row, and alpha.
func expand(ctx context.Context, a machineAsk, data *held, with arrays) (*answer, error) {
	x := linalg.ToDense(data.X)
	support, alpha := with.floats["support"], with.floats["alpha"]
	if len(a.Kernels) == 0 || x.C == 0 || len(support) == 0 || len(support)%x.C != 0 {
		return nil, fmt.Errorf("%d numbers of examples that support a machine of %d kernels of %d features", len(support),
			len(a.Kernels), x.C)
	}
	z := columnsOf(linalg.NewDense(len(support)/x.C, x.C, support))
	each := len(alpha) / len(a.Kernels)
	k := each / z.X.R
	if k == 0 || k*z.X.R*len(a.Kernels) != len(alpha) {
		return nil, fmt.Errorf("%d coefficients of %d examples and %d kernels", len(alpha), z.X.R, len(a.Kernels))
	}
	scores := make([]float64, x.R*k)
	for j, word := range a.Kernels {
		of, err := mixed.Parse(word, z)
		if err != nil {
			return nil, err
		}
		f, err := mixed.Expand(ctx, of, columnsOf(x), z, linalg.NewDense(z.X.R, k, alpha[j*each:(j+1)*each]))
		if err != nil {
			return nil, err
		}
		linalg.Axpy(scores, 1, f.Data)
	}
	out := &answer{}
	out.with("scores", scores)
	return out, nil
}
