package fit

import (
	"cmp"
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"

	"github.com/proxlab/proxlab/toolkit/model"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// compressed is least squares of all examples as one of d + 1 that have the same second moments, up to rounding:
// every entry of theirs is off by share·N_iN_j at most. All that a solver asks for is in the moments, so that examples
// are passed over once; the answer is certified for the examples themselves, by what the difference may do to P and to
// the dual objective.
type compressed struct {
	few   *Prepared
	m     *central // of the features as scaled
	share float64
}

// mostAtOnce is how many features moments of all examples are found for, for one fit: of more, a solver may need few.
const mostAtOnce = 256

// mostShare is how far off the moments may be for a compression.
const mostShare = 1e-9

// compress finds moments of the examples, and from them means, scales and few; false where that is not for this
// problem. The problem itself is then made where somebody asks for it alone: see ready.
func (p *Prepared) compress() (bool, error) {
	if !p.byMoments() {
		return false, nil
	}
	m := p.momentsOf(p.origins(nil), nil).central(p.Intercept)
	if p.c != nil || !m.sizesKnown(p.d) {
		if err := p.checkSizes(); err != nil {
			return false, err
		}
	}
	if floats.HasNaN(m.second) || math.IsInf(floats.Sum(m.sizes), 0) {
		return false, nil
	}
	before := p.penalty
	if p.Standardize {
		p.scale = m.deviations()
		m.scaled(p.scale)
	}
	p.rescale()
	part, share := m.examples()
	share += 4 * roundings(m.terms)
	c := p.Linear
	c.Penalty, c.Intercept, c.Standardize, c.Start = p.penalty, false, false, nil
	few, err := c.Prepare(part)
	if err != nil || !(share < mostShare) { // what is wrong with the examples themselves is found there
		p.scale, p.penalty = nil, before
		return false, nil
	}
	if p.Intercept {
		p.mean = m.mean[:p.d]
	}
	p.compressed = &compressed{few, m, share}
	return true, nil
}

// byMoments tells whether moments may do for all examples.
func (p *Prepared) byMoments() bool {
	if !p.squares() || !p.compressible(p.n) || p.d > mostAtOnce || p.refused {
		return false
	}
	if p.penalty == nil {
		return true
	}
	_, conjugate := p.penalty.(toolkit.Conjugate)
	norm, ok := p.penalty.(toolkit.BlockNorm)
	if !ok || !conjugate {
		return false
	}
	groups, omega := norm.Blocks(p.d)
	in := len(omega)
	if groups != nil {
		in = 0
		for _, g := range groups {
			in += len(g)
		}
	}
	return in == p.d && floats.Min(omega) > 0
}

// standardize makes the features of p as the moments say.
func (z *compressed) standardize(p *Prepared) {
	p.norms = nil
	if p.mean != nil {
		p.x = linalg.CenterColumns(p.x, p.mean)
	}
	if p.scale != nil {
		p.x = linalg.DivideColumns(p.x, p.scale)
	}
}

// origins is a point near the means (x̄, ȳ) of some examples, all where rows is nil; 0 without an intercept.
func (p *Prepared) origins(rows []int) []float64 {
	if !p.Intercept {
		return make([]float64, p.d+1)
	}
	return around(p.data.X.(linalg.StoredRows), p.data.Y, rows) //nolint:errcheck // squares asks
}

// sizesKnown tells whether squares of features and targets are good numbers, as far as their moments tell.
func (c *central) sizesKnown(d int) bool {
	for j, size := range c.sizes {
		room := math.Max(size, math.Abs(c.mean[j]))
		if !(size >= 1e10*smallest && room <= largest/1e10) && (j < d || size != 0) {
			return false
		}
	}
	return true
}

// deviations are what to divide features by, as in standardize.
func (c *central) deviations() []float64 {
	k := len(c.sizes)
	out := make([]float64, k-1)
	for j := range out {
		out[j] = math.Sqrt(math.Max(0, c.second[j*(k+1)]))
		if !(out[j] > 1e-12*math.Abs(c.mean[j])) || out[j]*out[j] <= roundings(c.terms)*c.sizes[j]*c.sizes[j] { // constant
			out[j] = 1
		}
	}
	return out
}

// fit solves the problem of few examples, and certifies the answer for all; ok is false where rounding does not allow
// that.
func (z *compressed) fit(
	ctx context.Context, p *Prepared, lambda float64, start []float64,
) (out *model.Linear, ok bool, err error) {
	if start != nil {
		start = start[:p.d]
	}
	m, err := p.question().choose()
	if err != nil {
		return nil, false, err
	}
	q := *z.few
	q.Method = m
	few, err := q.fit(ctx, lambda, start)
	if err != nil {
		return nil, false, err
	}
	w := few.Weights
	out = p.model(w, z.intercept(p, w))
	out.Lambda, out.Mu, out.Status, out.Method, out.Why = few.Lambda, few.Mu, few.Status, few.Method, few.Why
	if out.Why == asked && p.Method.chosen() {
		out.Why = cmp.Or(m.Why, asked)
	}
	out.Iterations, out.Seconds, out.Objective, out.GapKind = few.Iterations, few.Seconds, few.Objective, few.GapKind
	if few.GapKind != model.DualityGap {
		return out, false, nil
	}
	if out.Gap = z.gap(few, lambda); p.scale != nil { // which are off by the half of share each
		out.Gap += 2 * z.share * math.Abs(out.Objective)
	}
	run := run{p: p}
	out.Gap += run.centring(out, nil)
	near := out.Gap <= p.tolerance()*math.Abs(out.Objective)
	if near {
		out.Status = solver.Converged
	}
	ended := few.Status == solver.Converged || few.Status == solver.Stalled
	return out, near || !ended && solver.Finite(out.Gap), nil
}

// intercept is that of features and targets less their means as rounded.
func (z *compressed) intercept(p *Prepared, w []float64) []float64 {
	if !p.Intercept {
		return nil
	}
	off := z.m.off
	b := z.m.mean[p.d] - p.shift[0] + off[p.d]
	for j, v := range w {
		scale := 1.
		if p.scale != nil {
			scale = p.scale[j]
		}
		b -= off[j] / scale * v
	}
	return []float64{b}
}

// gap bounds P(w) − P* for all examples. With v = (w, −1), N = Σ_j N_j|v_j| and ε the share that moments are off by, P
// is off by ½εN² at most, AᵀCr by εN_jN, ⟨r, y⟩ by εN N_y; and the dual objective at s·r, with r the residual, by
//
//	s εN N_y + ½s²εN² + εN(ρN_y + ρ²) (λΩ)°(N)                   without a ridge: s is wrong by εN (λΩ)°(N),
//	εN N_y + ½εN² + εN Σ_j N_j|w'_j| + ε²N²‖N‖²/(2μ)             with one,
//
// w' = argmax ⟨v, ·⟩ − R, of which ‖w' − w‖² ≤ 2 gap/μ. Without either, P − P* is ½gᵀG⁻¹g of the gradient g, which is
// off by εN N_j.
func (z *compressed) gap(few *model.Linear, lambda float64) float64 {
	q, w, eps := z.few, few.Weights, z.share
	d := len(w)
	sizes, target := z.m.sizes[:d], z.m.sizes[d]
	var reach float64
	for j, v := range w {
		reach += sizes[j] * math.Abs(v)
	}
	n, norm := reach+target, floats.Norm(sizes, 2)
	if q.penalty == nil && q.Mu == 0 {
		inverse := z.inverse()
		if !(eps*float64(d)*inverse < 0.25) {
			return math.Inf(1)
		}
		return 4*few.Gap + 2*float64(d)*inverse*eps*eps*n*n + eps*n*n/2
	}
	problem := q.problem
	if q.penalty != nil {
		problem = problem.At(lambda)
	}
	gap := problem.Gap(w)
	off := eps * n * (n + target)
	if q.Mu > 0 {
		off += eps*n*(reach+norm*math.Sqrt(2*gap/q.Mu)) + eps*n*eps*n*norm*norm/(2*q.Mu)
		return gap + off
	}
	polar := q.penalty.(toolkit.Conjugate).Polar(append([]float64(nil), sizes...)) / lambda //nolint:errcheck // a norm
	rho := math.Sqrt(2 * few.Objective)
	return gap + off + eps*n*polar*rho*(target+rho)
}

// inverse bounds ‖G⁻¹‖ for features of size 1: by an estimate of the condition number, which is seldom off by more
// than 3, and a trace of d.
func (z *compressed) inverse() float64 {
	k := len(z.m.sizes)
	g := mat.NewSymDense(k-1, nil)
	for i := range k - 1 {
		for j := i; j < k-1; j++ {
			g.SetSym(i, j, z.m.second[i*k+j]/z.m.sizes[i]/z.m.sizes[j])
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(g) {
		return math.Inf(1)
	}
	return 10 * chol.Cond() * float64(k-1)
}
