package figures_test

import (
	"bytes"
	"log"
	"math"
	"os"

	"github.com/proxlab/proxlab/figures"
)

func save(f figures.Figure) {
	var png bytes.Buffer
	if err := figures.Write(&png, f, ".png"); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("testdata/"+f.About().ID+".png", png.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}

// Curves on a logarithmic axis survive zeros, NaN and infinities.
func ExampleLines() {
	var x, sqrt, gap []float64
	for k := 1.0; k <= 40; k++ {
		x, sqrt, gap = append(x, k), append(sqrt, 1/math.Sqrt(k)), append(gap, math.Exp(-k/2))
	}
	gap[39], gap[20], gap[21] = 0, math.NaN(), math.Inf(1)
	save(figures.Lines{
		Meta: figures.Meta{ID: "lines", Title: "Two rates of convergence", Subtitle: "made-up numbers"},
		X:    figures.Axis{Label: "iteration"},
		Y:    figures.Axis{Label: "gap (units of the objective)", Log: true},
		Series: []figures.Series{
			{Name: "1/√k", X: x, Y: sqrt, Dashed: true},
			{Name: "exp(−k/2)", X: x, Y: gap},
			{Name: "three points", X: []float64{10, 20, 30}, Y: []float64{1e-3, 1e-4, 1e-5}, Marks: true},
		},
	})
}

// Points with errors stand on an axis of names: for values whose differences are small beside them.
func ExampleLines_points() {
	save(figures.Lines{
		Meta: figures.Meta{ID: "points", Title: "Accuracy by kernel", Subtitle: "made-up numbers, ± deviation over folds"},
		X:    figures.Axis{Names: []string{"linear", "quadratic", "not run"}}, Y: figures.Axis{Label: "accuracy (%)"},
		Series: []figures.Series{
			{Name: "ours", X: []float64{-0.1, 0.9}, Y: []float64{78.3, 85.2}, Errors: []float64{0.4, 0.3}, Dots: true},
			{
				Name: "paper", X: []float64{0.1, 1.1, 2.1}, Y: []float64{72.8, 85.5, 87.5}, Errors: []float64{4.4, 0.3, 0.4},
				Dots: true,
			},
		},
	})
}

// Bars stand beside one another, with error bars.
func ExampleBars() {
	save(figures.Bars{
		Meta:   figures.Meta{ID: "bars", Title: "Training by kernel", Subtitle: "made-up numbers"},
		Y:      figures.Axis{Label: "time of training (s)"},
		Series: []string{"ours", "paper"},
		Bars: []figures.Bar{
			{Label: "linear", Values: []float64{7.3, 7.2}, Errors: []float64{1, 0.4}},
			{Label: "quadratic", Values: []float64{5.2, 8.5}, Errors: []float64{0.3, 0.3}},
			{Label: "not run", Values: []float64{math.NaN(), 9.5}},
		},
	})
}

// Glyphs show words as they were written and as they were read.
func ExampleGlyphs() {
	ring := make([]bool, 6*4)
	for p := range ring {
		r, c := p/4, p%4
		ring[p] = r == 0 || r == 5 || c == 0 || c == 3
	}
	save(figures.Glyphs{
		Meta:      figures.Meta{ID: "glyphs", Title: "Words as written and as read", Subtitle: "made-up letters"},
		GlyphRows: 6, GlyphCols: 4,
		Rows: [][]figures.Glyph{
			{{Pixels: ring, Caption: "o"}, {Pixels: ring, Caption: "d (o)", Wrong: true}},
			{{Pixels: ring, Caption: "o"}},
		},
	})
}

// Heat shows a matrix with a number in every cell.
func ExampleHeat() {
	save(figures.Heat{
		Meta:    figures.Meta{ID: "heat", Title: "Accuracy (%) over two parameters", Subtitle: "made-up numbers"},
		X:       figures.Axis{Label: "C = 1/(λm)"},
		Y:       figures.Axis{Label: "η0"},
		Columns: []string{"0.1", "1", "10"},
		RowsUp:  []string{"0.01", "1"},
		Values:  [][]float64{{60, 70, 72.5}, {80, math.NaN(), 85.25}},
		Digits:  1,
	})
}

// Panels share a legend.
func ExamplePanels() {
	x := []float64{1, 2, 3, 4}
	panel := func(title string, p float64) figures.Lines {
		f := figures.Lines{
			Meta: figures.Meta{ID: "panel", Title: title},
			X:    figures.Axis{Label: "pass"},
			Y:    figures.Axis{Label: "objective", Log: true},
		}
		for k, name := range []string{"one", "two"} {
			s := figures.Series{Name: name, X: x}
			for _, v := range x {
				s.Y = append(s.Y, math.Pow(v, -p*float64(k+1)))
			}
			f.Series = append(f.Series, s)
		}
		return f
	}
	save(figures.Panels{
		Meta: figures.Meta{ID: "panels", Title: "Two methods on three problems", Subtitle: "made-up numbers"}, Columns: 2,
		Panels: []figures.Lines{panel("first", 1), panel("second", 2), panel("third", 3)},
	})
}

// Grey pictures stand side by side.
func ExamplePictures() {
	ramp := func(rows, cols int) figures.Picture {
		p := figures.Picture{Rows: rows, Cols: cols, Caption: "a ramp"}
		for k := range rows * cols {
			p.Pixels = append(p.Pixels, float64(k%cols)/float64(cols-1))
		}
		return p
	}
	check := figures.Picture{Rows: 2, Cols: 2, Pixels: []float64{0, 1, 1, -3}, Caption: "beyond 0 and 1"}
	save(figures.Pictures{
		Meta: figures.Meta{ID: "pictures", Title: "Pictures", Subtitle: "made-up pixels"},
		Rows: [][]figures.Picture{{ramp(40, 40), check, ramp(20, 40)}, {ramp(10, 40)}},
	})
}

// A path of weights, of which two come in late.
func ExampleWeightPath() {
	lambdas := []float64{1, 0.5, 0.25, 0.1, 0.05, 0.01}
	weights := [][]float64{{0, 0, 0}, {0.5, 0, 0}, {0.8, -0.2, 0}, {0.95, -0.5, 0}, {0.98, -0.6, 0.1}, {1, -0.7, 0.15}}
	save(figures.WeightPath(figures.Meta{ID: "weight-path", Title: "Regularization path", Subtitle: "made-up numbers"},
		"weight", lambdas, []string{"size", "age", "noise"}, weights))
}

// The band is one standard error; the larger of the two λ marked is the simpler model.
func ExampleValidation() {
	lambdas := []float64{1, 0.5, 0.25, 0.1, 0.05, 0.01}
	mean, se := []float64{9, 4, 2.2, 1.9, 1.8, 2.1}, []float64{1, 0.5, 0.3, 0.2, 0.2, 0.3}
	save(figures.Validation(figures.Meta{ID: "validation", Title: "Cross-validation", Subtitle: "made-up numbers"},
		"mean squared error", 10, lambdas, mean, se, 4, 3))
}

// Courses of two solvers; the interactive figure has lists to choose other axes from.
func ExampleRuns() {
	run := func(name string, rate, cost float64) figures.Run {
		r := figures.Run{Name: name}
		for k := 0.0; k <= 30; k++ {
			r.Iterations, r.Calls, r.Seconds = append(r.Iterations, k), append(r.Calls, cost*k), append(r.Seconds, cost*k/100)
			r.Objective, r.Gap = append(r.Objective, 1+math.Exp(-rate*k)), append(r.Gap, 2*math.Exp(-rate*k))
		}
		return r
	}
	save(figures.Runs{
		Meta: figures.Meta{ID: "runs", Title: "Two solvers", Subtitle: "made-up numbers"},
		Runs: []figures.Run{run("slow and cheap", 0.2, 1), run("fast and dear", 0.6, 4)},
		Best: 1,
	})
}

// The same curve of two runs, in one figure.
func ExampleOverlay() {
	run := func(rate float64) figures.Lines {
		var s figures.Series
		s.Name = "FISTA"
		for k := 0.0; k < 20; k++ {
			s.X, s.Y = append(s.X, k), append(s.Y, math.Exp(-rate*k))
		}
		return figures.Lines{
			X:      figures.Axis{Label: "iteration"},
			Y:      figures.Axis{Label: "gap (units of the objective)", Log: true},
			Series: []figures.Series{s},
		}
	}
	save(figures.Overlay(figures.Meta{
		ID:       "overlay",
		Title:    "Two runs",
		Subtitle: "made-up numbers",
	}, []string{"here", "kept"}, run(0.3), run(0.4)))
}
