package kernels

import (
	"cmp"
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// tightest is the least tolerance of a machine.
const tightest = 1e-13

// headStart are coefficients to start decomposition from. Of a linear kernel with few features and many examples they
// are slopes of the losses at the minimum over weights of the features, which takes a few passes: all but the examples
// at kinks, about as many as there are features, are at their bounds then. Steps on pairs alone come near to these
// slowly, as the Gram matrix of more examples than features has no inverse. Else they are Start.
func (c Machine) headStart(ctx context.Context, data Data, p decomposition.Problem) []float64 {
	const features, examples, closer = 64, 1000, 1e-3
	of, ok := p.Gram.(toolkit.FactoredGram)
	if !ok || p.Gram.Len() < examples {
		return c.Start
	}
	x := of.Factor()
	_, d := x.Dims()
	if d == 0 || d > features {
		return c.Start
	}
	to := c.linear()
	to.Tol, to.Watch = max(closer*cmp.Or(c.Tol, 1e-6), tightest), nil
	m, _ := to.Fit(ctx, fit.Data{X: x, Y: data.Y, Weights: data.Weights, LabelNames: data.LabelNames})
	if m == nil { // decomposition says why
		return c.Start
	}
	z := make([]float64, len(p.Y))
	x.MulVec(z, m.Weights)
	for i := range z {
		if c.Intercept {
			z[i] += m.Intercept[0]
		}
		z[i] = p.Slope(i, z[i])
	}
	return z
}
