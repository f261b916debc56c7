package kernels

import (
	"cmp"
	"context"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// Fit learns. When the context ends it returns the machine so far, and an error that says so. Decomposition that gains
// nothing by 200 working sets ends as stalled: what is left is rounding.
func (c Machine) Fit(ctx context.Context, data Data) (*machine.Model, error) {
	if c.Loss == nil {
		c.Loss = loss.Squared{}
	}
	if err := c.check(data); err != nil {
		return nil, err
	}
	return c.weighted(data, func(c Machine, data Data) (*machine.Model, error) {
		if c.Norm != 0 && c.Norm != 2 && len(data.Grams) > 1 {
			return c.blockNorm(ctx, data)
		}
		return c.single(ctx, data)
	})
}

// Memory is about how many bytes learning takes beside the data: a cache of columns and some numbers an example by
// decomposition, else matrices of n² numbers, of each kernel where kernels are chosen or weighed for p = 1.
func (c Machine) Memory(data Data) float64 {
	n, of := float64(len(data.Y)), 1.
	weighed := c.Norm == 1 && len(data.Grams) > 1
	if Decomposes(c.Loss) && c.Lambda == 0 && !weighed {
		return min(float64(cmp.Or(c.Bytes, 100<<20)), 8*n*n) + 100*n
	}
	if c.Lambda > 0 || weighed {
		of = float64(len(data.Grams))
	}
	return 8 * n * n * (2*of + 1)
}
