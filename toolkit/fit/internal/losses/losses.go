// Package losses looks at what a loss is, whatever its type.
package losses

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Scalar is a loss of one prediction an example; nil for several.
func Scalar(of toolkit.Loss) toolkit.Separable {
	switch l := of.(type) {
	case toolkit.Separable:
		return l
	case solver.Tasked:
		return l.Each()
	}
	return nil
}

// Apart is a loss of one prediction an example, or of several outputs that are apart; nil for others.
func Apart(of toolkit.Loss) toolkit.Separable {
	if l, ok := of.(coordinate.ByOutput); ok {
		return l.ByOutput()
	}
	return Scalar(of)
}

// Squares tells whether a loss is ½(f − y)².
func Squares(of toolkit.Loss) bool {
	_, ok := Scalar(of).(coordinate.LeastSquares)
	return ok
}

// Hinge tells whether a loss is that of support vector machines.
func Hinge(of toolkit.Loss) bool {
	_, ok := Scalar(of).(solver.Margin)
	return ok
}

// OfResidual tells whether a loss depends on f − y alone.
func OfResidual(of toolkit.Loss) bool {
	if s := Scalar(of); s != nil {
		of = s
	}
	l, ok := of.(loss.Residual)
	return ok && l.OfResidual() || Squares(of)
}

// ShiftInvariant tells whether no constant that is added to all predictions changes a loss.
func ShiftInvariant(of toolkit.Loss) bool {
	l, ok := of.(loss.ShiftInvariant)
	return ok && l.ShiftInvariant()
}

// Curved tells whether a loss knows its second derivatives.
func Curved(of toolkit.Loss) bool {
	if l := Scalar(of); l != nil {
		_, ok := l.(toolkit.TwiceDifferentiable)
		return ok
	}
	_, ok := of.(toolkit.Hessian)
	return ok
}

// Majorized tells whether a loss is no sum over examples, and smooth.
func Majorized(of toolkit.Loss) bool {
	_, ok := of.(toolkit.Majorized)
	return ok
}

// Joint tells whether a loss is no sum over examples.
func Joint(of toolkit.Loss) bool {
	_, ok := of.(toolkit.Joint)
	return ok
}

// Smooth tells whether a loss has a gradient.
func Smooth(of toolkit.Loss) bool {
	return !math.IsInf(of.Curvature(), 1) || Curved(of) || Majorized(of)
}

// Kinked tells whether a loss has kinks, and an envelope without.
func Kinked(of toolkit.Loss) bool {
	_, ok := Scalar(of).(toolkit.MoreauEnvelope)
	return ok && !Smooth(of)
}

// Link is what a loss says of its predictions; "" where it says nothing.
func Link(of any) string {
	if l, ok := of.(loss.Linked); ok {
		return l.Link()
	}
	return ""
}

// Dispersed tells whether a loss is a likelihood once a dispersion is known.
func Dispersed(l toolkit.Loss) bool {
	of, ok := l.(loss.Dispersed)
	return ok && of.Dispersed()
}

// BindTimed gives a loss of times its events, and strata and entries where it takes them.
func BindTimed(of loss.Timed, y []float64, event []bool, watched loss.Watched, weights []float64) toolkit.Loss {
	if with, ok := of.(loss.Followed); ok {
		return with.BindWatched(y, event, watched, weights)
	}
	return of.BindEvents(y, event, weights)
}
