package kernels

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// assemble makes a machine of coefficients of all examples, by ‖f_j‖ where these are known, else nil.
func assemble(
	ctx context.Context, grams []toolkit.Gram, head *model.Linear, alphas []*linalg.Dense, norms []float64,
) (*machine.Model, error) {
	n, k := grams[0].Len(), head.Outputs
	m := &machine.Model{Head: head, Learnt: n, Norms: norms}
	head.Features, head.Weights, head.Penalty = k, make([]float64, k*k), "none"
	for c := range k {
		head.Weights[c*k+c] = 1
	}
	for i := range n {
		for _, a := range alphas {
			if !zero(a.Row(i)) {
				m.Rows = append(m.Rows, int64(i))
				break
			}
		}
	}
	for j, a := range alphas {
		if norms == nil {
			_, square, err := values(ctx, grams[j], a)
			if err != nil {
				return nil, err
			}
			m.Norms = append(m.Norms, math.Sqrt(math.Max(0, square)))
		}
		some := linalg.NewDense(len(m.Rows), k, nil)
		for s, i := range m.Rows {
			copy(some.Row(s), a.Row(int(i)))
		}
		m.Alpha = append(m.Alpha, some)
	}
	return m, nil
}

func zero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

// values are f at the examples, n×k, and ‖f‖².
func values(ctx context.Context, g toolkit.Gram, a *linalg.Dense) (f *linalg.Dense, square float64, err error) {
	f = linalg.NewDense(a.R, a.C, nil)
	column, out := make([]float64, a.R), make([]float64, a.R)
	var all []int
	for i := range a.R {
		if !zero(a.Row(i)) {
			all = append(all, i)
		}
	}
	some := make([]float64, len(all))
	for c := range a.C {
		linalg.Column(column, a, c)
		for k, i := range all {
			some[k] = column[i]
		}
		if err := g.Product(ctx, out, all, some); err != nil {
			return nil, 0, err
		}
		square += linalg.Dot(column, out)
		for i, v := range out {
			f.Row(i)[c] = v
		}
	}
	return f, square, nil
}
