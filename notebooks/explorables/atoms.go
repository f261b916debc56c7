package explorables

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/dictionary"
)

// Atoms learns the shapes that signals are made of: how many, in how many passes, and how few of them a signal takes.
var Atoms = explore.Explorable{
	Name: "explore-atoms", Title: "How many atoms, and how sparse?",
	Subtitle: "synthetic data, 240 signals with noise, each of two of six shapes",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "atoms", Label: "atoms", Min: 1, Max: 10, Step: 1, Start: 6},
		{Kind: explore.Slider, Name: "lambda", Label: "λ", Min: 0.01, Max: 2, Step: 0.02, Log: true, Start: 0.4},
		{Kind: explore.Slider, Name: "passes", Label: "passes over the signals", Min: 0, Max: 20, Step: 1, Start: 10},
		{Kind: explore.Slider, Name: "start", Label: "the start", Min: 1, Max: 8, Step: 1, Start: 1},
		{Kind: explore.Slider, Name: "signal", Label: "the signal shown", Min: 1, Max: 240, Step: 1, Start: 1},
	},
	Answer: answerAtoms,
}

const (
	atomSignals, atomPoints, atomShapes = 240, 32, 6

	// LeftFact is what codes leave out.
	LeftFact = "of the signals left out (%)"
	// FoundFact is how many shapes are an atom.
	FoundFact = "shapes found"
)

// atomSet are signals, and the shapes of norm 1 that they are made of: bumps, a step and waves.
var atomSet = sync.OnceValues(func() (x, shapes *linalg.Dense) {
	x, shapes = linalg.NewDense(atomSignals, atomPoints, nil), linalg.NewDense(atomShapes, atomPoints, nil)
	bump := func(t, at float64) float64 { return math.Exp(-(t - at) * (t - at) / 0.01) }
	for j := range atomPoints {
		t := (float64(j) + 0.5) / atomPoints
		for k, v := range []float64{
			bump(t, 0.2), bump(t, 0.5), bump(t, 0.8), math.Copysign(1, t-0.5), math.Sin(6 * math.Pi * t),
			math.Cos(12 * math.Pi * t),
		} {
			shapes.Row(k)[j] = v
		}
	}
	for k := range atomShapes {
		floats.Scale(1/floats.Norm(shapes.Row(k), 2), shapes.Row(k))
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range atomSignals {
		for _, k := range rng.Perm(atomShapes)[:2] {
			floats.AddScaled(x.Row(i), math.Copysign(1+rng.Float64(), rng.NormFloat64()), shapes.Row(k))
		}
		for j := range atomPoints {
			x.Row(i)[j] += 0.05 * rng.NormFloat64()
		}
	}
	return x, shapes
})

func answerAtoms(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	const batch = 48
	x, shapes := atomSet()
	coder := dictionary.Coder{Lambda: v.Numbers["lambda"]}
	learn := dictionary.Online{Atoms: int(v.Numbers["atoms"]), Coder: coder, Batch: batch}
	learn.Seed = uint64(v.Numbers["start"]) - 1
	steps := int(v.Numbers["passes"]) * atomSignals / batch
	var d *linalg.Dense
	for s, err := range learn.Iterations(ctx, x) {
		if err != nil {
			return a, err
		}
		if d = s.D; s.Iter >= steps {
			break
		}
	}
	codes, err := coder.Encode(ctx, d, x)
	if err != nil {
		return a, err
	}
	fitted := linalg.NewDense(atomSignals, atomPoints, nil)
	for i := range atomSignals {
		col, val := codes.Alpha.Row(i)
		for k, j := range col {
			floats.AddScaled(fitted.Row(i), val[k], d.Row(int(j)))
		}
	}
	off := relative(fitted.Data, x.Data)
	found, alike := 0, make([]bool, d.R)
	for k := range atomShapes {
		for j := range d.R {
			if like := math.Abs(floats.Dot(d.Row(j), shapes.Row(k))); like > 0.97*floats.Norm(d.Row(j), 2) {
				found++
				alike[j] = true
				break
			}
		}
	}
	a.Facts = []explore.Fact{
		{Name: "objective P", Value: codes.Objective}, {Name: "P − P* ≤, of the codes", Value: codes.Gap},
		{Name: "atoms a signal", Value: float64(len(codes.Alpha.Val)) / atomSignals},
		{Name: LeftFact, Value: 100 * off * off}, {Name: FoundFact, Value: float64(found)},
	}
	a.Said = []string{fmt.Sprintf("%d of the six shapes are found; codes are certified, atoms are a local answer.", found)}
	at := int(v.Numbers["signal"]) - 1
	a.Columns = 2
	a.Panels = []explore.Panel{atomCurves(d, alike), {
		Title: fmt.Sprintf("signal %d", at+1), X: explore.Axis{Label: "point"}, Y: explore.Axis{Label: "value"},
		Series: []explore.Series{
			{Name: "seen", X: countedTo(atomPoints), Y: x.Row(at), Dots: true, Color: 6},
			{Name: "by its atoms", X: countedTo(atomPoints), Y: fitted.Row(at), Color: 1},
		},
	}}
	return a, nil
}

// atomCurves are atoms one above the other, those of a shape in another colour.
func atomCurves(d *linalg.Dense, alike []bool) explore.Panel {
	p := explore.Panel{
		Title: "the atoms", X: explore.Axis{Label: "point"}, Y: explore.Axis{Label: "atom", Min: 0, Max: float64(d.R) + 1},
	}
	names := map[bool]string{true: "a shape", false: "not one of them"}
	for j := range d.R {
		s := explore.Series{Name: names[alike[j]], X: countedTo(atomPoints), Y: make([]float64, atomPoints), Color: 2}
		if names[alike[j]] = ""; alike[j] {
			s.Color = 1
		}
		for k, v := range d.Row(j) {
			s.Y[k] = float64(d.R-j) + v
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// countedTo is 1, 2, …, n.
func countedTo(n int) []float64 {
	out := make([]float64, n)
	for k := range out {
		out[k] = float64(k + 1)
	}
	return out
}
