package fit

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/model"
)

// Criteria judge a model by the data that it was learnt from, for the degrees of freedom it took: the least is the
// best.
//
//	AIC  = D + 2 df
//	BIC  = D + log(n) df
//	EBIC = BIC + 2γ log C(d, s)
//
// with s of d features selected, and γ = 1 in the field EBIC. D is −2 log likelihood: n log(2π MSE) + n for the
// squared loss, as normal errors of unknown variance have it, and 2n times the loss for labels. Where a model meets
// the data exactly or has as many degrees of freedom as there are examples, no likelihood is left to judge it by, and
// all are +Inf.
//
// Source: Akaike 1974; Schwarz 1978; Chen, Chen, Extended Bayesian Information Criteria for Model Selection with Large
// Model Spaces, Biometrika 2008, equation 1; γ = 1 is consistent whatever the number of features, γ > 1 − ½ log n/log
// d where d grows like a power of n, and γ = 0 is BIC.
type Criteria struct {
	Degrees, Deviance float64 // df and D
	AIC, BIC, EBIC    float64
	Choices           float64 // log C(d, s)
}

// Extended is the EBIC of 0 ≤ γ ≤ 1.
func (c *Criteria) Extended(gamma float64) float64 { return c.BIC + 2*gamma*c.Choices }

// Criteria are those of a model that was learnt from these data.
func (p *Prepared) Criteria(ctx context.Context, m *model.Linear) (*Criteria, error) {
	if m.Link == model.Margin || m.Link == "" || m.Link == model.Identity && !p.leastSquares() {
		return nil, fmt.Errorf("the %s loss is no likelihood, which AIC, BIC and EBIC need", m.Loss)
	}
	df, err := p.Degrees(ctx, m)
	if err != nil {
		return nil, err
	}
	mean, _, err := MeanError(m, p.whole)
	if err != nil {
		return nil, err
	}
	n := float64(p.n)
	out := &Criteria{Degrees: df, Deviance: 2 * n * mean}
	if p.leastSquares() {
		out.Deviance = n*math.Log(2*math.Pi*mean) + n
	}
	s, d := float64(len(m.Selected())), float64(p.d)
	out.Choices = lgamma(d+1) - lgamma(s+1) - lgamma(d-s+1)
	if df > n-1 || p.leastSquares() && mean <= 1e-15*p.meanSquare() {
		out.Deviance = math.Inf(1)
	}
	out.AIC, out.BIC = out.Deviance+2*df, out.Deviance+math.Log(n)*df
	out.EBIC = out.Extended(1)
	return out, nil
}

// meanSquare is that of the targets.
func (p *Prepared) meanSquare() (sum float64) {
	for i, y := range p.data.Y {
		sum += p.share(i) * y * y
	}
	return sum
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
