package kernels

import (
	"cmp"
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// blockNorm minimizes with the block norm of p < 2. For weights η of the kernels
//
//	(Σ_j s_j^p)^{2/p} = min over η > 0 of Σ_j s_j²/η_j, where Σ_j η_j^q = 1, q = p/(2 − p),
//
// at η_j = (s_j/‖s‖_p)^{2−p}: a machine of the kernel Σ_j η_j K_j with a ridge and the best η for its norms s take
// turns. With a dual point u of a machine and t_j = √(uᵀK_ju), the dual is
//
//	−Σ_i c_i ℓ_i*(u_i/c_i) − ‖t‖²_{p*}/(2μ),      1/p + 1/p* = 1.
//
// Source: Kloft, Brefeld, Sonnenburg, Zien, ℓp-Norm Multiple Kernel Learning, JMLR 2011, section 3; Martins et al.,
// Online Multiple Kernel Learning for Structured Prediction, 2010, for p = 1.
func (c Machine) blockNorm(ctx context.Context, data Data) (*machine.Model, error) {
	began := time.Now()
	tol, most := cmp.Or(c.Tol, 1e-6), cmp.Or(c.MaxIter, 2000)
	b := &blocks{c: c, data: data, eta: make([]float64, len(data.Grams))}
	for j := range b.eta {
		b.eta[j] = math.Pow(float64(len(b.eta)), -(2-c.Norm)/c.Norm)
	}
	for iter := 1; ; iter++ {
		err := b.turn(ctx, tol)
		if b.head == nil || err != nil && solver.Interrupted(ctx) == nil {
			return nil, err
		}
		b.head.Iterations, b.head.Seconds = iter, time.Since(began).Seconds()
		switch {
		case err != nil:
			b.head.Status = solver.Canceled
		case b.head.Gap <= tol*math.Abs(b.head.Objective):
			b.head.Status = solver.Converged
		case iter >= most:
			b.head.Status = solver.IterationLimit
		case c.TimeLimit > 0 && time.Since(began) > c.TimeLimit:
			b.head.Status = solver.TimeLimited
		default:
			b.weigh()
			continue
		}
		out, wrong := assemble(context.WithoutCancel(ctx), data.Grams, b.head, b.alphas)
		return out, cmp.Or(err, wrong)
	}
}

// blocks are a machine and weights of kernels.
type blocks struct {
	c      Machine
	data   Data
	eta    []float64
	start  []float64
	head   *model.Linear
	alphas []*linalg.Dense // η_j α
	norms  []float64       // ‖f_j‖
}

// turn learns the machine of η, and certifies it.
func (b *blocks) turn(ctx context.Context, tol float64) error {
	c := b.c
	c.Norm, c.Tol, c.Start, c.Watch, c.MaxIter = 0, tol/20, b.start, nil, 0
	m, err := c.single(ctx, Data{
		Grams: []toolkit.Gram{Sum(b.data.Grams, b.eta)}, Y: b.data.Y, Weights: b.data.Weights, LabelNames: b.data.LabelNames,
	})
	if m == nil {
		return err
	}
	n, k := len(b.data.Y), m.Head.Outputs
	alpha := linalg.NewDense(n, k, nil)
	for s, i := range m.Rows {
		copy(alpha.Row(int(i)), m.Alpha[0].Row(s))
	}
	b.head, b.alphas, b.norms = m.Head, nil, nil
	if k == 1 {
		b.start = alpha.Data
	}
	scores := linalg.NewDense(n, k, nil)
	for j, g := range b.data.Grams {
		a := linalg.NewDense(n, k, nil)
		floats.AddScaled(a.Data, b.eta[j], alpha.Data)
		f, square, err := values(ctx, g, a)
		if err != nil {
			return err
		}
		floats.Add(scores.Data, f.Data)
		b.alphas, b.norms = append(b.alphas, a), append(b.norms, math.Sqrt(math.Max(0, square)))
	}
	if wrong := b.certify(ctx, scores, alpha); wrong != nil {
		return wrong
	}
	return err
}

// values are f at the examples, n×k, and ‖f‖².
func values(ctx context.Context, g toolkit.Gram, a *linalg.Dense) (f *linalg.Dense, square float64, err error) {
	f = linalg.NewDense(a.R, a.C, nil)
	column, out := make([]float64, a.R), make([]float64, a.R)
	all := make([]int, a.R)
	for i := range all {
		all[i] = i
	}
	for c := range a.C {
		linalg.Column(column, a, c)
		if err := g.Product(ctx, out, all, column); err != nil {
			return nil, 0, err
		}
		square += linalg.Dot(column, out)
		for i, v := range out {
			f.Row(i)[c] = v
		}
	}
	return f, square, nil
}

// weigh takes the best η for the norms.
func (b *blocks) weigh() {
	p := b.c.Norm
	size := floats.Norm(b.norms, p)
	for j, s := range b.norms {
		if size > 0 {
			b.eta[j] = math.Pow(s/size, 2-p)
		}
	}
}

// certify evaluates P and its gap. The dual point is −μα of a loss that was decomposed, which is feasible, and the
// slopes of another one.
func (b *blocks) certify(ctx context.Context, scores, alpha *linalg.Dense) error {
	c, head, n, k := b.c, b.head, len(b.data.Y), b.head.Outputs
	for i := range n {
		for o := range k {
			if head.Intercept != nil {
				scores.Row(i)[o] += head.Intercept[o]
			}
		}
	}
	of, err := c.bound(b.data)
	if err != nil {
		return err
	}
	u := linalg.NewDense(n, k, nil)
	_, tube := c.Loss.(decomposition.Tube)
	var losses, conjugates, size float64
	sums := make([]float64, k)
	for i := range n {
		row := u.Row(i)
		weight := of.Weight(i)
		if weight == 0 {
			continue
		}
		value, conjugate := slope(of, i, scores.Row(i), row, func(row []float64) {
			if tube {
				row[0] = -(1 - inside) * c.Mu * alpha.Row(i)[0] / weight
			}
		})
		floats.Scale(weight, row)
		floats.Add(sums, row)
		losses += weight * value
		conjugates += weight * conjugate
		size += weight * (math.Abs(value) + math.Abs(conjugate))
	}
	t := make([]float64, len(b.data.Grams))
	reach := 0.
	for j, g := range b.data.Grams {
		_, square, err := values(ctx, g, u)
		if err != nil {
			return err
		}
		var absolute float64
		for i, d := range g.Diagonal() {
			absolute += floats.Norm(u.Row(i), 1) * math.Sqrt(d)
		}
		t[j] = math.Sqrt(math.Max(0, square) + 2*float64(n)*0x1p-53*absolute*absolute)
		reach += absolute * absolute / c.Mu
	}
	dualNorm := floats.Norm(t, conjugateNorm(c.Norm))
	penalty := c.Mu / 2 * math.Pow(floats.Norm(b.norms, c.Norm), 2)
	head.Objective = losses + penalty
	dual := -conjugates - dualNorm*dualNorm/(2*c.Mu)
	r := solver.Rounding{Terms: n + len(t), Sum: size + 2*penalty + dualNorm*dualNorm/c.Mu + reach}
	for o, s := range sums {
		if head.Intercept != nil {
			r.Imbalance += 2 * math.Abs(s*head.Intercept[o])
		}
	}
	head.Gap, head.GapKind = r.GapAbove(head.Objective, dual), model.DualityGap
	return nil
}

// inside is by how much a dual point is taken away from bounds, which rounding else may pass.
const inside = 1e-15

// conjugateNorm is p* with 1/p + 1/p* = 1.
func conjugateNorm(p float64) float64 {
	if p == 1 {
		return math.Inf(1)
	}
	return p / (p - 1)
}

// slope writes a slope of ℓ_i, or what is put in its place, and returns the loss and its conjugate there.
func slope(
	of toolkit.Loss, i int, f, to []float64, instead func([]float64),
) (value, conjugate float64) {
	if l, ok := of.(toolkit.Separable); ok {
		value, to[0] = l.At(i, f[0])
		instead(to)
		return value, l.Conjugate(i, to[0])
	}
	l, ok := of.(toolkit.MultiOutput)
	if !ok {
		return math.NaN(), math.NaN()
	}
	value = l.At(to, i, f)
	return value, l.Conjugate(i, to)
}

// bound is the loss with its targets.
func (c Machine) bound(data Data) (toolkit.Loss, error) {
	of, ok := c.Loss.(loss.Labelled)
	if !ok || of.Binary() {
		_, l, err := c.bind(data)
		return l, err
	}
	return c.classes(data)
}
