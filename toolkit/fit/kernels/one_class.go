package kernels

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// OneClass learns where examples are, without labels:
//
//	P(f, b) = Σ_i c_i max(0, −f(x_i) − b) + ν b + ½‖f‖².
//
// Scores are positive inside; at most the share ν of the weight of examples is outside, and at least that share is of
// support vectors. A ridge other than ½ scales f and b alike.
//
// Source: Schölkopf, Platt, Shawe-Taylor, Smola, Williamson, Estimating the Support of a High-Dimensional Distribution,
// Neural Computation 2001, equation 3.
type OneClass struct {
	Nu    float64 // 0 < ν ≤ 1
	Tol   float64 // the gap to stop at, as a share of |P|; 0 for 1e-6
	Bytes int64   // of columns kept; 0 for 100 MB
}

// Fit learns; targets are not looked at. The labels of the machine are −1, outside, and 1.
func (c OneClass) Fit(ctx context.Context, data Data) (*machine.Model, error) {
	if !(c.Nu > 0 && c.Nu <= 1) {
		return nil, fmt.Errorf("ν = %g: above 0, and at most 1, is due", c.Nu)
	}
	if len(data.Grams) == 0 || data.Grams[0].Len() == 0 {
		return nil, fmt.Errorf("there is no kernel, or no example")
	}
	data.Y, data.LabelNames = make([]float64, data.Grams[0].Len()), nil
	to := Machine{Loss: loss.Squared{}, Mu: 1, Tol: c.Tol, Bytes: c.Bytes}
	return to.weighted(data, func(to Machine, data Data) (*machine.Model, error) { return c.learn(ctx, to, data) })
}

func (c OneClass) learn(ctx context.Context, to Machine, data Data) (*machine.Model, error) {
	began, n := time.Now(), len(data.Y)
	head, of, err := to.bind(data) // for weights
	if err != nil {
		return nil, err
	}
	head.Loss, head.Known, head.Link, head.Labels = "one-class", nil, loss.Margin, []float64{-1, 1}
	p := decomposition.Problem{
		Gram: Sum(data.Grams, nil), Y: data.Y, Up: make([]float64, n), Down: make([]float64, n), Intercept: true,
		Sum: math.Min(c.Nu, 1-1e-15),
	}
	for i := range p.Up {
		p.Up[i] = of.Weight(i)
	}
	st, err := to.run(ctx, p, head)
	if st == nil {
		return nil, err
	}
	head.Objective, head.Gap, head.Intercept = st.Objective, st.Gap, []float64{st.B}
	head.Iterations, head.Seconds = st.Iter, time.Since(began).Seconds()
	out, wrong := expand(ctx, data, head, st)
	return out, cmp.Or(err, wrong)
}
