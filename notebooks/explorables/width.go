package explorables

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables/levels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// Width is a support vector machine of a Gaussian kernel in the plane: its width and C, the line where it is
// undecided, its margins, and the points that support it.
var Width = explore.Explorable{
	Name: "explore-width", Title: "A kernel's width: margins and support vectors",
	Subtitle: "synthetic data, 90 points: a ring around a cloud, some of them mistaken",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "width", Label: "width σ", Min: 0.1, Max: 10, Step: 0.05, Log: true, Start: 1},
		{Kind: explore.Slider, Name: "c", Label: "C", Min: 0.01, Max: 1000, Step: 0.1, Log: true, Start: 1},
	},
	Answer: answerWidth,
}

const (
	ringPoints = 90
	ringSide   = 3.5 // half of what is shown
	ringCells  = 48  // a side, by which lines are found
)

// ring are points about 0, −1, and around them, +1; one in fifteen has the other label.
func ring(n int, seed uint64) (x *linalg.Dense, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 12))
	x, y = linalg.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		radius := 0.9 * math.Abs(rng.NormFloat64())
		if y[i] = -1; i%2 == 0 {
			y[i], radius = 1, 2.2+0.35*rng.NormFloat64()
		}
		angle := 2 * math.Pi * rng.Float64()
		copy(x.Row(i), []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
		if i%15 == 0 {
			y[i] = -y[i]
		}
	}
	return x, y
}

// answerWidth learns by decomposition, and draws where f is −1, 0 and 1.
func answerWidth(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	x, y := ring(ringPoints, 1)
	k := kernel.Gaussian{Variance: v.Numbers["width"] * v.Numbers["width"]}
	mu := 1 / (v.Numbers["c"] * ringPoints)
	p, err := decomposition.NewProblem(kernel.NewColumns(k, x), loss.Hinge{Y: y}, mu, true)
	if err != nil {
		return a, err
	}
	var st *decomposition.State
	for st, err = range (decomposition.Method{Tol: 1e-6}).Iterations(ctx, p) {
		if err != nil {
			return a, err
		}
		const most = 2000 // working sets
		if st.Gap <= 1e-6*math.Abs(st.Objective) || st.Iter >= most {
			break
		}
	}
	alpha := linalg.NewDense(ringPoints, 1, st.X(nil))
	f := func(z *linalg.Dense) ([]float64, error) {
		out, err := kernel.Expand(ctx, k, z, x, alpha)
		for i := range out.Data {
			out.Data[i] += st.B
		}
		return out.Data, err
	}
	others, labels := ring(1000, 2)
	scores, err := f(others)
	if err != nil {
		return a, err
	}
	wrong, support, bound := 0., 0., 0.
	for i, s := range scores {
		if s*labels[i] <= 0 {
			wrong += 1 / float64(len(scores))
		}
	}
	for i, c := range alpha.Data {
		if c != 0 {
			support++
		}
		if math.Abs(c) == p.Up[i]+p.Down[i] {
			bound++
		}
	}
	a.Facts = []explore.Fact{
		{Name: SupportFact, Value: support}, {Name: "of them at the bound C", Value: bound},
		{Name: "wrong among 1,000 other points", Value: wrong}, {Name: "P", Value: mu * st.Objective},
		{Name: GapFact, Value: mu * st.Gap},
	}
	grid, err := f(levels.Corners(ringCells, ringSide))
	a.Panels = []explore.Panel{{
		X:      explore.Axis{Label: "x₁", Min: -ringSide, Max: ringSide},
		Y:      explore.Axis{Label: "x₂", Min: -ringSide, Max: ringSide},
		Series: append(supported(x, y, alpha.Data), margins(grid)...),
	}}
	return a, err
}

// SupportFact is how many points have a coefficient.
const SupportFact = "support vectors"

// supported are points by label: those that support the machine, and the others.
func supported(x *linalg.Dense, y, alpha []float64) []explore.Series {
	out := []explore.Series{
		{Name: "+1, support vectors", Dots: true, Color: 1}, {Name: "−1, support vectors", Dots: true, Color: 2},
		{Name: "+1, others", Dots: true, Color: 6}, {Name: "−1, others", Dots: true, Color: 5},
	}
	for i, label := range y {
		to := &out[int(1-label)/2]
		if alpha[i] == 0 {
			to = &out[2+int(1-label)/2]
		}
		to.X, to.Y = append(to.X, x.At(i, 0)), append(to.Y, x.At(i, 1))
	}
	return out
}

// margins are the lines where f is 0 and, dashed, ±1.
func margins(f []float64) (out []explore.Series) {
	for _, level := range []float64{0, 1, -1} {
		for n, s := range levels.Lines(f, ringCells, ringSide, level) {
			if s.Color, s.Dashed = 7, level != 0; n == 0 {
				s.Name = map[float64]string{0: "f = 0", 1: "f = ±1"}[level]
			}
			out = append(out, s)
		}
	}
	return out
}
