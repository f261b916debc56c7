package factor

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/polytope"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// SumProduct finds marginals by tree-reweighted sums: the edges are parted among forests, j = 1, …, J, and with scores
// of nodes that are shifted by δ_j, Σ_j δ_j = 0, and those of edges divided by the share ρ_e of forests that have them,
//
//	log Z ≤ min_δ (1/J) Σ_j log Z_j  =  max_{μ in the local polytope} ⟨θ, μ⟩ + Σ_s H(μ_s) − Σ_e ρ_e I(μ_e),
//
// whose maximizer are the marginals: exact ones on a forest. Steps bring the logarithms of the forests' marginals
// together. It is for graphs without rules.
//
// Source: Wainwright, Jaakkola, Willsky, A New Class of Upper Bounds on the Log Partition Function, IEEE Transactions
// on Information Theory 2005, theorem 1 and section IV.
type SumProduct struct {
	Iterations int     // at most; 0 for 200
	Tolerance  float64 // of bound less value, relative, at which it stops; 0 for 1e-6
}

// Marginals are distributions with what they say of log Z = log Σ_y exp S(y).
type Marginals struct {
	Fraction
	Bound float64 // log Z is no more, nor is the maximum over the polytope
	Value float64 // of the point: no more than the maximum; log Z itself on a forest
	Iter  int
}

// Marginals stops where bound and value meet.
func (d SumProduct) Marginals(ctx context.Context, g *Graph) (*Marginals, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if len(g.rules) > 0 {
		return nil, errRules
	}
	forests, share := g.spanning()
	return d.withDefaults().run(ctx, &mixture{g: g, forests: forests, share: share})
}

func (d SumProduct) withDefaults() SumProduct {
	if d.Iterations == 0 {
		d.Iterations = 200
	}
	if d.Tolerance == 0 {
		d.Tolerance = 1e-6
	}
	return d
}

// mixture are the forests with what they agree on.
type mixture struct {
	g       *Graph
	forests []*forest
	share   []float64
}

func (d SumProduct) run(ctx context.Context, m *mixture) (*Marginals, error) {
	r := &Marginals{Bound: math.Inf(1), Value: math.Inf(-1)}
	rounding := m.g.rounding()
	bound, step := m.bound(), 1.
	for {
		if math.IsInf(bound, -1) {
			return nil, ErrInfeasible
		}
		r.Bound = min(r.Bound, bound+rounding)
		f := m.mean()
		if v := m.value(f); v > r.Value || r.Iter == 0 {
			r.Value, r.Fraction = v, *f
		}
		if r.Bound-r.Value <= 2*rounding+d.Tolerance*(1+math.Abs(r.Bound)) || r.Iter >= d.Iterations {
			return r, nil
		}
		if err := context.Cause(ctx); err != nil {
			return r, err
		}
		r.Iter++
		directions, slope := m.directions()
		for ; ; step /= 2 {
			m.move(directions, step)
			if next := m.bound(); next <= bound-1e-4*step*slope {
				bound = next
				break
			}
			m.move(directions, -step)
			if step < 1e-10 {
				return r, nil // as rounding allows no more
			}
		}
		step = min(1.5*step, 10)
	}
}

// bound is (1/J) Σ_j log Z_j.
func (m *mixture) bound() (sum float64) {
	for _, f := range m.forests {
		sum += f.sum(m.g) / float64(len(m.forests))
	}
	return sum
}

// directions are those in which the logarithms of marginals come together, and the slope of the bound along them.
func (m *mixture) directions() (d [][]float64, slope float64) {
	const least = 1e-22 // what is below counts as that
	n, j := len(m.g.scores), float64(len(m.forests))
	mean, p := make([]float64, n), make([]float64, n)
	d = make([][]float64, len(m.forests))
	for k, f := range m.forests {
		d[k] = make([]float64, n)
		for i, v := range f.p {
			d[k][i] = -math.Log(max(least, v))
			mean[i] += d[k][i] / j
			p[i] += v / j
		}
	}
	for k, f := range m.forests {
		for i := range mean {
			d[k][i] -= mean[i]
			slope -= d[k][i] * (f.p[i] - p[i]) / j
		}
	}
	return d, slope
}

func (m *mixture) move(d [][]float64, step float64) {
	for k, f := range m.forests {
		for i, v := range d[k] {
			f.shift[i] += step * v
		}
	}
}

// mean is the point of the forests' mean marginals, with pairs that have them for margins.
func (m *mixture) mean() *Fraction {
	g, j := m.g, float64(len(m.forests))
	p := make([]float64, len(g.scores))
	f := &Fraction{make([][]float64, len(g.states)), make([][]float64, len(g.edges))}
	for _, of := range m.forests {
		for i, v := range of.p {
			p[i] += v / j
		}
		for k, e := range of.of {
			if f.Edge[e] == nil {
				f.Edge[e] = make([]float64, len(of.pair[k]))
			}
			for i, v := range of.pair[k] {
				f.Edge[e][i] += v / (j * m.share[e])
			}
		}
	}
	for s := range g.states {
		f.Node[s] = p[g.first[s]:g.first[s+1]]
		sum := 0.
		for _, v := range f.Node[s] {
			sum += v
		}
		sums.Scale(f.Node[s], sum, 1)
	}
	for e, q := range f.Edge {
		polytope.Couple(q, f.Node[g.edges[e].a], f.Node[g.edges[e].b])
	}
	return f
}

// value is ⟨θ, μ⟩ + Σ_s H(μ_s) − Σ_e ρ_e I(μ_e).
func (m *mixture) value(f *Fraction) float64 {
	sum := m.g.value(f)
	for _, p := range f.Node {
		for _, v := range p {
			if v > 0 {
				sum -= v * math.Log(v)
			}
		}
	}
	for e, q := range f.Edge {
		pa, pb := f.Node[m.g.edges[e].a], f.Node[m.g.edges[e].b]
		for i, v := range q {
			if v > 0 {
				sum -= m.share[e] * v * math.Log(v/(pa[i/len(pb)]*pb[i%len(pb)]))
			}
		}
	}
	return sum
}
