package lowrank

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// factored is a model W = Uᵀ V with the smooth function of its factors
//
//	Ψ(U, V) = Σ_i c_i ℓ_i + (λ/2)(‖U‖² + ‖V‖²) ≥ P(W),
//
// which is what methods on factors share. A point x of Ψ is U and then V.
type factored struct {
	a      linalg.Map
	o      *outputs.Loss
	lambda float64
	s      *State
	nnz    float64 // of A: multiplications of a product with one vector

	z, slope, gradient []float64 // predictions and c_i∇ℓ_i, of the pattern; ∇, d×k
	w, au, rv          []float64 // W and ∇ where they are formed, or A Uᵀ and slope·Vᵀ
	gradientKnown      bool      // ∇ is that of the slopes
	lowerBound         float64   // the best lower bound of the minimum so far
	frobenius          float64   // ‖A‖_F
	conjugates         float64   // Σ_i c_i|ℓ_i*| at the last dual point
	norm               float64   // ‖∇‖₂ where it was looked at last
	atZero             float64   // Ψ at W = 0, once it is known
}

func newFactored(a linalg.Map, loss toolkit.Loss, lambda float64, s *State) *factored {
	o := outputs.New(loss)
	return &factored{
		a: a, o: o, lambda: lambda, s: s, nnz: float64(linalg.Nonzeros(a)), lowerBound: math.Inf(-1),
		z: make([]float64, o.Size()), slope: make([]float64, o.Size()), gradient: make([]float64, s.d*o.K),
		frobenius: floats.Norm(linalg.ColumnNorms(a), 2),
	}
}

// formed tells whether W of a rank, and ∇, are cheaper to form than to go without, by the flops of a value and a
// gradient.
func (f *factored) formed(rank int) bool {
	r, size, dk := float64(rank), float64(f.o.Size()), float64(f.s.d*f.s.k)
	span := size / float64(f.o.N)
	return 4*f.nnz*span+6*dk*r < (4*f.nnz+6*size)*r
}

// point is the current U and V as one slice.
func (f *factored) point() []float64 {
	return append(append(make([]float64, 0, len(f.s.U)+len(f.s.V)), f.s.U...), f.s.V...)
}

// setPoint makes a point the current one.
func (f *factored) setPoint(x []float64) {
	copy(f.s.U, x)
	copy(f.s.V, x[len(f.s.U):])
}

// value is Ψ(x); it leaves the slopes at x behind.
func (f *factored) value(x []float64) float64 {
	s := f.s
	u, v := x[:len(s.U)], x[len(s.U):]
	if f.formed(s.Rank) {
		f.w = vec.Resize(f.w, s.d*s.k)
		form(f.w, u, v, s.d, s.k, s.Rank)
		f.o.Predict(f.z, f.a, f.w)
	} else {
		f.au = vec.Resize(f.au, f.o.N*s.Rank)
		linalg.MulRows(f.au, f.a, u, s.Rank)
		f.o.Combine(f.z, f.au, v, s.Rank)
	}
	s.Evals++
	f.gradientKnown = false
	return f.o.Slopes(f.slope, f.z) + f.lambda/2*floats.Dot(x, x)
}

// grad writes ∇Ψ to dst at the point where value was called last: both parts, or only one where the other is not
// wanted.
func (f *factored) grad(dst, x []float64, wantU, wantV bool) {
	s, r := f.s, f.s.Rank
	u, v := x[:len(s.U)], x[len(s.U):]
	gu, gv := dst[:len(s.U)], dst[len(s.U):]
	if f.formed(r) {
		f.formGradient()
		if wantU {
			linalg.Gemm(gu, v, f.gradient, r, s.k, s.d, true)
		}
		if wantV {
			linalg.Gemm(gv, u, f.gradient, r, s.d, s.k, false)
		}
	} else {
		if wantU {
			f.rv = vec.Resize(f.rv, f.o.N*r)
			f.o.TimesRows(f.rv, f.slope, v, r)
			linalg.TransMulRows(gu, f.a, f.rv, r)
		}
		if wantV {
			f.o.TransTimes(gv, f.au, f.slope, r)
		}
	}
	floats.AddScaled(dst, f.lambda, x)
}

// formGradient forms ∇ from the slopes, unless it was.
func (f *factored) formGradient() {
	if !f.gradientKnown {
		f.o.Gradient(f.gradient, f.a, f.slope)
		f.gradientKnown = true
	}
}

// gradientPairs forms ∇ from the slopes and returns its singular pairs above λ, and ‖∇‖₂; the error is that of NaN,
// which has none.
func (f *factored) gradientPairs() (pairs linalg.Pairs, norm float64, err error) {
	f.formGradient()
	pairs, norm, ok := linalg.SingularPairs(f.gradient, f.s.d, f.s.k, f.lambda)
	f.norm = norm
	if f.s.Residual = solver.Known(max(0, norm-f.lambda)); !ok {
		return pairs, norm, solver.ErrDiverged
	}
	return pairs, norm, nil
}

// improveBound raises the lower bound of the minimum to the dual objective at −c_i∇ℓ_i, scaled into the ball of the
// spectral norm by ‖∇‖₂, less what rounding may have added.
func (f *factored) improveBound(objective, norm float64) {
	var dual float64
	dual, f.conjugates = f.o.Dual(f.slope, 1/max(1, norm/f.lambda))
	f.lowerBound = max(f.lowerBound, dual-f.rounding(objective).Bound())
}

// rounding is that of the gap, with ‖A‖_F ½(‖U‖² + ‖V‖²) ≥ Σ_j ‖A_j‖‖w_j‖.
func (f *factored) rounding(objective float64) solver.Rounding {
	r := solver.Rounding{
		Terms: max(f.o.N, len(f.gradient)), Sum: objective + f.conjugates, Slopes: floats.Norm(f.slope, 2),
		Reach: f.frobenius * (floats.Dot(f.s.U, f.s.U) + floats.Dot(f.s.V, f.s.V)) / 2, Polar: f.frobenius / f.lambda,
	}
	if c := f.o.Loss.Curvature(); !math.IsInf(c, 1) {
		r.Square = c / 2 * r.Reach * r.Reach
	}
	return r
}

// report fills in objective and gap, and returns the objective.
func (f *factored) report(objective float64) float64 {
	f.s.Objective = objective
	f.rounding(objective).FillBest(&f.s.Progress, objective, f.lowerBound)
	return objective
}

// evaluate finds Ψ at the current factors, and the gap where it is wanted, and returns the singular pairs of ∇ above λ.
func (f *factored) evaluate(gap bool) (pairs linalg.Pairs, err error) {
	return f.certify(f.value(f.point()), gap)
}

// certify is evaluate where Ψ is known.
func (f *factored) certify(objective float64, gap bool) (pairs linalg.Pairs, err error) {
	if !solver.Finite(objective) {
		f.report(objective)
		return pairs, solver.ErrDiverged
	}
	pairs, norm, err := f.gradientPairs()
	if err != nil {
		return pairs, err
	}
	if gap || len(pairs.Values) == 0 {
		f.improveBound(objective, norm)
	}
	f.report(objective)
	return pairs, nil
}
