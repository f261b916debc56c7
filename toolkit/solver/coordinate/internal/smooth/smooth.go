// Package smooth has smooth losses as proximal Newton sees them.
package smooth

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// Loss is a smooth loss on the predictions of all outputs one after the other.
type Loss interface {
	// Value is L(f).
	Value(f []float64) float64
	// Slopes fills u with ∇L(f), and h with the curvatures of the quadratic model, and returns L(f).
	Slopes(u, h, f []float64) float64
	// Dual is a bound of L*(sv) of slopes v that are those at a point, or near them, and the sum of its terms' absolute
	// values.
	Dual(at Point, v []float64, s float64) (conjugate, size float64)
	// Curvature bounds that of one prediction.
	Curvature() float64
}

// Coupled is a Loss whose Hessian is no sum over predictions or examples: curvatures are a bound of it.
type Coupled interface {
	// Hessian is the product with ∇²L(f).
	Hessian(f []float64) func(dst, v []float64)
}

// Softmax is a toolkit.MultiOutput loss of k outputs whose Hessians are diag(p) − ppᵀ, and which writes p.
type Softmax interface {
	Probabilities(p []float64, i int, f []float64)
}

// Of is a loss of a problem; nil where it does not know its second derivatives. Where it is neither a toolkit.Joint nor
// a Softmax, each is the same on predictions, of an example each, with weights c.
func Of(of toolkit.Loss, each toolkit.Separable, example []int, c []float64) Loss {
	if of, ok := of.(toolkit.Joint); ok {
		bounded, ok := of.(toolkit.Majorized)
		if !ok {
			return nil
		}
		if bounded.HessianAt(make([]float64, of.Len())) == nil {
			return joint{of, bounded}
		}
		return curvedJoint{joint{of, bounded}}
	}
	if softmax, ok := of.(Softmax); ok {
		return softmaxed{outputs.New(of), softmax}
	}
	smooth, ok := each.(toolkit.TwiceDifferentiable)
	if !ok {
		return nil
	}
	out := summed{of: each, smooth: smooth, example: example, c: c}
	if bent, ok := each.(SelfConcordant); ok {
		out.bends = bent.SelfConcordant()
	}
	if ranged, ok := each.(solver.Ranged); ok && floats.Min(c) > 0 && slices.IsSorted(example) {
		out.ranged, out.slope = ranged, make([]float64, len(c))
	}
	return out
}

// summed is Σ_i c_i ℓ_i(f_i).
type summed struct {
	of      toolkit.Separable
	smooth  toolkit.TwiceDifferentiable
	example []int         // by prediction
	c       []float64     // weights, by prediction
	ranged  solver.Ranged // nil where it does not go through examples in their order
	slope   []float64     // space
	bends   bool          // it is SelfConcordant
}

func (l summed) Value(f []float64) (sum float64) {
	if l.ranged != nil {
		return l.ranged.Range(l.slope, f, 0)
	}
	for i, v := range f {
		if l.c[i] > 0 {
			value, _ := l.of.At(l.example[i], v)
			sum += l.c[i] * value
		}
	}
	return sum
}

func (l summed) Slopes(u, h, f []float64) (sum float64) {
	if l.ranged != nil {
		l.ranged.SecondRange(h, f, 0)
		return l.ranged.Range(u, f, 0)
	}
	for i, v := range f {
		value, slope := l.of.At(l.example[i], v)
		sum += l.c[i] * value
		u[i] = l.c[i] * slope
		h[i] = l.c[i] * l.smooth.Second(l.example[i], v)
	}
	return sum
}

func (l summed) Dual(at Point, u []float64, s float64) (conjugate, size float64) {
	if l.bends && s >= leastNear {
		return dualNear(at, u, s, func(i int, slope float64) float64 {
			if l.c[i] == 0 {
				return at.F[i] * slope
			}
			value, _ := l.of.At(l.example[i], at.F[i])
			return l.conjugate(i, slope) + l.c[i]*value
		})
	}
	if dual, ok := l.of.(solver.RangedConjugate); ok && l.ranged != nil {
		return dual.ConjugateRange(u, s, 0)
	}
	for i, v := range u {
		if l.c[i] > 0 {
			term := l.conjugate(i, s*v)
			conjugate += term
			size += math.Abs(term)
		}
	}
	return conjugate, size
}

// conjugate is c_i ℓ_i*(u/c_i).
func (l summed) conjugate(i int, u float64) float64 {
	return l.c[i] * l.of.Conjugate(l.example[i], u/l.c[i])
}

func (l summed) Curvature() float64 { return l.of.Curvature() }

// joint is a loss that is no sum over examples; a diagonal bounds its Hessian.
type joint struct {
	of      toolkit.Joint
	bounded toolkit.Majorized
}

func (l joint) Value(f []float64) float64 { return l.of.ValueGrad(make([]float64, len(f)), f) }

func (l joint) Slopes(u, h, f []float64) float64 {
	l.bounded.Majorant(h, f)
	return l.of.ValueGrad(u, f)
}

func (l joint) Dual(at Point, _ []float64, s float64) (conjugate, size float64) {
	return l.of.DualBound(at.F, s)
}

func (l joint) Curvature() float64 { return l.of.Curvature() }

// curvedJoint is one whose Hessian is known by its products.
type curvedJoint struct{ joint }

func (l curvedJoint) Hessian(f []float64) func(dst, v []float64) { return l.bounded.HessianAt(f) }

// softmaxed is a softmax loss of k classes, on the predictions class by class; its curvatures are the probabilities p,
// the Hessian of an example being c(diag(p) − ppᵀ).
type softmaxed struct {
	o       *outputs.Loss
	softmax Softmax
}

// byExample are numbers by class, example by example.
func (l softmaxed) byExample(x []float64) []float64 {
	out := make([]float64, len(x))
	linalg.Transpose(out, x, l.o.K, l.o.N)
	return out
}

func (l softmaxed) Value(f []float64) float64 {
	z := l.byExample(f)
	return l.o.Slopes(z, z)
}

func (l softmaxed) Slopes(u, h, f []float64) float64 {
	z, p, k := l.byExample(f), make([]float64, len(f)), l.o.K
	l.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			l.softmax.Probabilities(p[i*k:(i+1)*k], i, z[i*k:(i+1)*k])
		}
	})
	linalg.Transpose(h, p, l.o.N, k)
	value := l.o.Slopes(z, z)
	linalg.Transpose(u, z, l.o.N, k)
	return value
}

func (l softmaxed) Dual(_ Point, u []float64, s float64) (conjugate, size float64) {
	dual, size := l.o.Dual(l.byExample(u), s)
	if absolute, ok := l.o.Loss.(solver.AbsolutelyRounded); ok {
		size += absolute.AbsoluteRounding()
	}
	return -dual, size
}

func (l softmaxed) Curvature() float64 { return l.o.Loss.Curvature() }
