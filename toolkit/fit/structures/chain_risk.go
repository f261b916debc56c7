package structures

import (
	"context"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// chainRisk is (λ/2)‖w‖² + (1/m) Σ_i ℓ_i(w) for the loss of a CRF over sequences, of the weights w of all pairs, and of
// the transitions behind them.
type chainRisk struct {
	*tagging
	ctx      context.Context
	lambda   float64
	observed []float64 // Σ_i φ(x_i, y_i)/m
	parts    []*riskPart
}

// riskPart is a run of sequences, and what one goroutine needs for them. There are as many on every machine, and they
// are added up in their order: sums are the same everywhere.
type riskPart struct {
	lo, hi    int
	loss      float64
	expected  []float64
	curvature []float64 // Σ p(1 − p) in the place of Σ p; nil where it is not asked for
	scores    structured.ChainScores
	forward   structured.ForwardBackward
	marginals structured.ChainMarginals
}

// riskParts is how many processors a risk keeps busy at most.
const riskParts = 4

func newChainRisk(ctx context.Context, p *tagging, lambda float64) *chainRisk {
	r := &chainRisk{tagging: p, ctx: ctx, lambda: lambda, observed: make([]float64, len(p.start))}
	c, share := len(p.labels), 1/float64(p.data.Len())
	u := make([]float64, c)
	for i := range p.data.Len() {
		before := -1
		for t := p.data.Start[i]; t < p.data.Start[i+1]; t++ {
			y := p.data.Y[t]
			u[y] = share
			columns, values := p.x.Row(t)
			p.pairs.AddRow(r.observed, 1, columns, values, u)
			u[y] = 0
			if before >= 0 && !p.NoTransitions {
				r.observed[len(p.pairs.Output)+before*c+y] += share
			}
			before = y
		}
	}
	next := 0
	for k := range riskParts { // runs of as many positions
		part := &riskPart{lo: next, expected: make([]float64, len(p.start))}
		for next < p.data.Len() && (k == riskParts-1 || p.data.Start[next]*riskParts < (k+1)*len(p.data.Y)) {
			next++
		}
		part.hi = next
		r.parts = append(r.parts, part)
	}
	return r
}

// at writes the gradient at w to g and returns the risk.
func (r *chainRisk) at(g, w []float64) (float64, error) {
	if err := r.pass(w); err != nil {
		return 0, err
	}
	share := 1 / float64(r.data.Len())
	value := r.lambda/2*floats.Dot(w, w) - floats.Dot(r.observed, w)
	copy(g, w)
	floats.Scale(r.lambda, g)
	floats.Sub(g, r.observed)
	for _, p := range r.parts {
		value += share * p.loss
		floats.AddScaled(g, share, p.expected)
	}
	return value, nil
}

// curvature writes an upper bound of the diagonal of the Hessian at w to h, where weights of features that do not come
// twice in a sentence have λ + Σ p(1 − p)/m, and transitions λ + Σ p/m.
func (r *chainRisk) curvature(h, w []float64) error {
	for _, p := range r.parts {
		p.curvature = p.expected
	}
	err := r.pass(w)
	for k := range h {
		h[k] = r.lambda
	}
	for _, p := range r.parts {
		p.curvature = nil
		floats.AddScaled(h, 1/float64(r.data.Len()), p.expected)
	}
	return err
}

// gap is the bound ‖∇P‖²/(2λ) ≥ P − P* of a strongly convex function, with what rounding does to the gradient: its
// entries are sums of as many numbers as there are positions, products along a sequence of sums over labels, and
// exponentials of sums over templates.
func (r *chainRisk) gap(gradient, w []float64) float64 {
	longest := 0
	for i := range r.data.Len() {
		longest = max(longest, r.data.Start[i+1]-r.data.Start[i])
	}
	norm := floats.Norm(gradient, 2)
	terms := float64(len(r.data.Y) + longest*(2*len(r.labels)+8*len(r.Templates)))
	norm += terms * 0x1p-53 * (norm + 2*floats.Norm(r.observed, 2) + 2*r.lambda*floats.Norm(w, 2))
	return solver.Known(norm * norm / (2 * r.lambda))
}

// pass goes over all sequences, on several processors.
func (r *chainRisk) pass(w []float64) error {
	var g errgroup.Group
	for _, p := range r.parts {
		g.Go(func() error {
			clear(p.expected)
			p.loss = 0
			for i := p.lo; i < p.hi; i++ {
				if err := context.Cause(r.ctx); err != nil {
					return err
				}
				r.sequence(p, w, i)
			}
			return nil
		})
	}
	return g.Wait()
}

// sequence adds the log-partition of sequence i, and the expected features.
func (r *chainRisk) sequence(p *riskPart, w []float64, i int) {
	lo, hi, c, n := r.data.Start[i], r.data.Start[i+1], len(r.labels), len(r.pairs.Output)
	s := &p.scores
	s.Labels = c
	s.Emission = append(s.Emission[:0], make([]float64, (hi-lo)*c)...)
	if s.Transition = w[n:]; r.NoTransitions {
		s.Transition = make([]float64, c*c)
	}
	for t := lo; t < hi; t++ {
		columns, values := r.x.Row(t)
		r.pairs.AddScores(s.Emission[(t-lo)*c:(t-lo+1)*c], w, 1, columns, values)
	}
	p.loss += p.forward.Marginals(&p.marginals, s)
	if p.curvature != nil {
		for k, v := range p.marginals.Emission {
			p.marginals.Emission[k] = v * (1 - v)
		}
	}
	for t := lo; t < hi; t++ {
		columns, values := r.x.Row(t)
		r.pairs.AddRow(p.expected, 1, columns, values, p.marginals.Emission[(t-lo)*c:(t-lo+1)*c])
	}
	if !r.NoTransitions {
		floats.Add(p.expected[n:], p.marginals.Transition)
	}
}
