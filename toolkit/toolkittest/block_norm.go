package toolkittest

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// blocks checks that g is Σ ω_g ‖x_g‖ over the blocks that it names.
func (c *penalty) blocks(b toolkit.BlockNorm) {
	blocks, weights := b.Blocks(c.d)
	if blocks == nil {
		for j := range c.d {
			blocks = append(blocks, []int{j})
		}
	}
	if len(weights) != len(blocks) {
		c.Faultf("Blocks gives %d weights for %d blocks", len(weights), len(blocks))
		return
	}
	owner := make([]int, c.d)
	for k, block := range blocks {
		if !(weights[k] >= 0) {
			c.Faultf("Blocks gives block %d the weight %g: it must be 0 or more", k, weights[k])
		}
		for _, j := range block {
			if j < 0 || j >= c.d || owner[j] > 0 {
				c.Faultf("Blocks are not disjoint blocks of %d coordinates: block %d has coordinate %d", c.d, k, j)
				return
			}
			owner[j] = k + 1
		}
	}
	for turn := range c.turns {
		x := varied(c.rng, c.d, turn, 3)
		var sum float64
		for k, block := range blocks {
			part := make([]float64, len(block))
			for i, j := range block {
				part[i] = x[j]
			}
			if n := floats.Norm(part, 2); n > 0 {
				sum += weights[k] * n
			}
		}
		if value := c.g.Value(x); !near(value, sum, c.least(1e-10)) {
			c.Faultf("Blocks do not make up Value: at x = %v, Σ ω‖x_g‖ = %.10g, Value = %.10g", vector(x), sum, value)
		}
	}
}
