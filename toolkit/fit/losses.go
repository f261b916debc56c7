package fit

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// scalar is a loss of one prediction an example; nil for several.
func scalar(loss toolkit.Loss) toolkit.Separable {
	switch l := loss.(type) {
	case toolkit.Separable:
		return l
	case Tasked:
		return l.Each()
	}
	return nil
}

// apart is a loss of one prediction an example, or of several outputs that are apart; nil for others.
func apart(loss toolkit.Loss) toolkit.Separable {
	if l, ok := loss.(coordinate.ByOutput); ok {
		return l.ByOutput()
	}
	return scalar(loss)
}

// isSquares tells whether a loss is ½(f − y)².
func isSquares(loss toolkit.Loss) bool {
	_, ok := scalar(loss).(coordinate.LeastSquares)
	return ok
}

// isHinge tells whether a loss is that of support vector machines.
func isHinge(loss toolkit.Loss) bool {
	_, ok := scalar(loss).(Margin)
	return ok
}

// ofResidual tells whether a loss depends on f − y alone.
func ofResidual(loss toolkit.Loss) bool {
	l, ok := scalar(loss).(Residual)
	return ok && l.OfResidual() || isSquares(loss)
}

// curved tells whether a loss knows its second derivatives.
func curved(loss toolkit.Loss) bool {
	if l := scalar(loss); l != nil {
		_, ok := l.(toolkit.TwiceDifferentiable)
		return ok
	}
	_, ok := loss.(toolkit.Hessian)
	return ok
}

// majorized tells whether a loss is no sum over examples, and smooth.
func majorized(loss toolkit.Loss) bool {
	_, ok := loss.(toolkit.Majorized)
	return ok
}

// isJoint tells whether a loss is no sum over examples.
func isJoint(loss toolkit.Loss) bool {
	_, ok := loss.(toolkit.Joint)
	return ok
}

// smooth tells whether a loss has a gradient.
func smooth(loss toolkit.Loss) bool {
	return !math.IsInf(loss.Curvature(), 1) || curved(loss) || majorized(loss)
}

// kinked tells whether a loss has kinks, and an envelope without.
func kinked(loss toolkit.Loss) bool {
	_, ok := scalar(loss).(toolkit.MoreauEnvelope)
	return ok && !smooth(loss)
}

// linkOf is what a loss says of its predictions; "" where it says nothing.
func linkOf(loss any) string {
	if l, ok := loss.(Linked); ok {
		return l.Link()
	}
	return ""
}
