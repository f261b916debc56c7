package online

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// DualAverage is the oracle of a linear model that averages the slopes ℓ_i' it hands out, example by example. The
// averages are a dual point, and a good one for the averaged parameters of an online method: Bound stays below the
// minimum whatever the method did. Reset begins anew, as averaging the later half of the passes wants it.
type DualAverage struct {
	LinearOracle
	sum, visits []float64
}

// NewDualAverage wraps an oracle.
func NewDualAverage(o LinearOracle) *DualAverage {
	return &DualAverage{o, make([]float64, o.Len()), make([]float64, o.Len())}
}

// Reset forgets the slopes so far.
func (d *DualAverage) Reset() {
	clear(d.sum)
	clear(d.visits)
}

// Grad is the wrapped oracle's.
func (d *DualAverage) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	loss := d.LinearOracle.Grad(i, p, u)
	for _, part := range u.Parts {
		d.sum[i] += part.Value
	}
	d.visits[i]++
	return loss
}

// Bound is a lower bound of the minimum of a problem with the oracle's matrix and loss: its dual objective at the
// averages, with 0 for examples that were not visited.
func (d *DualAverage) Bound(p *solver.Problem) float64 {
	u := make([]float64, len(d.sum))
	m := float64(len(u))
	for i, n := range d.visits {
		if n > 0 {
			u[i] = d.sum[i] / (n * m)
		}
	}
	return p.Dual(u, nil)
}
