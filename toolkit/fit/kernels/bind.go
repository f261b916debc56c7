package kernels

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// bind gives the loss its targets and weights, as fit.Linear does, and begins the head of the machine.
func (c Machine) bind(data Data) (*model.Linear, toolkit.Loss, error) {
	of, head, err := fit.Linear{Loss: c.Loss, Mu: 1}.Bind(fit.Data{
		X: linalg.NewDense(len(data.Y), 1, nil), Y: data.Y, Weights: data.Weights, LabelNames: data.LabelNames,
	})
	if err != nil {
		return nil, nil, err
	}
	head.Mu, head.GapKind, head.Method = c.Mu, model.DualityGap, "decomposition"
	head.Why = "the loss is linear beyond an interval"
	return head, of, nil
}

// weighted learns from the examples that have weight, and numbers those that support the machine as they were.
func (c Machine) weighted(data Data, learn func(Machine, Data) (*machine.Model, error)) (*machine.Model, error) {
	var rows []int
	for i, w := range data.Weights {
		if w != 0 {
			rows = append(rows, i)
		}
	}
	n := data.Grams[0].Len()
	if len(rows) == 0 || len(rows) == n || len(data.Weights) != n {
		return learn(c, data)
	}
	if start := c.Start; start != nil {
		c.Start = make([]float64, len(rows))
		for k, i := range rows {
			c.Start[k] = start[i]
		}
	}
	m, err := learn(c, data.pick(rows))
	if m != nil {
		for k, i := range m.Rows {
			m.Rows[k] = int64(rows[i])
		}
		m.Learnt = n
	}
	return m, err
}
