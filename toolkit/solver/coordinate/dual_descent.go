package coordinate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// DualDescent minimizes a loss with kinks and a ridge,
//
//	P(w) = (μ/2)‖w‖² + Σ_i c_i ℓ_i(⟨a_i, w⟩),      μ > 0,
//
// through its dual, max −Σ_i c_i ℓ_i*(v_i) − ‖Σ_i c_i v_i a_i‖²/(2μ), one v_i at a time, in a new order every pass.
// With the Moreau envelope e_s of ℓ_i,
//
//	w = −Σ_i c_i v_i a_i/μ
//	while v is not optimal
//		for i in a random permutation of 1, …, n, and some times more of those that are not left out
//			s ← c_i ‖a_i‖²/μ
//			v ← e_s'(⟨a_i, w⟩ + s v_i)
//			w ← w − c_i (v − v_i) a_i/μ
//			v_i ← v
//		where nearly the same examples as before are at a kink: Newton's step on these
//
// Left out are examples whose v_i would stay if their prediction moved as far as any did in the pass before; all come
// back before the gap is looked at. Passes find out which examples are at kinks, and of those v solves linear
// equations, for which passes would take hundreds of rounds (face.Dual).
//
// For the hinge α_i = −c_i y_i v_i are the multipliers of a support vector machine, kept between 0 and c_i. A step
// costs the nonzeros of a row, so that many sparse features cost nothing. Of many more dense features than examples
// passes are by the Gram matrix of these. It is slow where μ is small; newton.InteriorPoint and multipliers.Method are
// not.
//
// Source: Hsieh, Chang, Lin, Keerthi, Sundararajan, A Dual Coordinate Descent Method for Large-scale Linear SVM, ICML
// 2008, Algorithms 1 and 3, with permutations and shrinking (their section 3); for any loss Shalev-Shwartz and Zhang,
// Stochastic Dual Coordinate Ascent Methods for Regularized Loss Minimization, JMLR 2013, Option I.
type DualDescent struct {
	// Seed draws the orders of the examples.
	Seed uint64
}

// Iterations solves a problem with a loss of one output that is a toolkit.MoreauEnvelope, a ridge μ > 0, no penalty
// and no unpenalized columns, for A with access to its rows (linalg.Rows). Labels of a hinge loss must be +1 and −1.
func (c DualDescent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*DualState] {
	return solver.Sequence(ctx, func() (*DualState, solver.Step, error) {
		d, err := c.start(p)
		if err != nil {
			return &DualState{Progress: solver.Unknown()}, nil, err
		}
		return d.s, d.step, nil
	})
}

func (c DualDescent) start(p *solver.Problem) (*dualDescent, error) {
	loss, one := p.Loss.(toolkit.Separable)
	envelope, known := loss.(toolkit.MoreauEnvelope)
	rows, ok := p.A.(linalg.Rows)
	switch {
	case !one || !known:
		return nil, fmt.Errorf("dual coordinate descent needs a loss of one output with a Moreau envelope "+
			"(toolkit.MoreauEnvelope), and this is %T", p.Loss)
	case !ok:
		return nil, fmt.Errorf("dual coordinate descent needs the rows of A (linalg.Rows), which %T does not give", p.A)
	case p.Penalty != nil && p.Lambda != 0:
		return nil, fmt.Errorf("dual coordinate descent knows a ridge alone, and the penalty is %T", p.Penalty)
	case p.Unpenalized != nil:
		return nil, fmt.Errorf("dual coordinate descent knows no unpenalized columns, and there are %d: "+
			"newton.InteriorPoint and multipliers.Method know an intercept; a feature that is 1 everywhere is one with a "+
			"little ridge", p.Unpenalized.R)
	case !(p.Mu > 0) || math.IsInf(p.Mu, 1):
		return nil, fmt.Errorf("μ = %g: it must be positive and finite", p.Mu)
	}
	if _, hinge := p.Loss.(solver.Margin); hinge {
		if _, err := p.HingeSigns(); err != nil {
			return nil, fmt.Errorf("dual coordinate descent: %w", err)
		}
	}
	n, width := rows.Dims()
	d := &dualDescent{
		p: p, a: rows, loss: loss, envelope: envelope, c: make([]float64, n), mu: p.Mu,
		s: &DualState{Progress: solver.Unknown(), w: make([]float64, width)}, v: make([]float64, n),
		w: make([]float64, width), diagonal: make([]float64, n), f: make([]float64, n),
		norms: p.ColumnNorms(), best: math.Inf(1), dual: math.Inf(-1), farthest: math.Inf(1),
		rng: rand.New(rand.NewPCG(c.Seed, 83)),
	}
	d.row, d.col = linalg.MostEntries(rows)
	d.left, d.free = vec.UpTo(n), make([]bool, n)
	if ahead, ok := rows.(interface{ Prefetch(i int) }); ok && n*d.row > cached {
		d.prefetch = ahead.Prefetch
	}
	for i := range d.c {
		d.c[i] = p.Loss.Weight(i)
		d.diagonal[i] = rows.DotRows(i, i) / p.Mu
	}
	return d, nil
}

