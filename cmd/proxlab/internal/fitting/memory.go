package fitting

import (
	"fmt"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// checkMemory refuses a problem that would not fit into memory, where it is known how much there is.
func checkMemory(c fit.Linear, data fit.Data) error {
	need, err := c.Bytes(data)
	if err != nil {
		return err
	}
	limit := machine.NearestLimit()
	if need <= limit.Left {
		return nil
	}
	n, d := data.X.Dims()
	return fmt.Errorf("%d examples of %d features need about %.2f GiB of memory, and %v: number features without gaps, "+
		"leave some out, or raise the limit", n, d, need/(1<<30), limit)
}
