package explorables

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/figures/explore"
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
	ringCells  = 48
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
	grid, err := f(lattice())
	a.Panels = []explore.Panel{{
		X:      explore.Axis{Label: "x₁", Min: -ringSide, Max: ringSide},
		Y:      explore.Axis{Label: "x₂", Min: -ringSide, Max: ringSide},
		Series: append(supported(x, y, alpha.Data), levels(grid)...),
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

// lattice are the corners of cells over what is shown, row by row from below.
func lattice() *linalg.Dense {
	out := linalg.NewDense((ringCells+1)*(ringCells+1), 2, nil)
	for r := range ringCells + 1 {
		for c := range ringCells + 1 {
			copy(out.Row(r*(ringCells+1)+c), []float64{place(float64(c)), place(float64(r))})
		}
	}
	return out
}

func place(at float64) float64 { return ringSide * (2*at/ringCells - 1) }

// levels are the lines where f is 0 and, dashed, ±1: straight in each triangle, two of which are a cell.
func levels(f []float64) (out []explore.Series) {
	const side = ringCells + 1
	for _, level := range []float64{0, 1, -1} {
		ends := map[[2]int][]segment{}
		for r := range ringCells {
			for c := range ringCells {
				at := r*side + c
				for _, t := range [2][3]int{{at, at + 1, at + side}, {at + side + 1, at + side, at + 1}} {
					cut(f, level, t, ends)
				}
			}
		}
		for n := 0; len(ends) > 0; n++ {
			s := follow(ends)
			s.Color, s.Dashed = 7, level != 0
			if s.Name = ""; n == 0 {
				s.Name = map[float64]string{0: "f = 0", 1: "f = ±1"}[level]
			}
			out = append(out, s)
		}
	}
	return out
}

// segment goes from one edge of the lattice to another, at a place of each.
type segment struct {
	to       [2]int
	from, at explore.Point
}

// cut adds, at both of its ends, the segment of a level in a triangle.
func cut(f []float64, level float64, t [3]int, ends map[[2]int][]segment) {
	const side = ringCells + 1
	var edges [][2]int
	var places []explore.Point
	for k := range 3 {
		i, j := min(t[k], t[(k+1)%3]), max(t[k], t[(k+1)%3])
		if (f[i] > level) == (f[j] > level) {
			continue
		}
		part := (level - f[i]) / (f[j] - f[i])
		edges = append(edges, [2]int{i, j})
		places = append(places, explore.Point{
			place((1-part)*float64(i%side) + part*float64(j%side)), place((1-part)*float64(i/side) + part*float64(j/side)),
		})
	}
	if len(edges) == 2 {
		ends[edges[0]] = append(ends[edges[0]], segment{edges[1], places[0], places[1]})
		ends[edges[1]] = append(ends[edges[1]], segment{edges[0], places[1], places[0]})
	}
}

// follow takes one line out of the segments: from an end of it, where it has one.
func follow(ends map[[2]int][]segment) (s explore.Series) {
	var at [2]int
	first := true
	for edge, of := range ends { // the first in order, as maps have none
		if open := len(of) == 1; first || open && len(ends[at]) > 1 || open == (len(ends[at]) == 1) && before(edge, at) {
			at, first = edge, false
		}
	}
	start := ends[at][0].from
	s.X, s.Y = []float64{start[0]}, []float64{start[1]}
	for len(ends[at]) > 0 {
		next := ends[at][0]
		drop(ends, at, next.to)
		drop(ends, next.to, at)
		s.X, s.Y = append(s.X, next.at[0]), append(s.Y, next.at[1])
		at = next.to
	}
	return s
}

func before(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

// drop forgets a segment at one of its ends.
func drop(ends map[[2]int][]segment, at, to [2]int) {
	of := ends[at]
	for k, s := range of {
		if s.to == to {
			of = append(of[:k:k], of[k+1:]...)
			break
		}
	}
	if ends[at] = of; len(of) == 0 {
		delete(ends, at)
	}
}
