package figures

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
)

// Run is the course of a solver: each list has a number for each state, which says what the solver had spent, or how
// far it was. NaN, or an empty list, means unknown.
type Run struct {
	Name                       string
	Iterations, Calls, Seconds []float64
	Objective, Gap             []float64
}

// Runs compares courses of solvers. In the interactive figure the reader chooses what is compared, and over what. The
// static figure shows the first choice of each: the duality gap where one is known, over iterations, unless Over and
// Show say others.
type Runs struct {
	Meta
	Runs []Run
	// Best is the least objective known; 0 stands for the least of the runs.
	Best float64
	// Over and Show are the first choice, as the interactive figure names them: iterations, oracle calls or seconds, and
	// duality gap, suboptimality, relative or objective. "" stands for the first there is.
	Over, Show string
}

// view is one choice of axes.
type view struct {
	X, Y string // what the reader chooses
	x    func(r Run) []float64
	y    func(r Run) []float64
	axes [2]Axis
}

// best returns Best, or the lowest objective.
func (f Runs) best() float64 {
	if f.Best != 0 {
		return f.Best
	}
	best := math.Inf(1)
	for _, r := range f.Runs {
		for _, v := range r.Objective {
			best = math.Min(best, v)
		}
	}
	return best
}

// views returns the choices for which there are numbers.
func (f Runs) views() []view {
	best := f.best()
	less := func(scale float64) func(r Run) []float64 {
		return func(r Run) []float64 {
			out := make([]float64, len(r.Objective))
			for k, v := range r.Objective {
				out[k] = (v - best) / scale
			}
			return out
		}
	}
	xs := []view{
		{X: "iterations", x: func(r Run) []float64 { return r.Iterations }, axes: [2]Axis{{Label: "iteration"}}},
		{X: "oracle calls", x: func(r Run) []float64 { return r.Calls }, axes: [2]Axis{{Label: "oracle calls"}}},
		{X: "seconds", x: func(r Run) []float64 { return r.Seconds }, axes: [2]Axis{{Label: "time in the solver (s)"}}},
	}
	ys := []view{
		{
			Y:    "duality gap",
			y:    func(r Run) []float64 { return r.Gap },
			axes: [2]Axis{{}, {Label: "duality gap (units of the objective)", Log: true}},
		},
		{Y: "suboptimality", y: less(1), axes: [2]Axis{{}, {Label: "P − best known (units of the objective)", Log: true}}},
		{Y: "relative", y: less(math.Abs(best)), axes: [2]Axis{{}, {Label: "(P − best known) / best known", Log: true}}},
		{Y: "objective", y: func(r Run) []float64 { return r.Objective }, axes: [2]Axis{{}, {Label: "objective P"}}},
	}
	var out []view
	for _, y := range ys {
		for _, x := range xs {
			v := view{x.X, y.Y, x.x, y.y, [2]Axis{x.axes[0], y.axes[1]}}
			if _, known := f.lines(v); known {
				out = append(out, v)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b view) int { return f.wanted(b) - f.wanted(a) })
	return out
}

// wanted is higher for the choice that was asked for.
func (f Runs) wanted(v view) (level int) {
	if v.Y == f.Show {
		level = 2
	}
	if v.X == f.Over {
		level++
	}
	return level
}

// runPoints bounds the points of a curve: more than a chart shows.
const runPoints = 300

// lines returns the curves of a choice; known is false where none has two points to show.
func (f Runs) lines(v view) (lines Lines, known bool) {
	out := Lines{Meta: f.Meta, X: v.axes[0], Y: v.axes[1]}
	for _, r := range f.Runs {
		s := Series{Name: r.Name}
		x, y := v.x(r), v.y(r)
		step := max(1, (len(y)+runPoints-1)/runPoints)
		for k := range min(len(x), len(y)) {
			if finite := !math.IsNaN(x[k]+y[k]) && !math.IsInf(x[k]+y[k], 0); finite && (k%step == 0 || k == len(y)-1) {
				s.X, s.Y = append(s.X, x[k]), append(s.Y, y[k])
			}
		}
		known = known || len(s.X) > 1
		out.Series = append(out.Series, s)
	}
	return out, known
}

// first returns the first choice.
func (f Runs) first() Lines {
	if views := f.views(); len(views) > 0 {
		out, _ := f.lines(views[0])
		return out
	}
	return Lines{Meta: f.Meta}
}

// Plot draws the first choice.
func (f Runs) Plot() (*plot.Plot, error) { return f.first().Plot() }

func (f Runs) key() axes.Legend { return f.first().key() }

// Chart returns the chart of the first choice.
func (f Runs) Chart() string { return f.first().Chart() }

// choices returns all options of the interactive figure: [what is compared, over what, option].
func (f Runs) choices() string {
	type choice struct {
		Y, X   string
		Option json.RawMessage
	}
	var list []choice
	for _, v := range f.views() {
		lines, _ := f.lines(v)
		list = append(list, choice{v.Y, v.X, json.RawMessage(lines.Chart())})
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // options are JSON
	}
	return string(text)
}
