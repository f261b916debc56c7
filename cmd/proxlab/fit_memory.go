package main

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
	have := machine.AvailableMemory()
	if need <= have {
		return nil
	}
	n, d := data.X.Dims()
	return fmt.Errorf("%d examples of %d features need about %.1f GiB of memory, and %.1f GiB are available: number "+
		"features without gaps, or leave some out",
		n, d, need/(1<<30), have/(1<<30))
}
