package fit_test

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/exact"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// exactly writes a problem down as the documentation states it, in numbers of 384 bits, and the model as a point of
// it: data as they are, weights divided by their sum, features by their standard deviations where that is asked.
func exactly(c fit.Linear, data fit.Data, m *model.Linear) (*exact.Problem, []*exact.Float) {
	n, d := data.X.Dims()
	p := &exact.Problem{Outputs: m.Outputs, Intercept: c.Intercept, Mu: exact.New(c.Mu)}
	total := exact.New(0)
	var rows []int
	for i := range n {
		weight := exact.New(1)
		if data.Weights != nil {
			weight = exact.New(data.Weights[i])
		}
		if weight.Sign() == 0 {
			continue
		}
		row := make([]float64, d)
		data.X.(linalg.Rows).AddRow(row, 1, i)
		rows = append(rows, i)
		total.Add(total, weight)
		p.X, p.C = append(p.X, exact.Of(row)), append(p.C, weight)
		if m.Tasks != nil {
			column, _ := slices.BinarySearch(m.Tasks, data.Task[i])
			p.Column = append(p.Column, column)
		}
	}
	for _, w := range p.C {
		w.Quo(w, total)
	}
	scales := make([]*exact.Float, d)
	for j := range d {
		scales[j] = exact.New(1)
		if c.Standardize {
			scales[j] = exactScale(p, j)
		}
		for _, row := range p.X {
			row[j].Quo(row[j], scales[j])
		}
	}
	exactLoss(p, c, data, m, rows)
	exactPenalty(p, c.Penalty, exact.New(c.Lambda), d)
	x := exact.Of(m.Weights)
	for j := range x {
		x[j].Mul(x[j], scales[j/m.Outputs])
	}
	return p, append(x, exact.Of(m.Intercept)...)
}

// exactScale is the standard deviation of feature j, or the root of its mean square without an intercept; 1 where it
// is constant up to rounding.
func exactScale(p *exact.Problem, j int) *exact.Float {
	mean, square := exact.New(0), exact.New(0)
	if p.Intercept {
		for i, c := range p.C {
			mean.Add(mean, new(exact.Float).Mul(c, p.X[i][j]))
		}
	}
	for i, c := range p.C {
		v := new(exact.Float).Sub(p.X[i][j], mean)
		square.Add(square, v.Mul(v, new(exact.Float).Mul(v, c)))
	}
	scale := square.Sqrt(square)
	if scale.Sign() == 0 || scale.Cmp(mean.Mul(mean.Abs(mean), exact.New(1e-12))) <= 0 {
		return exact.New(1)
	}
	return scale
}

func exactLoss(p *exact.Problem, c fit.Linear, data fit.Data, m *model.Linear, rows []int) {
	classes, signs, y := make([]int, len(rows)), make([]int, len(rows)), make([][]*exact.Float, len(rows))
	for k, i := range rows {
		if data.Y == nil {
			break
		}
		y[k] = exact.Of(data.Y[i : i+1])
		classes[k] = slices.Index(m.Labels, data.Y[i])
		signs[k] = 2*classes[k] - 1
	}
	if l, ok := c.Loss.(loss.SquaredOutputs); ok {
		for i := range y {
			y[i] = exact.Of(l.Y[i*l.K : (i+1)*l.K])
		}
		p.Loss = exact.Squared{Y: y}
		return
	}
	switch lossOf(c) {
	case "squared":
		p.Loss = exact.Squared{Y: y}
	case "logistic":
		p.Loss = exact.Logistic{Y: signs}
	case "exponential":
		p.Loss = exact.Exponential{Y: signs}
	case "hinge":
		p.Loss = exact.Hinge{Y: signs}
	case "multinomial":
		p.Loss = exact.Multinomial{Y: classes}
	default:
		p.Loss = exactFamily(c, slices.Concat(y...))
	}
}

// exactFamily is the loss of a family of distributions.
func exactFamily(c fit.Linear, y []*exact.Float) exact.Loss {
	switch l := c.Loss.(type) {
	case loss.Poisson:
		return exact.Counts{Y: y}
	case loss.NegativeBinomial:
		return exact.Counts{Y: y, Theta: exact.New(l.Parameter())}
	case loss.Gamma:
		return exact.Gamma{Y: y}
	case loss.Tweedie: // 2 − p and p − 1 are exact
		return exact.Tweedie{Y: y, A: exact.New(2 - l.Parameter()), B: exact.New(l.Parameter() - 1)}
	case loss.Binomial:
		return exact.Binomial{Y: y}
	}
	return nil
}

