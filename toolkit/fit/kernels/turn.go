package kernels

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// turn learns the machine of η, and certifies it.
func (b *blocks) turn(ctx context.Context, tol float64) error {
	c := b.c
	c.Norm, c.Tol, c.Start, c.Watch, c.MaxIter = 0, math.Max(tol*b.exact, tightest), b.start, nil, 0
	b.exact /= 4 // slopes are off by the root of a gap, and the dual by as much where one kernel takes another's place
	m, err := c.single(ctx, Data{
		Grams: []toolkit.Gram{Sum(b.data.Grams, b.eta)}, Y: b.data.Y, Weights: b.data.Weights, LabelNames: b.data.LabelNames,
	})
	if m == nil {
		return err
	}
	n, k := len(b.data.Y), m.Head.Outputs
	alpha := linalg.NewDense(n, k, nil)
	for s, i := range m.Rows {
		copy(alpha.Row(int(i)), m.Alpha[0].Row(s))
	}
	if k == 1 {
		b.start = alpha.Data
	}
	if wrong := b.take(ctx, m.Head, alpha); wrong != nil {
		return wrong
	}
	return err
}

// take certifies the machine of η with coefficients α.
func (b *blocks) take(ctx context.Context, head *model.Linear, alpha *linalg.Dense) error {
	ctx = context.WithoutCancel(ctx) // what there is has a gap
	b.head, b.alphas, b.norms = head, nil, nil
	scores := linalg.NewDense(alpha.R, alpha.C, nil)
	for j, g := range b.data.Grams {
		a := linalg.NewDense(alpha.R, alpha.C, nil)
		floats.AddScaled(a.Data, b.eta[j], alpha.Data)
		f, square, err := values(ctx, g, a)
		if err != nil {
			return err
		}
		floats.Add(scores.Data, f.Data)
		b.alphas, b.norms = append(b.alphas, a), append(b.norms, math.Sqrt(math.Max(0, square)))
	}
	return b.certify(ctx, scores, alpha)
}
