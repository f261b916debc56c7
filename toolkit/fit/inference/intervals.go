package inference

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Setting is what intervals are to be told.
type Setting struct {
	Level   float64   // between 0 and 1, as 0.95
	Sigma   float64   // the noise's standard deviation, for Selected; 0 to estimate it
	Squares bool      // the loss is the squared one, whose noise is to be estimated
	Scale   []float64 // what the features were divided by; nil for 1
	Lasso   Lasso     // for the debiased lasso
}

// Intervals are those of the solution, by what theory there is:
//
//   - without a penalty, by the observed information at the maximum of the likelihood, which is found anew where μ > 0
//     had moved it; of squares, whose noise is estimated, by Student's t. See classical.
//   - with ℓ1 and μ = 0, of the debiased lasso, for which each feature is regressed on all others. See debiased.
//
// The loss is the squared one of one output, or a log-likelihood.
func (q *Local) Intervals(ctx context.Context, c Setting) (*Intervals, error) {
	out := &Intervals{Level: c.Level, Sigma: 1}
	freedom, err := math.Inf(1), error(nil)
	if q.problem.Penalty == nil {
		freedom, err = out.classical(ctx, q, c.Squares)
	} else {
		err = out.debiased(ctx, q, c.Squares, c.Lasso)
	}
	if err != nil {
		return nil, err
	}
	t := distuv.StudentsT{Sigma: 1, Nu: freedom}
	quantile, tail := t.Quantile, t.CDF
	if math.IsInf(freedom, 1) {
		quantile, tail = distuv.UnitNormal.Quantile, distuv.UnitNormal.CDF
	}
	width := quantile((1 + c.Level) / 2)
	for j, b := range out.Estimate {
		se := out.StdError[j]
		if c.Scale != nil {
			b, se = b/c.Scale[j], se/c.Scale[j]
		}
		out.Estimate[j], out.StdError[j] = b, se
		out.Low, out.High = append(out.Low, b-width*se), append(out.High, b+width*se)
		out.P = append(out.P, 2*tail(-math.Abs(b)/se))
	}
	return out, nil
}
