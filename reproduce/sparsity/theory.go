package sparsity

import (
	"context"
	"fmt"
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
	Shown bool `json:",omitempty"` // whether its course is kept
}

// Contraction is the largest ratio of two successive steps, its bound L_σ (Proposition 1), and the largest ratio of the
// distance to the limit and L^p/(1 − L) times the first step, which the fixed-point theorem bounds by 1. Course has a
// column for each of contractionCourse, where it is kept.
type Contraction struct {
	Measured, Factor, Distance float64
	Course                     [][]float64 `json:",omitempty"`
}

// The columns of courses: distances are in units of the first step.
var (
	contractionCourse = []string{"iteration", "ratio", "factor", "distance", "bound"}
	projectionCourse  = []string{"iteration", "distance"}
)

// checkCourse tells whether a course has its columns where it is kept, of one length.
func checkCourse(course [][]float64, columns []string, kept bool) error {
	if !kept && len(course) == 0 {
		return nil
	}
	if !kept || len(course) != len(columns) {
		return fmt.Errorf("a course of %d columns, not %d; kept: %t", len(course), len(columns), kept)
	}
	for _, c := range course {
		if len(c) == 0 || len(c) != len(course[0]) {
			return fmt.Errorf("a column of %d numbers beside one of %d", len(c), len(course[0]))
		}
	}
	return nil
}

func (x contracting) check(c Contraction) error {
	return checkCourse(c.Course, contractionCourse, x.Shown)
}

// thinner returns the iteration of a course after k: they are more and more apart.
func thinner(k int) int { return max(k+1, k*8/7) }

// addTo adds a number to each column.
func addTo(course [][]float64, numbers ...float64) {
	for i, v := range numbers {
		course[i] = append(course[i], v)
	}
}

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
	for st, err := range rule.Iterations(ctx, gradient.WithRidge{P: s.problem}) {
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
	if x.Shown {
		out.Course = make([][]float64, len(contractionCourse))
		for k := 1; k <= contractionSteps/2; k = thinner(k) { // the limit is that of all steps
			step, next := floats.Distance(points[k], points[k-1], 2), floats.Distance(points[k+1], points[k], 2)
			addTo(out.Course, float64(k), next/step, out.Factor, floats.Distance(points[k], end, 2)/first,
				math.Pow(out.Factor, float64(k))/(1-out.Factor))
		}
	}
	return out, nil
}

// projectionTimes are the steps of Theorem 2 that are tried: as large as it allows, and larger.
var projectionTimes = []float64{1, 2, 4}

// projecting runs the iteration (10) of Theorem 2 for overlapping groups with weights, where η is Times 1/‖JJᵀ‖.
type projecting struct {
	Times float64
	Steps int
	Seed  uint64
	Shown bool `json:",omitempty"` // whether its course is kept
}

func (x projecting) check(p Projection) error {
	return checkCourse(p.Course, projectionCourse, x.Shown)
}

// Projection is the largest relative increase of ‖Jᵀv − g/λ‖ in a step, its relative distance from the projection's at
// the end, and the distance of Jᵀv itself from the projection of g/λ, over the latter's norm. Course has a column for
// each of projectionCourse, where it is kept.
type Projection struct {
	Increase, Excess, Distance float64
	Course                     [][]float64 `json:",omitempty"`
}

func (x projecting) run(context.Context) (out Projection, err error) {
	const d = 30
	rng := rand.New(rand.NewPCG(x.Seed, 89))
	reg := prox.Overlap{Lambda: 1}
	for lo := 0; lo < d; lo += 3 {
		reg.Groups = append(reg.Groups, seq(lo, min(d, lo+7)))
		reg.Weights = append(reg.Weights, 0.5+rng.Float64())
	}
	g := make([]float64, d)
	diagonal := make([]float64, d) // Σ_{k∋j} w_k², of JᵀJ
	for j := range g {
		g[j] = 1.5 * rng.NormFloat64()
	}
	v := make([][]float64, len(reg.Groups))
	for k, group := range reg.Groups {
		v[k] = make([]float64, len(group))
		for _, j := range group {
			diagonal[j] += reg.Weights[k] * reg.Weights[k]
		}
	}
	eta := x.Times / floats.Max(diagonal)
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
	exact := make([]float64, d)
	reg.Prox(exact, g, 1) // g less its projection, as residual is in the limit but for its sign
	least, off := floats.Norm(exact, 2), make([]float64, d)
	projection := floats.Distance(g, exact, 2)
	if x.Shown {
		out.Course = make([][]float64, len(projectionCourse))
	}
	norm, shown := refresh(), 1
	for q := 1; q <= x.Steps; q++ {
		for k, group := range reg.Groups {
			var square float64
			for _, j := range group {
				square += residual[j] * residual[j]
			}
			length := reg.Weights[k] * math.Sqrt(square)
			for i, j := range group {
				v[k][i] = (v[k][i] - eta*reg.Weights[k]*residual[j]) / (1 + eta*length)
			}
		}
		before := norm
		norm = refresh()
		out.Increase = math.Max(out.Increase, norm/before-1)
		floats.AddTo(off, residual, exact)
		out.Distance = floats.Norm(off, 2) / projection
		if x.Shown && q == shown {
			addTo(out.Course, float64(q), out.Distance)
			shown = thinner(shown)
		}
	}
	out.Excess = norm/least - 1
	return out, nil
}
