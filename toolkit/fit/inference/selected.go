package inference

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Selected are intervals of the features whose weights the lasso at one λ, given beforehand, did not set to 0, given
// that it has selected these, with these signs: of the weights of least squares on them alone, β = (XᵀX)⁻¹Xᵀ E y. NaN
// stands for the other features. Noise is normal, of the standard deviation Setting.Sigma, or estimated: by least
// squares on all features where there are twice as many examples, else from the residuals of the lasso.
//
// With H = (XᵀX)⁻¹ of the selected features, the lasso's weights are w = β̂ − λHs for signs s. As β̂_j moves to t, and
// all that is uncorrelated with it stays, they are w_i + (t − β̂_j) H_ij/H_jj, and selection and signs stay as long as
// none passes 0: what other features say is uncorrelated with β̂. So β̂_j is normal about β_j between two ends, and its
// distribution function at the true β_j is uniform; ends of an interval are where it is (1 ± level)/2.
//
// P is two-sided, of β_j = 0. Near an end of what selects it an interval may be very long.
//
// Source: Lee, Sun, Sun, Taylor, Exact Post-Selection Inference, with Application to the Lasso, Ann. Statist. 2016,
// theorems 5.2 and 6.1, and section 4 for given signs.
func (q *Local) Selected(ctx context.Context, c Setting) (*Intervals, error) {
	out := &Intervals{
		Level: c.Level, Theory: "normal law, given what the lasso has selected",
		Caution: "They are of least squares on the selected features, for a λ that was not chosen by these " +
			"data; p is of a weight of 0 there.",
	}
	for _, list := range []*[]float64{&out.Estimate, &out.StdError, &out.Low, &out.High, &out.P} {
		*list = make([]float64, q.d)
		floats.AddConst(math.NaN(), *list)
	}
	var in []int
	for j, w := range q.weights {
		if w != 0 {
			in = append(in, j)
		}
	}
	if in == nil {
		return nil, errors.New("the lasso has selected no feature: there are no intervals of any")
	}
	z := q.design(in)
	h, err := inverseGram(z)
	if err != nil {
		return nil, err
	}
	rise := make([]float64, len(in)) // λs, up to what the solver has left
	for a := range in {
		for i, v := range z.Row(a) {
			if q.root[i] > 0 {
				rise[a] -= v * q.slope[i] / q.root[i]
			}
		}
	}
	if out.Sigma = c.Sigma; out.Sigma == 0 {
		if out.Sigma, err = q.noiseOf(ctx, len(in)); err != nil {
			return nil, err
		}
	}
	for a, j := range in {
		var shift float64
		for b := range in {
			shift += h.At(a, b) * rise[b]
		}
		w, unit := q.weights[j], 1.
		if c.Scale != nil {
			unit = c.Scale[j]
		}
		se := out.Sigma * math.Sqrt(h.At(a, a)/float64(q.n))
		least, most := math.Inf(-1), math.Inf(1)
		for b, k := range in {
			along := h.At(a, b) / h.At(a, a)
			if end := shift + w - q.weights[k]/along; along*q.weights[k] > 0 {
				least = math.Max(least, end)
			} else if along != 0 {
				most = math.Min(most, end)
			}
		}
		t := truncated{x: w + shift, se: se, least: least, most: most}
		low, high := t.mean((1+c.Level)/2), t.mean((1-c.Level)/2)
		above := truncated{x: -t.x, se: se, least: -most, most: -least}
		out.Estimate[j], out.StdError[j], out.P[j] = t.x/unit, se/unit, 2*math.Min(t.below(0), above.below(0))
		out.Low[j], out.High[j] = low/unit, high/unit
	}
	return out, nil
}

// inverseGram is (Z Zᵀ)⁻¹ for rows of Z.
func inverseGram(z *linalg.Dense) (*mat.SymDense, error) {
	gram := mat.NewSymDense(z.R, nil)
	for a := range z.R {
		for b := a; b < z.R; b++ {
			gram.SetSym(a, b, floats.Dot(z.Row(a), z.Row(b)))
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(gram) || factor.Cond() > 1e12 {
		return nil, errors.New("the selected features depend on one another: their weights have no intervals")
	}
	var out mat.SymDense
	err := factor.InverseTo(&out)
	return &out, err
}

// noiseOf is the standard deviation of the noise, by all features where there are few, else by the lasso.
func (q *Local) noiseOf(ctx context.Context, selected int) (float64, error) {
	size := q.d + len(q.fixed)
	if q.n < 2*size {
		return q.noise(float64(selected + len(q.fixed)))
	}
	all, of := &Intervals{}, *q
	if _, err := all.classical(ctx, &of, true); err != nil {
		return 0, fmt.Errorf("the noise by least squares: %w", err)
	}
	return all.Sigma, nil
}

// truncated is a normal variable x of the standard deviation se, known to be between two ends.
type truncated struct{ x, se, least, most float64 }

// below is the probability of less than x for a mean: 1 where the mean is far below, 0 where it is far above.
func (t truncated) below(mean float64) float64 {
	a, x, b := (t.least-mean)/t.se, (t.x-mean)/t.se, (t.most-mean)/t.se
	switch {
	case a >= 0:
		return math.Expm1(logTail(x)-logTail(a)) / math.Expm1(logTail(b)-logTail(a))
	case b <= 0:
		all, of := logTail(-b), logTail(-x)
		return math.Exp(of-all) * math.Expm1(logTail(-a)-of) / math.Expm1(logTail(-a)-all)
	}
	return (math.Erfc(-x/math.Sqrt2) - math.Erfc(-a/math.Sqrt2)) / (math.Erfc(-b/math.Sqrt2) - math.Erfc(-a/math.Sqrt2))
}

// mean is the one for which the probability of less than x is p; it falls as the mean rises.
func (t truncated) mean(p float64) float64 {
	step := 4 * t.se
	low, high := t.x-step, t.x+step
	for t.below(low) < p {
		if step *= 2; step > mostSteps*t.se {
			return math.Inf(-1)
		}
		low -= step
	}
	step = 4 * t.se
	for t.below(high) > p {
		if step *= 2; step > mostSteps*t.se {
			return math.Inf(1)
		}
		high += step
	}
	for range 200 {
		m := low + (high-low)/2
		if m <= low || m >= high {
			break
		}
		if t.below(m) > p {
			low = m
		} else {
			high = m
		}
	}
	return low + (high-low)/2
}

// mostSteps is how many standard errors an end may be away before it is taken for infinite.
const mostSteps = 1e7

// logTail is log P(Z > x) of a standard normal Z, by its continued fraction where the tail underflows.
func logTail(x float64) float64 {
	if x < 20 {
		return math.Log(math.Erfc(x/math.Sqrt2) / 2)
	}
	if math.IsInf(x, 1) {
		return math.Inf(-1)
	}
	fraction := x
	for k := 20; k > 0; k-- {
		fraction = x + float64(k)/fraction
	}
	return -x*x/2 - math.Log(fraction) - math.Log(2*math.Pi)/2
}
