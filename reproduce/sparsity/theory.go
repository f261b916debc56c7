package sparsity

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// contracting measures the fixed-point map of a multi-task problem with fewer examples than features.
type contracting struct {
	Alpha float64
	Seed  uint64
}

// Contraction is the largest ratio of two successive steps, its bound L_σ (Proposition 1), and the largest ratio of the
// distance to the limit and L^p/(1 − L) times the first step, which the fixed-point theorem bounds by 1.
type Contraction struct{ Measured, Factor, Distance float64 }

// steps of the map that are looked at.
const contractionSteps = 400

func (x contracting) run(ctx context.Context) (Contraction, error) {
	const d, n = 40, 16
	data := newDraw(2, d, 3, n, x.Seed)
	a, b, err := curvature(data.train)
	if err != nil {
		return Contraction{}, err
	}
	s := newSmooth(data.train, 0, 0.05*a, x.Alpha/2*a, a, b)
	points := [][]float64{make([]float64, s.problem.Dim())}
	rule := gradient.IterativeProjection{Step: s.rule(fixed), CheckEvery: limit}
	for st, err := range rule.Iterations(ctx, gradient.WithRidge{F: s.problem, Mu: s.mu}, s.reg, points[0]) {
		if err != nil {
			return Contraction{}, err
		}
		if points = append(points, st.X(nil)); st.Iter == contractionSteps {
			break
		}
	}
	out := Contraction{Factor: gradient.Contraction(float64(gradient.OptimalStep(a, b, s.mu)), a, b, s.mu)}
	first, end := floats.Distance(points[1], points[0], 2), points[len(points)-1]
	for k := 1; k+1 < len(points); k++ {
		before, after := floats.Distance(points[k], points[k-1], 2), floats.Distance(points[k+1], points[k], 2)
		if before > 1e-9*first {
			out.Measured = math.Max(out.Measured, after/before)
		}
		if bound := math.Pow(out.Factor, float64(k)) / (1 - out.Factor) * first; bound > 1e-9*first {
			out.Distance = math.Max(out.Distance, floats.Distance(points[k], end, 2)/bound)
		}
	}
	return out, nil
}

// projecting runs the iteration (10) of Theorem 2 for overlapping groups with weights, where η is Times 1/‖JJᵀ‖.
type projecting struct {
	Times float64
	Steps int
	Seed  uint64
}

// Projection is the largest relative increase of ‖Jᵀv − g/λ‖ in a step, and its relative distance from the projection's
// at the end.
type Projection struct{ Increase, Excess float64 }

func (x projecting) run(context.Context) (out Projection, err error) {
	const d = 30
	rng := rand.New(rand.NewPCG(x.Seed, 89))
	reg := prox.Overlap{Lambda: 1}
	for lo := 0; lo < d; lo += 3 {
		reg.Groups = append(reg.Groups, seq(lo, min(d, lo+7)))
		reg.Weights = append(reg.Weights, 0.5+rng.Float64())
	}
	g := make([]float64, d)
	square := make([]float64, d) // Σ_{k∋j} w_k², the diagonal of JᵀJ
	for j := range g {
		g[j] = 1.5 * rng.NormFloat64()
	}
	v := make([][]float64, len(reg.Groups))
	for k, group := range reg.Groups {
		v[k] = make([]float64, len(group))
		for _, j := range group {
			square[j] += reg.Weights[k] * reg.Weights[k]
		}
	}
	eta := x.Times / floats.Max(square)
	residual := make([]float64, d)
	refresh := func() float64 {
		floats.ScaleTo(residual, -1, g)
		for k, group := range reg.Groups {
			for i, j := range group {
				residual[j] += reg.Weights[k] * v[k][i]
			}
		}
		return floats.Norm(residual, 2)
	}
	last := refresh()
	for range x.Steps {
		for k, group := range reg.Groups {
			var norm float64
			for _, j := range group {
				norm += residual[j] * residual[j]
			}
			norm = reg.Weights[k] * math.Sqrt(norm)
			for i, j := range group {
				v[k][i] = (v[k][i] - eta*reg.Weights[k]*residual[j]) / (1 + eta*norm)
			}
		}
		now := refresh()
		out.Increase = math.Max(out.Increase, now/last-1)
		last = now
	}
	exact := make([]float64, d)
	reg.Prox(exact, g, 1) // g less its projection
	out.Excess = last/floats.Norm(exact, 2) - 1
	return out, nil
}
