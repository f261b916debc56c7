package kernels

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// certify evaluates P and its gap. The dual point is −μα of a loss that was decomposed, which is feasible, and the
// slopes of another one.
func (b *blocks) certify(ctx context.Context, scores, alpha *linalg.Dense) error {
	c, head, n, k := b.c, b.head, len(b.data.Y), b.head.Outputs
	for i := range n {
		for o := range k {
			if head.Intercept != nil {
				scores.Row(i)[o] += head.Intercept[o]
			}
		}
	}
	_, of, err := c.bind(b.data)
	if err != nil {
		return err
	}
	u := linalg.NewDense(n, k, nil)
	_, tube := c.Loss.(decomposition.Tube)
	var losses, conjugates, size float64
	sums := make([]float64, k)
	for i := range n {
		row := u.Row(i)
		weight := of.Weight(i)
		value, conjugate := slope(of, i, scores.Row(i), row, func(row []float64) {
			if tube {
				row[0] = -(1 - inside) * c.Mu * alpha.Row(i)[0] / weight
			}
		})
		floats.Scale(weight, row)
		floats.Add(sums, row)
		losses += weight * value
		conjugates += weight * conjugate
		size += weight * (math.Abs(value) + math.Abs(conjugate))
	}
	t := make([]float64, len(b.data.Grams))
	reach := 0.
	for j, g := range b.data.Grams {
		_, square, err := values(ctx, g, u)
		if err != nil {
			return err
		}
		var absolute float64
		for i, d := range g.Diagonal() {
			absolute += floats.Norm(u.Row(i), 1) * math.Sqrt(d)
		}
		t[j] = math.Sqrt(math.Max(0, square) + 2*float64(n)*0x1p-53*absolute*absolute)
		reach += absolute * absolute / c.Mu
	}
	dualNorm := floats.Norm(t, conjugateNorm(c.Norm))
	penalty := c.Mu / 2 * math.Pow(floats.Norm(b.norms, c.Norm), 2)
	head.Objective = losses + penalty
	dual := -conjugates - dualNorm*dualNorm/(2*c.Mu)
	r := solver.Rounding{Terms: n + len(t), Sum: size + 2*penalty + dualNorm*dualNorm/c.Mu + reach}
	for o, s := range sums {
		if head.Intercept != nil {
			r.Imbalance += 2 * math.Abs(s*head.Intercept[o])
		}
	}
	head.Gap, head.GapKind = r.GapAbove(head.Objective, dual), model.DualityGap
	return nil
}

// inside is by how much a dual point is taken away from bounds, which rounding else may pass.
const inside = 1e-15

// conjugateNorm is p* with 1/p + 1/p* = 1.
func conjugateNorm(p float64) float64 {
	if p == 1 {
		return math.Inf(1)
	}
	return p / (p - 1)
}

// slope writes a slope of ℓ_i, or what is put in its place, and returns the loss and its conjugate there.
func slope(
	of toolkit.Loss, i int, f, to []float64, instead func([]float64),
) (value, conjugate float64) {
	if l, ok := of.(toolkit.Separable); ok {
		value, to[0] = l.At(i, f[0])
		instead(to)
		return value, l.Conjugate(i, to[0])
	}
	l, ok := of.(toolkit.MultiOutput)
	if !ok {
		return math.NaN(), math.NaN()
	}
	value = l.At(to, i, f)
	return value, l.Conjugate(i, to)
}
