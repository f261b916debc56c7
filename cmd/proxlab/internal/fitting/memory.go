package fitting

import (
	"fmt"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// checkMemory refuses a problem that would not fit into memory, where it is known how much there is.
func checkMemory(c fit.Linear, data fit.Data) error {
	limit := machine.NearestLimit()
	n, d := data.X.Dims()
	need := 32 * float64(d) // four weights a feature, which any method has: choosing one makes the penalty's blocks
	if need <= limit.Left {
		var err error
		if need, err = c.Bytes(data); err != nil || need <= limit.Left {
			return err
		}
	}
	return fmt.Errorf("%d examples of %d features need about %.2f GiB of memory, and %v: number features without gaps, "+
		"leave some out, or raise the limit", n, d, need/(1<<30), limit)
}