// beyond times w is looked at, too, where only rounding is between P(w) and D(v): predictions that rounding keeps on
// the one side of a kink are on the other there, and the ridge is larger by 2⁻³⁹ of it. Hinge losses of 1e-16 are
// otherwise more than all of P where examples are far apart.
const beyond = 1 + 0x1p-40

// step is a pass over the examples, or several by their Gram matrix.
func (d *dualDescent) step(ctx context.Context) (objective float64, err error) {
	s := d.s
	if d.gram == nil && d.gramPays() {
		d.gram = linalg.GramOfRows(d.a, nil)
	}
	if s.Iter++; d.gram != nil {
		d.byGram(ctx)
	} else {
		d.passes(ctx)
	}
	w := d.w
	objective, dual, size := d.values()
	rounding := d.rounding(size)
	off := rounding.Bound()
	if dual-off > d.dual {
		d.dual, d.off = dual-off, off
	}
	if objective-dual <= off && !d.p.Within(objective-dual+off, objective) {
		far := floats.ScaleTo(make([]float64, len(w)), beyond, w)
		if there := d.p.Objective(far); there < objective {
			w, objective = far, there
		}
	}
	if objective < d.best {
		d.best = objective
		copy(s.w, w)
	}
	s.Objective = d.best
	gap, before := s.Gap, s.Rounding
	rounding.Fill(&s.Progress, d.best, d.dual)
	s.Rounding += d.off // which grows with the passes since w was summed up
	switch {
	case !solver.Finite(objective):
		s.Objective = objective
	case objective <= d.best:
		u := floats.MulTo(make([]float64, len(d.c)), d.c, d.v)
		s.Gap, s.Rounding = d.p.Sharpen(w, nil, u, objective, s.Gap, s.Rounding)
	case gap < s.Gap: // of the same point
		s.Gap, s.Rounding = gap, before
	}
	return objective, nil
}

// rounding is that of the gap, with every change of w since it was summed up, of a loss whose slopes are at most 1, or
// those met.
func (d *dualDescent) rounding(size float64) solver.Rounding {
	n := len(d.c)
	r := solver.Rounding{Terms: max(d.col*(1+d.since), d.row, 1)}
	r.Sum = size * math.Max(1, float64(max(n, len(d.w)))/float64(r.Terms)) // over all examples, or weights
	for i, c := range d.c {
		d.f[i] = c * max(1, math.Abs(d.v[i]))
	}
	r.Slopes = floats.Norm(d.f, 2)
	for j, norm := range d.norms {
		r.Reach += norm * math.Abs(d.w[j])
	}
	norm := floats.Norm(d.norms, 2) * r.Slopes
	r.Square = norm * norm / (2 * d.mu)
	return r
}

// values are P(w) and D(v), and the sum of the absolute values of what they are sums of.
func (d *dualDescent) values() (primal, dual, size float64) {
	ridge := d.mu / 2 * floats.Dot(d.w, d.w)
	d.a.MulVec(d.f, d.w)
	var losses, conjugates float64
	for i, c := range d.c {
		if c == 0 {
			continue
		}
		value, _ := d.loss.At(i, d.f[i])
		conjugate := d.loss.Conjugate(i, d.v[i])
		losses += c * value
		conjugates += c * conjugate
		size += c * (value + math.Abs(conjugate))
	}
	return ridge + losses, -conjugates - ridge, size + 2*ridge
}
