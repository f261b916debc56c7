package fit

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// mostShare is how far off the moments may be for a compression.
const mostShare = 1e-9

// compress finds moments of the examples, and from them means, scales and few; nil where that is not for this problem,
// or the context ends. What is wrong with the examples themselves is found there.
func compress(ctx context.Context, in *input) (*fewExamples, error) {
	if in.sharing() {
		return in.byOutputs()
	}
	if !in.byMoments() {
		return nil, nil
	}
	c := in.asked
	all := in.momentsOf(ctx, in.origins(nil), nil)
	if ctx.Err() != nil {
		return nil, nil
	}
	m := all.Central(c.Intercept)
	if in.c != nil || !m.Within(smallest, largest) {
		if _, err := in.checkSizes(); err != nil {
			return nil, err
		}
	}
	if floats.HasNaN(m.Second) || math.IsInf(floats.Sum(m.Sizes), 0) {
		return nil, nil
	}
	z := &fewExamples{units: units{input: in}, m: m}
	if c.Standardize {
		z.units.scale = m.Deviations()
		m.Scale(z.units.scale)
	}
	if c.Intercept {
		z.units.mean = m.Mean[:in.d]
	}
	x, y, share := m.Examples()
	z.share = share + 4*moments.Roundings(m.Terms)
	c.Penalty, c.Intercept, c.Standardize, c.Start = z.units.rescaled(), false, false, nil
	data := Data{X: x, Y: y}
	if _, several := in.loss.(loss.OutputTargets); several {
		c.Loss, data.Y = loss.SquaredOutputs{Y: y, K: in.k}, nil
	}
	few, err := newInput(c, data, false)
	if err == nil {
		z.Prepared, err = whole(few)
	}
	if err != nil || !(z.share < mostShare) {
		return nil, nil //nolint:nilerr // whatever it is, it is found in the examples too
	}
	return z, nil
}

// byOutputs is the problem of tasks that share examples as one of an output for each.
func (in *input) byOutputs() (*fewExamples, error) {
	c, n := in.asked, in.n/in.k
	of, y := losses.Scalar(in.loss).(coordinate.LeastSquares), make([]float64, in.n) //nolint:errcheck // of squares
	for i := range y {
		y[i%n*in.k+i/n] = of.Target(i)
	}
	c.Loss = loss.SquaredOutputs{Y: y, K: in.k, Weights: slices.Repeat([]float64{1 / float64(in.n)}, n)}
	c.Start = nil
	few, err := newInput(c, Data{X: in.shared, FeatureNames: in.data.FeatureNames}, false)
	if err != nil {
		return nil, err
	}
	few.shift, few.data.Y = in.shift, in.data.Y
	z := &fewExamples{}
	if z.Prepared, err = whole(few); err != nil {
		return nil, err
	}
	z.units = z.made.units
	z.units.input = in
	return z, nil
}

// learn solves the problem of few examples by a method, and certifies the answer for all; ok is false where rounding
// does not allow that.
func (z *fewExamples) learn(
	ctx context.Context, c Linear, m *solve.Method, lambda float64, start *model.Linear,
) (out *model.Linear, ok bool, err error) {
	from := z.made.from(start)
	if z.m != nil && start != nil {
		from = z.units.from(start)[:z.in.d*z.in.k]
	}
	at := z.question()
	at.Wanted = m
	few, err := z.made.Solve(ctx, c.solving(), at, lambda, from)
	if few == nil {
		return nil, false, err
	}
	out = z.taken(few)
	if c.Method.Free() && out.Why == solve.Asked {
		out.Why = m.Why
	}
	if z.m == nil || few.GapKind != model.DualityGap {
		return out, z.m == nil, err
	}
	if out.Gap = z.gap(few, lambda); z.units.scale != nil { // which are off by the half of share each
		out.Gap += 2 * z.share * math.Abs(out.Objective)
	}
	off := z.units.rounded(out)
	out.Gap += float64(z.units.n*z.units.k) * z.units.loss.Curvature() / 2 * off * off
	near := out.Gap <= cmp.Or(c.Tol, DefaultTol)*math.Abs(out.Objective)
	if near {
		out.Status = solver.Converged
	}
	ended := few.Status == solver.Converged || few.Status == solver.Stalled
	return out, near || !ended && solver.Finite(out.Gap), err
}

