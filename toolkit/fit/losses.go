package fit

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// scalar is a loss of one prediction an example; nil for several.
func scalar(of toolkit.Loss) toolkit.Separable {
	switch l := of.(type) {
	case toolkit.Separable:
		return l
	case solver.Tasked:
		return l.Each()
	}
	return nil
}

// apart is a loss of one prediction an example, or of several outputs that are apart; nil for others.
func apart(of toolkit.Loss) toolkit.Separable {
	if l, ok := of.(coordinate.ByOutput); ok {
		return l.ByOutput()
	}
	return scalar(of)
}

// isSquares tells whether a loss is ½(f − y)².
func isSquares(of toolkit.Loss) bool {
	_, ok := scalar(of).(coordinate.LeastSquares)
	return ok
}

// isHinge tells whether a loss is that of support vector machines.
func isHinge(of toolkit.Loss) bool {
	_, ok := scalar(of).(solver.Margin)
	return ok
}

// ofResidual tells whether a loss depends on f − y alone.
func ofResidual(of toolkit.Loss) bool {
	l, ok := scalar(of).(loss.Residual)
	return ok && l.OfResidual() || isSquares(of)
}

// curved tells whether a loss knows its second derivatives.
func curved(of toolkit.Loss) bool {
	if l := scalar(of); l != nil {
		_, ok := l.(toolkit.TwiceDifferentiable)
		return ok
	}
	_, ok := of.(toolkit.Hessian)
	return ok
}

// majorized tells whether a loss is no sum over examples, and smooth.
func majorized(of toolkit.Loss) bool {
	_, ok := of.(toolkit.Majorized)
	return ok
}

// isJoint tells whether a loss is no sum over examples.
func isJoint(of toolkit.Loss) bool {
	_, ok := of.(toolkit.Joint)
	return ok
}

// smooth tells whether a loss has a gradient.
func smooth(of toolkit.Loss) bool {
	return !math.IsInf(of.Curvature(), 1) || curved(of) || majorized(of)
}

// kinked tells whether a loss has kinks, and an envelope without.
func kinked(of toolkit.Loss) bool {
	_, ok := scalar(of).(toolkit.MoreauEnvelope)
	return ok && !smooth(of)
}

// linkOf is what a loss says of its predictions; "" where it says nothing.
func linkOf(of any) string {
	if l, ok := of.(loss.Linked); ok {
		return l.Link()
	}
	return ""
}
