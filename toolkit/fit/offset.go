package fit

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// takeOffset takes offsets from the targets of a loss of f − y, which then is the same problem without.
func (in *input) takeOffset() {
	if in.data.Offset == nil || in.data.Y == nil || !losses.OfResidual(in.asked.Loss) {
		return
	}
	y := make([]float64, len(in.data.Y))
	for i, v := range in.data.Y {
		y[i] = v - in.data.Offset[i]
	}
	in.data.Y, in.data.Offset = y, nil
}

// bindOffset gives the bound loss the offsets that are left.
func (in *input) bindOffset() error {
	if in.data.Offset == nil {
		return nil
	}
	if of, ok := in.loss.(interface{ WithOffset([]float64) toolkit.Loss }); ok { // no sum over examples
		in.loss = of.WithOffset(in.data.Offset)
		return nil
	}
	of, ok := in.loss.(toolkit.Separable)
	if !ok {
		return fmt.Errorf("offsets go with losses of one prediction an example, and not with %s", in.lossName())
	}
	in.loss = loss.WithOffset(of, in.data.Offset)
	return nil
}