// taken is a model of few examples as one of all.
func (z *fewExamples) taken(few *model.Linear) *model.Linear {
	out := *few
	if z.m == nil {
		of := z.units.describe()
		out.Loss, out.Known, out.Examples, out.Tasks, out.Offset = of.Loss, of.Known, of.Examples, of.Tasks, of.Offset
		return &out
	}
	of := z.units.model(few.Weights, z.intercept(few.Weights))
	out.Weights, out.Intercept, out.Examples, out.FeatureNames = of.Weights, of.Intercept, of.Examples, of.FeatureNames
	out.Penalty, out.Standardized, out.Offset = of.Penalty, of.Standardized, of.Offset
	return &out
}

// intercept are those of features and targets less their means as rounded.
func (z *fewExamples) intercept(w []float64) []float64 {
	d, k, off := z.in.d, z.in.k, z.m.Off
	if !z.units.asked.Intercept {
		return nil
	}
	b := make([]float64, k)
	floats.AddTo(b, z.m.Mean[d:], off[d:])
	if z.units.shift != nil {
		floats.Sub(b, z.units.shift)
	}
	for j, o := range off[:d] {
		if z.units.scale != nil {
			o /= z.units.scale[j]
		}
		floats.AddScaled(b, -o, w[j*k:(j+1)*k])
	}
	return b
}

// gap bounds P(w) − P* for all examples. With v = (w, −1), N = Σ_j N_j|v_j| and ε the share that moments are off by, P
// is off by ½εN² at most, AᵀCr by εN_jN, ⟨r, y⟩ by εN N_y; and the dual objective at s·r, with r the residual, by
//
//	s εN N_y + ½s²εN² + ε(ρN_y + ρ²) (λΩ)°(N_jN)                 without a ridge: s is wrong by ε(λΩ)°(N_jN),
//	εN N_y + ½εN² + εN Σ_j N_j|w'_j| + ε²N²‖N‖²/(2μ)             with one,
//
// w' = argmax ⟨v, ·⟩ − R, of which ‖w' − w‖² ≤ 2 gap/μ. Without either, P − P* is ½gᵀG⁻¹g of the gradient g, which is
// off by εN N_j. Of several outputs, each with its N and N_y, these and Σ_j N_j|w'_j| are norms over outputs (Cauchy,
// Schwarz) but in N_jN.
func (z *fewExamples) gap(few *model.Linear, lambda float64) float64 {
	w, eps, d, k := few.Weights, z.share, z.in.d, z.in.k
	sizes, targets := z.m.Sizes[:d], z.m.Sizes[d:]
	reaches := make([]float64, k)
	for j, size := range sizes {
		for c, v := range w[j*k : (j+1)*k] {
			reaches[c] += size * math.Abs(v)
		}
	}
	reach, target, norm := floats.Norm(reaches, 2), floats.Norm(targets, 2), floats.Norm(sizes, 2)
	floats.Add(reaches, targets)
	n := floats.Norm(reaches, 2)
	if z.made.penalty == nil && z.Mu == 0 {
		inverse := z.m.Inverse()
		if !(eps*float64(d)*inverse < 0.25) {
			return math.Inf(1)
		}
		return 4*few.Gap + 2*float64(d)*inverse*eps*eps*n*n + eps*n*n/2
	}
	problem := z.made.Problem.Problem
	if z.made.penalty != nil {
		problem = problem.At(lambda)
	}
	gap := problem.Gap(w)
	off := eps * n * (n + target)
	if z.Mu > 0 {
		off += eps*n*(reach+norm*math.Sqrt(2*gap/z.Mu)) + eps*n*eps*n*norm*norm/(2*z.Mu)
		return gap + off
	}
	norms := z.made.penalty.(toolkit.Conjugate) //nolint:errcheck // byMoments asks
	offs := make([]float64, 0, d*k)
	for _, size := range sizes {
		for _, each := range reaches {
			offs = append(offs, size*each)
		}
	}
	rho := math.Sqrt(2 * few.Objective)
	return gap + off + eps*norms.Polar(offs)/lambda*rho*(target+rho)
}
