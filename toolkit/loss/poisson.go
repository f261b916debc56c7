package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Poisson is half the deviance of counts y_i ≥ 0 with the means exp(f),
//
//	ℓ_i(f) = exp(f) − y_i f + y_i log y_i − y_i ≥ 0;
//
// what does not depend on f makes its least value 0.
//
// Source: McCullagh and Nelder, Generalized Linear Models, 1989, section 2.3.
type Poisson struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
	logs    []float64 // log y_i; nil where they are not known yet
}

// Len is the number of examples.
func (l Poisson) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Poisson) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, and exp(f) − y_i.
func (l Poisson) At(i int, f float64) (value, slope float64) {
	mean := math.Exp(f)
	if l.Y[i] == 0 {
		return mean, mean
	}
	return deviance(l.Y[i], f-l.log(i), mean)
}

// log is log y_i.
func (l Poisson) log(i int) float64 {
	if l.logs != nil {
		return l.logs[i]
	}
	return math.Log(l.Y[i])
}

// Conjugate is ℓ_i*(u) = a log a − a − y_i log y_i + y_i for a = u + y_i ≥ 0, +Inf elsewhere.
func (l Poisson) Conjugate(i int, u float64) float64 {
	y := l.Y[i]
	if y == 0 {
		if u < 0 {
			return math.Inf(1)
		}
		return xlogx(u) - u
	}
	switch t := u / y; {
	case t < -roomy:
		return math.Inf(1)
	case t <= -1:
		return u*l.log(i) + y
	default: // y (1 + t) log(1 + t) − u, and u log y
		return y*((1+t)*math.Log1p(t)-t) + u*l.log(i)
	}
}

// Second is exp(f).
func (l Poisson) Second(_ int, f float64) float64 { return math.Exp(f) }

// Curvature is +Inf: exp(f) has no bound.
func (l Poisson) Curvature() float64 { return math.Inf(1) }

// Bind is the loss with counts y, whose logarithms are taken once.
func (l Poisson) Bind(y, weights []float64) toolkit.Loss {
	return Poisson{Y: y, Weights: weights, logs: logsOf(y)}
}

// CheckTarget says what is wrong with a target.
func (l Poisson) CheckTarget(y float64) error {
	if !(y >= 0) {
		return fmt.Errorf("the Poisson loss is for counts, of 0 or more, and there is a target of %g", y)
	}
	return nil
}

// Link says that the mean of the target is exp(f).
func (l Poisson) Link() string { return Log }

// String is the loss's name.
func (l Poisson) String() string { return "poisson" }

// Measure is the deviance, twice the loss.
func (l Poisson) Measure() (name string, times float64) { return "Poisson deviance", 2 }
