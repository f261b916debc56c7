package model

import (
	"fmt"
	"math"
)

// residualLosses are the losses of package loss, by name, that depend on r = f − y and a parameter, as Error knows them
// of a model from a file.
var residualLosses = map[string]func(r, parameter float64) float64{
	"huber": func(r, delta float64) float64 {
		if r = math.Abs(r); r > delta {
			return delta * (r - delta/2)
		}
		return r * r / 2
	},
	"quantile": func(r, tau float64) float64 { return math.Max(-tau*r, (1-tau)*r) },
	"epsilon-insensitive": func(r, epsilon float64) float64 {
		return math.Max(0, math.Abs(r)-epsilon)
	},
	"squared-epsilon-insensitive": func(r, epsilon float64) float64 {
		excess := math.Max(0, math.Abs(r)-epsilon)
		return excess * excess / 2
	},
}

// deviance is that of a count y with the mean exp(f), twice the Poisson loss.
func deviance(f, y float64) float64 {
	mean := math.Exp(f)
	if y == 0 {
		return 2 * mean
	}
	return 2 * (mean - y - y*(f-math.Log(y)))
}

// checkParameter tests that a loss of package loss has a parameter where it needs one.
func (m *Linear) checkParameter() error {
	_, parametric := residualLosses[m.Loss]
	_, known := links[m.Loss]
	switch {
	case known && parametric != (m.Parameter != nil):
		return fmt.Errorf("a parameter of the loss is there, or is missing: it does not go with the %s loss", m.Loss)
	case m.Parameter != nil && !(*m.Parameter >= 0):
		return fmt.Errorf("its parameter is %g", *m.Parameter)
	}
	return nil
}

// ErrorName is what Error is of a model of a loss with a link.
func ErrorName(loss, link string) string {
	_, residual := residualLosses[loss]
	switch {
	case link == Log && loss == "poisson":
		return "Poisson deviance"
	case link == Identity && !residual:
		return "mean squared error"
	}
	return loss + " loss"
}
