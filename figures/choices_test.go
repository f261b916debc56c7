package figures_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// TestChoices: what tells how good a choice is can be drawn in every format, and says what it is to say.
func TestChoices(t *testing.T) {
	t.Parallel()
	meta := func(id string) figures.Meta { return figures.Meta{ID: id, Title: "made-up numbers"} }
	x := []float64{1, 0.5, 0.1}
	criteria := figures.Criteria(meta("criteria"), "λ", x, []string{"AIC", "BIC"},
		[][]float64{{3, 1, 2}, {3, 4, math.Inf(1)}})
	if at := criteria.Series[2:]; len(at) != 2 || at[0].X[0] != 0.5 || at[1].Y[0] != 3 {
		t.Errorf("the least are marked at %+v", at)
	}
	paths := figures.ValidationPaths(meta("validation"), "error", []figures.Path{
		{Name: "μ = 0", Strength: x, Mean: []float64{100, 20, 3}, Error: []float64{1, 1, 1}},
		{Name: "μ = 1", Strength: x, Mean: []float64{90, 30, 5}, Error: []float64{1, 1, 1}},
	}, [2]float64{0.1, 3}, [2]float64{0.5, 20})
	if !paths.Y.Log || paths.Series[1].Low[1] != 29 || paths.Series[3].X[0] != 0.5 {
		t.Errorf("%+v", paths)
	}
	names := []string{"size", "a name that is too long", "rooms"}
	frequencies := figures.Frequencies(meta("stability"), names, []float64{1, 0.8, 0.1}, 0.75)
	if frequencies.X.Names[1] != "a name th…" || frequencies.Series[1].Y[0] != 0.75 {
		t.Errorf("%+v", frequencies)
	}
	intervals := figures.Intervals(meta("intervals"), names, []float64{1, 0, 0}, []float64{2, 1, 0}, []float64{1, 0, -1},
		[]float64{3, 2, 1})
	if s := intervals.Series[0]; s.Errors[2] != 1 || s.Y[1] != 1 {
		t.Errorf("%+v", s)
	}
	nested := figures.Nested(meta("nested"), "error", []float64{1, 2}, []float64{1.5, 2.5})
	if b := nested.Bars[1]; b.Label != "2" || b.Values[0] != 2 || b.Values[1] != 2.5 {
		t.Errorf("%+v", b)
	}
	for _, f := range []figures.Figure{criteria, paths, frequencies, intervals, nested} {
		var png bytes.Buffer
		if err := figures.Write(&png, f, ".png"); err != nil || png.Len() == 0 {
			t.Errorf("%s: %v", f.About().ID, err)
		}
		if chart := f.Chart(); !strings.HasPrefix(chart, "{") {
			t.Errorf("%s: no chart", f.About().ID)
		}
	}
}

// TestWideNamesAreSlanted: names that would meet are turned, and short ones are not.
func TestWideNamesAreSlanted(t *testing.T) {
	t.Parallel()
	for name, slanted := range map[string]bool{"a": false, "kind=house": true} {
		names, weights := make([]string, 12), make([]float64, 12)
		for k := range names {
			names[k] = name
		}
		p, err := figures.Intervals(figures.Meta{Title: "t"}, names, weights, weights, weights, weights).Plot()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.X.Tick.Label.Rotation != 0; got != slanted {
			t.Errorf("names like %q are turned: %v", name, got)
		}
	}
}
