package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Intervals are confidence intervals of the weights, each by itself: of many at a level of 0.95 one in twenty misses.
// They are of features as the data had them, and take the model for true and examples for independent. Features that
// the data, and not the design, told to look at have none: no interval here knows of a choice made before.
type Intervals struct {
	Level              float64
	Theory             string // what they rest on
	Estimate, StdError []float64
	Low, High          []float64
	P                  []float64 // two-sided, of the hypothesis that the weight is 0
	Sigma              float64   // the noise's standard deviation; 1 for labels
}

// Intervals are those of a model that was learnt from these data, where theory gives them:
//
//   - without a penalty, of least squares by Student's t, and of logistic regression by the observed information at the
//     maximum of the likelihood, which is found anew where μ > 0 had moved it;
//   - with ℓ1 and μ = 0, of the debiased lasso for the squared and the logistic loss. See debiased.
//
// Levels are between 0 and 1, as 0.95.
func (p *Prepared) Intervals(ctx context.Context, m *model.Linear, level float64) (*Intervals, error) {
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("the level %g: it must be between 0 and 1", level)
	}
	if err := p.checkIntervals(m.Mu); err != nil {
		return nil, err
	}
	q, err := p.local(m)
	if err != nil {
		return nil, err
	}
	out := &Intervals{Level: level, Sigma: 1}
	freedom := math.Inf(1)
	if p.Penalty == nil {
		freedom, err = out.classical(ctx, q)
	} else {
		err = out.debiased(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	t := distuv.StudentsT{Sigma: 1, Nu: freedom}
	quantile, tail := t.Quantile, t.CDF
	if math.IsInf(freedom, 1) {
		quantile, tail = distuv.UnitNormal.Quantile, distuv.UnitNormal.CDF
	}
	width := quantile((1 + level) / 2)
	for j, b := range out.Estimate {
		se := out.StdError[j]
		if p.scale != nil {
			b, se = b/p.scale[j], se/p.scale[j]
		}
		out.Estimate[j], out.StdError[j] = b, se
		out.Low, out.High = append(out.Low, b-width*se), append(out.High, b+width*se)
		out.P = append(out.P, 2*tail(-math.Abs(b)/se))
	}
	return out, nil
}

// checkIntervals says where no theory is at hand.
func (p *Prepared) checkIntervals(mu float64) error {
	link := ""
	if l, ok := p.Loss.(Linked); ok {
		link = l.Link()
	}
	single := true
	if p.Penalty != nil {
		norm, ok := p.penalty.(toolkit.BlockNorm)
		if single = ok; ok {
			blocks, _ := norm.Blocks(p.d)
			single = blocks == nil
		}
	}
	switch {
	case !p.leastSquares() && link != model.Logit:
		return fmt.Errorf("there are intervals for the squared and the logistic loss, not for %s", check.NameOf(p.Loss))
	case p.k > 1:
		return errors.New("there are intervals for one output, not for tasks")
	case !single || p.penalized != nil:
		return fmt.Errorf("there are intervals without a penalty and with ℓ1 on all features, not with %s", check.NameOf(p.Penalty))
	case mu > 0 && (p.Penalty != nil || p.leastSquares()):
		return errors.New("there are no intervals with a ridge, which moves the weights by what nobody knows: μ must be 0")
	case p.c != nil:
		return errors.New("there are intervals for examples that count alike, not with weights")
	case float64(p.n)*float64(p.d) > mostIntervals:
		return fmt.Errorf("intervals need the %d × %d examples as a dense table, which is too large", p.n, p.d)
	}
	return nil
}

// mostIntervals is the size of the table up to which there are intervals: 2 GiB.
const mostIntervals = 1 << 28

// noise is the standard deviation of the residuals with so many degrees of freedom spent.
func (q *local) noise(spent float64) (float64, error) {
	left := float64(q.p.n) - spent
	if left < 1 {
		return 0, fmt.Errorf("%d examples and %g degrees of freedom: none is left to estimate the noise by", q.p.n, spent)
	}
	var sum float64
	for _, s := range q.slope { // (f_i − y_i)/n
		sum += s * s
	}
	return float64(q.p.n) * math.Sqrt(sum/left), nil
}

// table are all features of the local model, a row each.
func (q *local) table() *linalg.Dense {
	return q.design(q.all().variables)
}
