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
		if from = z.exact(lambda, c.Method); from == nil {
			from = z.units.from(start)[:z.in.d*z.in.k]
		}
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
	if out.Gap = z.gap(few, lambda, from); z.units.scale != nil { // which are off by the half of share each
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

// exact is the solution at λ of a path of lassos, as far as it is known; nil for a method that is asked for.
func (z *fewExamples) exact(lambda float64, by *Method) []float64 {
	if z.lassos == nil && by.Free() {
		z.lassos = z.m.Lassos(z.made.penalty, z.Mu)
	}
	return z.lassos.At(lambda)
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

// gap bounds P(w) − P* for all examples (moments.Central.Gap). Without a penalty and a ridge, P − P* is ½gᵀG⁻¹g of the
// gradient g, which is off by εN N_j.
func (z *fewExamples) gap(few *model.Linear, lambda float64, from []float64) float64 {
	w, eps, d, k := few.Weights, z.share, z.in.d, z.in.k
	reaches := z.m.Reaches(w, k)
	if z.made.penalty == nil && z.Mu == 0 {
		floats.Add(reaches, z.m.Sizes[d:])
		n, inverse := floats.Norm(reaches, 2), z.m.Inverse()
		if !(eps*float64(d)*inverse < 0.25) {
			return math.Inf(1)
		}
		return 4*few.Gap + 2*float64(d)*inverse*eps*eps*n*n + eps*n*n/2
	}
	gap, ok := z.ownGap(few, lambda, from)
	if ok && gap <= cmp.Or(z.Tol, DefaultTol)/10*math.Abs(few.Objective) {
		return gap
	}
	problem := z.made.Problem.Problem
	if z.made.penalty != nil {
		problem = problem.At(lambda)
	}
	return z.m.Gap(problem.Gap(w), eps, z.Mu, math.Sqrt(2*few.Objective), reaches, z.polar(lambda))
}

// ownGap is gap by the one that coordinate descent ended with, along paths: after one iteration at most its dual point
// is the residual at w or where it began from, of which the larger reach will do.
func (z *fewExamples) ownGap(few *model.Linear, lambda float64, from []float64) (gap float64, ok bool) {
	if from == nil || few.Iterations > 1 || few.Method != solve.CoordinateDescent.Name {
		return 0, false
	}
	reaches := z.m.Reaches(few.Weights, z.in.k)
	for o, v := range z.m.Reaches(from, z.in.k) {
		reaches[o] = max(reaches[o], v)
	}
	return z.m.Gap(few.Gap, z.share, z.Mu, math.Inf(1), reaches, z.polar(lambda)), true
}

// polar is (λΩ)°, of a penalty that byMoments has asked.
func (z *fewExamples) polar(lambda float64) func(v []float64) float64 {
	return func(v []float64) float64 {
		return z.made.penalty.(toolkit.Conjugate).Polar(v) / lambda //nolint:errcheck // that it is one
	}
}