// exactPenalty writes λΩ as norms of blocks, or as the trace norm.
func exactPenalty(p *exact.Problem, penalty any, lambda *exact.Float, d int) {
	block := func(weight *exact.Float, coordinates ...int) {
		if weight.Sign() > 0 {
			p.Blocks = append(p.Blocks, exact.Block{Coordinates: coordinates, Weight: weight})
		}
	}
	// share is λ a w_k, w nil for ones.
	share := func(a *exact.Float, weights []float64, k int) *exact.Float {
		out := new(exact.Float).Mul(lambda, a)
		if weights != nil {
			out.Mul(out, exact.New(weights[k]))
		}
		return out
	}
	groups := func(mix *exact.Float, groups prox.Groups, weights []float64) {
		for k, g := range groups {
			block(share(mix, weights, k), g...)
		}
	}
	one := exact.New(1)
	switch g := penalty.(type) {
	case prox.L1:
		for j := range d * p.Outputs {
			block(share(one, g.Weights, j), j)
		}
	case prox.L21:
		groups(one, g.Groups, g.Weights)
	case prox.Overlap:
		groups(one, g.Groups, g.Weights)
	case prox.SparseGroup:
		mix := exact.New(g.Mix)
		groups(mix, g.Groups, g.Weights)
		for j := range d {
			block(share(new(exact.Float).Sub(one, mix), nil, j), j)
		}
	case prox.MultiTask:
		for j := range d {
			var row []int
			for k := range p.Outputs {
				row = append(row, j*p.Outputs+k)
			}
			block(lambda, row...)
		}
	case prox.TraceNorm:
		p.Trace = lambda
	}
}

// What an enclosure of the minimum can say of a certificate.
const (
	honest = "honest"
	untrue = "false"
	open   = "not judged"
)

// verdict is what an enclosure of the minimum says of a model's certificate.
type verdict struct {
	kind               string
	objective          float64
	lower, upper, past float64 // bounds of P*, and how far beyond the gap the error is, as a share of P
}

// judge compares the certificate of a model with the minimum: P of the model as it is may not exceed P* by more than
// the gap, nor may the objective reported less the gap. It narrows the minimum down until one of both is proved.
func judge(c fit.Linear, data fit.Data, m *model.Linear) verdict {
	for _, v := range append(append([]float64{m.Objective, m.Gap}, m.Weights...), m.Intercept...) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return verdict{kind: untrue, objective: v, past: math.Inf(1)}
		}
	}
	p, x := exactly(c, data, m)
	return judgeOf(p, x, m)
}

// judgeOf is judge of a problem that is written down, with the model as a point of it.
func judgeOf(p *exact.Problem, x []*exact.Float, m *model.Linear) verdict {
	e := p.Enclose(x)
	gap, at, said := exact.New(m.Gap), e.Upper, exact.New(m.Objective)
	if at.IsInf() {
		return verdict{kind: untrue, objective: math.Inf(1), past: math.Inf(1)}
	}
	kinds := len(p.Blocks) + p.Outputs
	if p.Loss.Kinks() {
		kinds += len(p.X)
	}
	bound := exact.New(0) // of the losses
	least := func(lower *exact.Float) *exact.Float { return new(exact.Float).Sub(atLeast(at, said), lower) }
	out := verdict{kind: open}
	tau := new(exact.Float).Quo(atLeast(gap, new(exact.Float).SetMantExp(at, -60)), exact.New(float64(64*kinds)))
	for range 7 {
		switch {
		case least(bound).Cmp(gap) <= 0:
			out.kind = honest
		case least(e.Upper).Cmp(gap) > 0:
			out.kind = untrue
		}
		if out.kind != open || tau.Sign() == 0 {
			break
		}
		e.Tighten(tau)
		if e.Lower != nil {
			bound = atLeast(bound, e.Lower)
		}
		tau.SetMantExp(tau, -24)
	}
	out.objective, _ = at.Float64()
	out.lower, _ = bound.Float64()
	out.upper, _ = e.Upper.Float64()
	past := new(exact.Float).Sub(least(e.Upper), gap)
	if at.Sign() > 0 {
		out.past, _ = past.Quo(past, at).Float64()
	}
	return out
}

func atLeast(a, b *exact.Float) *exact.Float {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}
