package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// free minimizes a loss of several outputs over weights B, q×k, of columns F that nothing penalizes, by Newton's method: from the last minimum,
// which is near as a rule.
type free struct {
	o       *outputs.Loss
	hessian toolkit.Hessian
	f       *linalg.Dense // n×q
	b       []float64

	base, z, trial, slopes []float64 // predictions without B, with it, and at a trial; slopes
}

func newFree(o *outputs.Loss, columns *linalg.Dense) *free {
	q, n := columns.Dims()
	fr := &free{o: o, hessian: o.Loss.(toolkit.Hessian), f: linalg.NewDense(n, q, nil), b: make([]float64, q*o.K)} //nolint:errcheck // WithFree asks
	linalg.Transpose(fr.f.Data, columns.Data, q, n)
	for _, v := range []*[]float64{&fr.base, &fr.z, &fr.trial, &fr.slopes} {
		*v = make([]float64, o.Size())
	}
	return fr
}

// settle replaces predictions without free weights by the slopes at the minimum over them, and returns the loss there.
func (fr *free) settle(u []float64) float64 {
	copy(fr.base, u)
	fr.predict(fr.z, fr.b)
	value := fr.o.Slopes(fr.slopes, fr.z)
	for range settleMost {
		step, decrement := fr.step()
		if step == nil || !Finite(value) || !(decrement > settleTol*math.Abs(value)) {
			break
		}
		last := decrement <= settleLast*math.Abs(value)
		next := make([]float64, len(step))
		after := math.Inf(1)
		for t := 1.; t > 1e-10 && !(after < value); t /= 2 {
			floats.AddScaledTo(next, fr.b, -t, step)
			fr.predict(fr.trial, next)
			if after = fr.o.Slopes(fr.slopes, fr.trial); last {
				break // rounding hides what it gains
			}
		}
		if !(after < value || last && after <= value+Slack*math.Abs(value)) {
			value = fr.o.Slopes(fr.slopes, fr.z)
			break
		}
		fr.b, value = next, after
		fr.z, fr.trial = fr.trial, fr.z
		if last {
			break
		}
	}
	copy(u, fr.slopes)
	return value
}

// Newton's method for the free weights: its most steps, and the decrement, as a share of the loss, at which it ends.
const (
	settleMost = 50
	settleTol  = 1e-28
)

// settleLast is the decrement, as a share of the loss, at which the next step is the last: it squares the error.
const settleLast = 1e-13

// predict is Z = base + F B on the pattern.
func (fr *free) predict(z, b []float64) {
	fr.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			row, _ := fr.o.Span(fr.base, i)
			part, lo := fr.o.Span(z, i)
			copy(part, row)
			for a, v := range fr.f.Row(i) {
				floats.AddScaled(part, v, b[a*fr.o.K+lo:a*fr.o.K+lo+len(part)])
			}
		}
	})
}

// step is the Newton step H⁻¹G and ⟨G, H⁻¹G⟩, at the slopes; nil where the Hessian is 0.
func (fr *free) step() (step []float64, decrement float64) {
	k, q := fr.o.K, fr.f.C
	gradient, hessian := make([]float64, q*k), mat.NewSymDense(q*k, nil)
	h := hessian.RawSymmetric().Data
	var local, scaled []float64
	for i := range fr.o.N {
		part, lo := fr.o.Span(fr.slopes, i)
		z, _ := fr.o.Span(fr.z, i)
		m := len(part)
		local, scaled = linalg.Resize(local, m*m), linalg.Resize(scaled, m)
		fr.hessian.Hessian(local, i, z)
		weight := fr.o.Loss.Weight(i)
		row := fr.f.Row(i)
		for a, v := range row {
			floats.AddScaled(gradient[a*k+lo:a*k+lo+m], v, part)
			for b, v2 := range row[a:] {
				s := weight * v * v2
				for c := range m {
					at := (a*k+lo+c)*q*k + (a+b)*k + lo
					floats.AddScaled(h[at:at+m], s, local[c*m:(c+1)*m])
				}
			}
		}
	}
	var most float64
	for j := range q * k {
		most = max(most, hessian.At(j, j))
	}
	if !(most > 0) || math.IsInf(most, 1) {
		return nil, 0
	}
	for j := range q * k { // shared shifts of all classes, and columns that depend on others
		hessian.SetSym(j, j, hessian.At(j, j)+1e-12*most)
	}
	var chol mat.Cholesky
	if !chol.Factorize(hessian) {
		return nil, 0
	}
	x := mat.NewVecDense(q*k, nil)
	_ = chol.SolveVecTo(x, mat.NewVecDense(q*k, gradient)) // ill-conditioned where columns are dependent: a step that is too small
	step = x.RawVector().Data
	return step, floats.Dot(step, gradient)
}
