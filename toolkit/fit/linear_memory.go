package fit

import (
	"errors"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Bytes is about how much memory learning from data takes, beside the data: so that it can be refused before it fails.
func (c Linear) Bytes(data Data) (float64, error) {
	p, err := c.shape(data)
	if err != nil {
		return 0, err
	}
	m, err := p.choose()
	if err != nil {
		return 0, err
	}
	weights := 8 * float64(p.d) * float64(p.k)
	entries := float64(p.n) * float64(p.d) * 8
	if x, ok := data.X.(*linalg.CSR); ok {
		entries = 12 * float64(len(x.Val))
	}
	predictions := 8 * float64(p.n) * float64(p.k)
	switch m.name {
	case InteriorPoint:
		return 2*entries + 16*float64(p.d)*float64(p.d) + 12*predictions, nil
	case CoordinateDescent, ProximalNewton:
		return 3*entries + 20*weights + 16*predictions, nil
	case LeastSquares:
		return 4 * 8 * float64(p.n) * float64(p.d), nil
	}
	return 2*entries + 14*weights + 12*predictions, nil
}

// shape is a problem of which the sizes alone are known.
func (c Linear) shape(data Data) (*linearProblem, error) {
	if err := c.Check(data.Task != nil); err != nil {
		return nil, err
	}
	if data.X == nil {
		return nil, errors.New("there are no examples")
	}
	p := &linearProblem{Linear: c, k: 1, y: data.Y, groups: c.Groups}
	p.n, p.d = data.X.Dims()
	if data.Task != nil {
		tasks := slices.Clone(data.Task)
		slices.Sort(tasks)
		p.k = max(1, len(slices.Compact(tasks)))
	}
	if len(p.y) == 0 {
		return nil, errors.New("there are no examples")
	}
	if c.Intercept {
		p.free = &linalg.Dense{}
	}
	return p, p.label()
}
