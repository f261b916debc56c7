package inference

import (
	"math"
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

// NewCriteria are those of a model of df degrees of freedom, with s of d features selected and the deviance D for n
// examples. Where as many degrees of freedom as examples leave no likelihood, all are +Inf.
func NewCriteria(df, deviance float64, n, d, s int) *Criteria {
	if df > float64(n)-1 {
		deviance = math.Inf(1)
	}
	out := &Criteria{Degrees: df, Deviance: deviance}
	out.Choices = lgamma(float64(d)+1) - lgamma(float64(s)+1) - lgamma(float64(d)-float64(s)+1)
	out.AIC, out.BIC = deviance+2*df, deviance+math.Log(float64(n))*df
	out.EBIC = out.Extended(1)
	return out
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
