package kernels

import (
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
