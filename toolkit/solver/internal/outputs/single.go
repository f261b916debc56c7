package outputs

import "github.com/proxlab/proxlab/toolkit"

// multiOutput is a loss as one of several outputs: a toolkit.Separable has one.
func multiOutput(of toolkit.Loss) toolkit.MultiOutput {
	switch l := of.(type) {
	case toolkit.MultiOutput:
		return l
	case toolkit.Separable:
		if second, ok := of.(toolkit.TwiceDifferentiable); ok {
			return curvedSingle{single{l}, second}
		}
		return single{l}
	}
	panic("solver: the loss is neither a toolkit.Separable nor a toolkit.MultiOutput")
}

// single is a loss of one prediction an example as one of a single output.
type single struct{ toolkit.Separable }

func (single) Outputs() int { return 1 }

func (single) Span(int) (lo, hi int) { return 0, 1 }

func (l single) At(grad []float64, i int, f []float64) float64 {
	value, slope := l.Separable.At(i, f[0])
	grad[0] = slope
	return value
}

func (l single) Conjugate(i int, u []float64) float64 { return l.Separable.Conjugate(i, u[0]) }

// curvedSingle knows second derivatives too.
type curvedSingle struct {
	single
	second toolkit.TwiceDifferentiable
}

func (l curvedSingle) Hessian(h []float64, i int, f []float64) { h[0] = l.second.Second(i, f[0]) }
