package prox

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// GraphFused is the fused lasso of coordinates on a graph,
//
//	λ (S Σ_e w_e |x_to(e) − x_from(e)| + (1 − S)‖x‖₁),      0 ≤ S ≤ 1:
//
// coordinates that an edge joins tend to be equal. On a line Fused has the same prox exactly.
//
// Source: Kim, Sohn, Xing, A Multivariate Regression Approach to Association Analysis of a Quantitative Trait Network,
// Bioinformatics 2009.
type GraphFused struct {
	Lambda  float64
	Mix     float64   // S: 1 is total variation on the graph, 0 the lasso
	Edges   [][2]int  // between coordinates
	Weights []float64 // w_e ≥ 0; nil for ones
}

// network are the edges of positive weight.
func (g GraphFused) network(d int) *network {
	out := &network{n: d}
	for e, ends := range g.Edges {
		if w := weightOf(g.Weights, e); w > 0 {
			out.from, out.to = append(out.from, ends[0]), append(out.to, ends[1])
			out.weight, out.slot = append(out.weight, w), append(out.slot, e)
		}
	}
	return out
}

// Value is λ (S Σ_e w_e |x_to(e) − x_from(e)| + (1 − S)‖x‖₁).
func (g GraphFused) Value(x []float64) float64 {
	var variation float64
	for e, ends := range g.Edges {
		variation += weightOf(g.Weights, e) * math.Abs(x[ends[1]]-x[ends[0]])
	}
	return g.Lambda * (g.Mix*variation + (1-g.Mix)*floats.Norm(x, 1))
}

// Duals is one number an edge: p_e with |p_e| ≤ 1.
func (g GraphFused) Duals(int) int { return len(g.Edges) }

// Prox goes as far as rounding allows.
func (g GraphFused) Prox(dst, v []float64, gamma float64) float64 {
	value, _ := g.ProxTo(dst, make([]float64, len(g.Edges)), v, gamma, proxTol)
	return value
}

// graphMost bounds the iterations of the prox, and graphEvery is how often the gap is looked at.
const (
	graphMost  = 20000
	graphEvery = 10
)

// ProxTo minimizes the dual, ½‖soft(v − γλS DᵀWp, γλ(1 − S))‖² over |p_e| ≤ 1, by projected gradient steps with
// momentum, which starts afresh when the gap has grown: z_e = γλS w_e p_e moves by (Dx)_e over the number of edges at
// both ends. dst is x, the soft threshold there, and gap = λS Σ_e w_e (|(Dx)_e| − p_e (Dx)_e).
//
// Source: Beck, Teboulle, Fast Gradient-Based Algorithms for Constrained Total Variation Image Denoising and
// Deblurring Problems, IEEE Trans. Image Processing 2009, on a graph; soft thresholding: Friedman, Hastie, Höfling,
// Tibshirani, Pathwise Coordinate Optimization, Ann. Appl. Statist. 2007, Lemma A.1.
func (g GraphFused) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	check(dst, v, gamma)
	if len(dual) != len(g.Edges) {
		panic(badLength)
	}
	c, t := gamma*g.Lambda*g.Mix, gamma*g.Lambda*(1-g.Mix)
	y := append([]float64(nil), v...) // dst may be v
	if c == 0 {
		for j, x := range y {
			dst[j] = line.Soft(x, t)
		}
		return g.Value(dst), 0
	}
	s := &graphStep{g: g, y: y, c: c, t: t, ahead: append([]float64(nil), dual...), degree: make([]float64, len(y))}
	for _, ends := range g.Edges {
		s.degree[ends[0]]++
		s.degree[ends[1]]++
	}
	before, best, momentum, stalled := math.Inf(1), math.Inf(1), 1., 0
	for k := 0; ; k++ {
		if k%graphEvery == 0 {
			s.point(dst, dual)
			value, gap = g.Value(dst), g.slack(dst, dual)
			if gap > before {
				copy(s.ahead, dual)
				momentum = 1
			}
			before = gap
			if stalled++; gap < 0.9*best {
				best, stalled = gap, 0
			}
			scale := value + math.Pow(floats.Distance(dst, y, 2), 2)/(2*gamma)
			if !(gap > tol*scale) || k >= graphMost || stalled == 200 || math.IsNaN(scale) {
				return value, gap
			}
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		s.move(dst, dual, (momentum-1)/next)
		momentum = next
	}
}

// slack is λS Σ_e w_e (|(Dx)_e| − p_e (Dx)_e).
func (g GraphFused) slack(x, p []float64) (sum float64) {
	for e, ends := range g.Edges {
		d := x[ends[1]] - x[ends[0]]
		sum += weightOf(g.Weights, e) * math.Max(0, math.Abs(d)-p[e]*d)
	}
	return g.Lambda * g.Mix * sum
}

// graphStep is the dual iteration: ahead is the extrapolated dual point.
type graphStep struct {
	g                GraphFused
	y, ahead, degree []float64
	c, t             float64
}

// point is soft(y − c DᵀWp, t).
func (s *graphStep) point(x, p []float64) {
	copy(x, s.y)
	for e, ends := range s.g.Edges {
		z := s.c * weightOf(s.g.Weights, e) * p[e]
		x[ends[1]] -= z
		x[ends[0]] += z
	}
	for j, v := range x {
		x[j] = line.Soft(v, s.t)
	}
}

// move is a step p⁺ from the point ahead, ahead⁺ = p⁺ + β(p⁺ − p); x is used up.
func (s *graphStep) move(x, p []float64, beta float64) {
	s.point(x, s.ahead)
	for e, ends := range s.g.Edges {
		w := s.c * weightOf(s.g.Weights, e)
		if w == 0 {
			continue
		}
		now := s.ahead[e] + (x[ends[1]]-x[ends[0]])/(w*(s.degree[ends[0]]+s.degree[ends[1]]))
		now = min(max(now, -1), 1)
		s.ahead[e] = now + beta*(now-p[e])
		p[e] = now
	}
}

// Strength is λ.
func (g GraphFused) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g GraphFused) String() string { return "graph" }

// Check tells what is wrong with the penalty on d×k weights.
func (g GraphFused) Check(d, k int) error {
	if k > 1 {
		return errors.New("the graph is of the features of one output, and there are several")
	}
	for e, ends := range g.Edges {
		if ends[0] == ends[1] || min(ends[0], ends[1]) < 0 || max(ends[0], ends[1]) >= d {
			return fmt.Errorf("edge %d joins the coordinates %d and %d: two of 0 to %d are due", e+1, ends[0], ends[1], d-1)
		}
	}
	if err := checkWeights(g.Weights, len(g.Edges), "weight of edge"); err != nil {
		return err
	}
	return checkMix(g.Mix)
}

// Simplify is the lasso for S = 0, or without edges.
func (g GraphFused) Simplify() toolkit.Proxable {
	if g.Mix == 0 || len(g.Edges) == 0 && g.Mix < 1 {
		return L1{Lambda: g.Lambda * (1 - g.Mix)}
	}
	return g
}
