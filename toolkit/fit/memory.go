package fit

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Bytes is about how much memory learning from data takes, beside the data: so that it can be refused before it fails.
func (c Linear) Bytes(data Data) (float64, error) {
	p, err := c.sketched(data)
	if err != nil {
		return 0, err
	}
	m, err := p.choose()
	if err != nil {
		return 0, err
	}
	n, d, k := float64(p.n), float64(p.d), float64(p.k)
	weights, predictions := 8*d*k, 8*n*k
	entries := linalg.Bytes(data.X)
	switch m.name {
	case InteriorPoint, SemismoothNewton: // which may go on to the other
		return 3*entries + 32*d*d + 24*predictions, nil
	case CoordinateDescent, ProximalNewton:
		return 3*entries + 20*weights + 16*predictions, nil
	case LeastSquares:
		return 32 * n * d, nil
	}
	return 2*entries + 14*weights + 12*predictions, nil
}
