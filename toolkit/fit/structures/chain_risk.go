package structures

import (
	"context"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/structured/segments"
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
	segments  segmentSums
	second    second.ForwardBackward
	ofSecond  second.Marginals
}

// segmentSums is what sums over segmentations work with.
type segmentSums struct {
	scores  segments.Scores
	forward segments.ForwardBackward
	m       segments.Marginals
}

// riskParts is how many processors a risk keeps busy at most.
const riskParts = 4

func newChainRisk(ctx context.Context, p *tagging, lambda float64) *chainRisk {
	r := &chainRisk{tagging: p, ctx: ctx, lambda: lambda, observed: make([]float64, len(p.start))}
	c, share := len(p.labels), 1/float64(p.data.Len())
	u := make([]float64, c)
	for i := range p.data.Len() {
		for t := p.data.Start[i]; t < p.data.Start[i+1]; t++ {
			y := p.data.Y[t]
			u[y] = share
			p.pairs.AddRow(r.observed, 1, p.x.Row(t), u)
			u[y] = 0
		}
		if r.marking == nil && !p.NoTransitions { // segments follow each other, not words
			second.Each(p.data.Of(i), c, p.Order, func(at int) { r.observed[len(p.pairs.Output)+at] += share })
		}
	}
	r.observeSegments()
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
	if r.marking != nil {
		r.bySegments(p, w, i)
		return
	}
	lo, hi, c, n := r.data.Start[i], r.data.Start[i+1], len(r.labels), len(r.pairs.Output)
	s := &p.scores
	s.Labels = c
	s.Emission = append(s.Emission[:0], make([]float64, (hi-lo)*c)...)
	if s.Transition = w[n:]; r.NoTransitions {
		s.Transition = make([]float64, c*c)
	}
	for t := lo; t < hi; t++ {
		r.pairs.AddScores(s.Emission[(t-lo)*c:(t-lo+1)*c], w, 1, r.x.Row(t))
	}
	if r.Order == 2 {
		p.loss += p.second.Marginals(&p.ofSecond, &second.Scores{Labels: c, Emission: s.Emission, Transition: s.Transition})
		p.marginals.Emission, p.marginals.Transition = p.ofSecond.Emission, p.ofSecond.Transition
	} else {
		p.loss += p.forward.Marginals(&p.marginals, s)
	}
	if p.curvature != nil {
		for k, v := range p.marginals.Emission {
			p.marginals.Emission[k] = v * (1 - v)
		}
	}
	for t := lo; t < hi; t++ {
		r.pairs.AddRow(p.expected, 1, r.x.Row(t), p.marginals.Emission[(t-lo)*c:(t-lo+1)*c])
	}
	if !r.NoTransitions {
		floats.Add(p.expected[n:], p.marginals.Transition)
	}
}

// observeSegments adds what segments have beyond their words.
func (r *chainRisk) observeSegments() {
	if r.marking == nil {
		return
	}
	c, share := len(r.labels), 1/float64(r.data.Len())
	u := make([]float64, c)
	for i, of := range r.segments.Of {
		for k, g := range of {
			label := r.marking.Begin[g.Label]
			u[label] = share
			r.pairs.AddRow(r.observed, 1, r.x.Row(len(r.data.Y)+r.segments.Row(r.data.Start[i]+g.Start, g.End-g.Start)), u)
			if u[label] = 0; k > 0 && !r.NoTransitions {
				r.observed[len(r.pairs.Output)+r.marking.Begin[of[k-1].Label]*c+label] += share
			}
		}
	}
}

// bySegments is sequence for segments.
func (r *chainRisk) bySegments(p *riskPart, w []float64, i int) {
	first, c, n := r.data.Start[i], len(r.labels), len(r.pairs.Output)
	q, following := &p.segments, w[n:]
	if r.NoTransitions {
		following = nil
	}
	row := func(t, length int) int { return len(r.data.Y) + r.segments.Row(first+t, length) }
	add := func(dst []float64, row int) {
		r.pairs.AddScores(dst, w, 1, r.x.Row(row))
	}
	s := &q.scores
	r.marking.Score(s, r.data.Start[i+1]-first, r.segments.Most, c,
		func(dst []float64, t int) { add(dst, first+t) },
		func(dst []float64, t, length int) { add(dst, row(t, length)) }, following)
	p.loss += q.forward.Marginals(&q.m, s)
	u, words := make([]float64, c), make([]float64, s.N*c)
	expect := func(row int, u []float64) {
		if p.curvature != nil {
			for k, v := range u {
				u[k] = v * max(0, 1-v)
			}
		}
		r.pairs.AddRow(p.expected, 1, r.x.Row(row), u)
	}
	r.marking.Expect(s, q.m.Candidate,
		func(t, label int, v float64) { words[t*c+label] += v },
		func(t, length, label int, v float64) {
			u[label] = v
			expect(row(t, length), u)
			u[label] = 0
		})
	for t := range s.N {
		expect(first+t, words[t*c:(t+1)*c])
	}
	for k, v := range q.m.Transition {
		if !r.NoTransitions {
			p.expected[n+r.marking.Begin[k/s.Labels]*c+r.marking.Begin[k%s.Labels]] += v
		}
	}
}
