package explorables

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
)

// Trend is a series and its trend: of which the differences of some order are few, at the λ that the reader chooses, by
// the mean or the median, and with constraints.
var Trend = explore.Explorable{
	Name: "explore-trend", Title: "How few bends does a trend need?",
	Subtitle: "synthetic data, 80 points of a line with three bends, of which four are far off",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "lambda", Label: "λ", Min: 1e-4, Max: 1, Step: 0.02, Log: true, Start: 0.02},
		{Kind: explore.Choice, Name: "order", Label: "the trend is", Options: trendOrders, Word: trendOrders[1]},
		{Kind: explore.Choice, Name: "loss", Label: "fitted by", Options: []string{byMean, byMedian}, Word: byMean},
		{
			Kind: explore.Choice, Name: "within", Label: "within", Options: []string{anywhere, rising, bounded}, Word: anywhere,
		},
	},
	Answer: answerTrend, Again: trendAgain,
}

// trendOrders are the trends whose differences of the orders 1, 2 and 3 are few.
var trendOrders = []string{"steps", "lines", "parabolas"}

const (
	byMean   = "squares (mean)"
	byMedian = "absolute values (median)"

	anywhere = "no constraint"
	rising   = "never falling"
	bounded  = "0 to 1"

	trendPoints = 80
)

// trendSeries are the points of the line that is to be found, and what was seen of it.
var trendSeries = sync.OnceValues(func() (truth, seen []float64) {
	random := rand.New(rand.NewPCG(7, 3))
	for i := range trendPoints {
		x := float64(i) / (trendPoints - 1)
		v := math.Min(2.5*x, 0.5+0.5*x) - 1.2*math.Max(0, x-0.6) + 2*math.Max(0, x-0.85)
		truth = append(truth, v)
		if v += 0.06 * random.NormFloat64(); i%19 == 9 {
			v += 0.7
		}
		seen = append(seen, v)
	}
	return truth, seen
})

// trendFit is the problem that the controls say.
func trendFit(v explore.Values) (c fit.Linear, order int) {
	for k, word := range trendOrders {
		if word == v.Words["order"] {
			order = k + 1
		}
	}
	c = fit.Linear{
		Penalty: calculus.Composed{G: prox.L1{Lambda: 1}, L: maps.Differences(trendPoints, order)},
		Lambda:  v.Numbers["lambda"], Tol: 1e-8,
	}
	if v.Words["loss"] == byMedian {
		c.Loss = loss.Quantile{Tau: 0.5}
	}
	switch v.Words["within"] {
	case rising:
		c.Constraints = []toolkit.Proxable{sets.Monotone{}}
	case bounded:
		c.Constraints = []toolkit.Proxable{sets.Box{Lower: []float64{0}, Upper: []float64{1}}}
	}
	return c, order
}

func answerTrend(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	truth, seen := trendSeries()
	c, order := trendFit(v)
	m, err := c.Fit(ctx, fit.Data{X: linalg.Identity(trendPoints), Y: seen})
	if err != nil {
		return a, err
	}
	bends, changes := 0, make([]float64, trendPoints-order)
	maps.Differences(trendPoints, order).MulVec(changes, m.Weights)
	for _, d := range changes {
		if math.Abs(d) > 1e-6 {
			bends++
		}
	}
	var off float64
	for i, w := range m.Weights {
		off += math.Abs(w - truth[i])
	}
	a.Facts = []explore.Fact{
		{Name: "objective P", Value: m.Objective}, {Name: GapFact, Value: m.Gap}, {Name: "breaks", Value: float64(bends)},
		{Name: "mean distance from the line", Value: off / trendPoints},
	}
	a.Said = []string{fmt.Sprintf("Solved by %s after %d iterations.", m.Method, m.Iterations)}
	if m.Constraints != nil {
		a.Said = append(a.Said, fmt.Sprintf("The constraint holds to %.0e.", m.Violation))
	}
	x := make([]float64, trendPoints)
	for i := range x {
		x[i] = float64(i + 1)
	}
	a.Panels = []explore.Panel{{
		Title: "the series and its trend", X: explore.Axis{Label: "time"},
		Y: explore.Axis{Label: "value", Min: -0.4, Max: 1.8},
		Series: []explore.Series{
			{Name: "seen", X: x, Y: seen, Dots: true, Color: 6}, {Name: "the line", X: x, Y: truth, Dashed: true, Color: 2},
			{Name: "trend", X: x, Y: m.Weights, Color: 1},
		},
	}}
	return a, nil
}

// trendAgain has a feature for each point, and the differences as the rows of a matrix.
func trendAgain(v explore.Values) (out explore.Again, err error) {
	const file, rows = "trend.csv", "differences.txt"
	_, seen := trendSeries()
	_, order := trendFit(v)
	changes := maps.Differences(trendPoints, order)
	matrix := make([]float64, (trendPoints-order)*trendPoints)
	linalg.ForEach(changes, func(i, j int, v float64) { matrix[i*trendPoints+j] = v })
	var lines strings.Builder
	for i := range trendPoints - order {
		lines.WriteString(wordsOf(matrix[i*trendPoints:(i+1)*trendPoints], " ") + "\n")
	}
	out.Files = []explore.NamedFile{
		csvFile(file, linalg.Identity(trendPoints), seen), {Name: rows, Content: lines.String()},
	}
	lambda := v.Numbers["lambda"]
	flags, fields, packages := "", fmt.Sprintf(
		"Penalty: calculus.Composed{G: prox.L1{Lambda: 1}, L: maps.Differences(%d, %d)}, Tol: 1e-8", trendPoints, order),
		[]string{"toolkit/fit", "toolkit/linalg/maps", "toolkit/prox", "toolkit/prox/calculus"}
	if v.Words["loss"] == byMedian {
		flags += " --loss quantile --tau 0.5"
		fields += ", Loss: loss.Quantile{Tau: 0.5}"
		packages = append(packages, "toolkit/loss")
	}
	set := map[string][2]string{
		rising: {"monotone", "Monotone{}"}, bounded: {"'0<=x<=1'", "Box{Lower: []float64{0}, Upper: []float64{1}}"},
	}[v.Words["within"]]
	if set[0] != "" {
		flags += " --constraint " + set[0]
		fields += ", Constraints: []toolkit.Proxable{sets." + set[1] + "}"
		packages = append(packages, "toolkit", "toolkit/prox/sets")
	}
	out.Command = "proxlab fit --data " + file + " --target y --penalty 'l1(L)' --map " + rows + " --lambda " +
		number(lambda) + " --tol 1e-8" + flags
	out.Go = program(file, fitted(fields, lambda, false), packages...)
	return out, nil
}
