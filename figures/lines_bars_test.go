package figures_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// TestPrinted: numbers of others are rings, named once, ranges are bars and no band, a range of nothing is none, and
// the pixels of a picture are squares; the static figure differs by each.
func TestPrinted(t *testing.T) {
	t.Parallel()
	f := figures.Lines{
		Meta: figures.Meta{ID: "printed", Title: "Printed"}, X: figures.Axis{Names: []string{"one", "two", "three"}},
		Series: []figures.Series{
			{
				Name: "ours", X: []float64{0, 1, 2}, Y: []float64{1, 2, math.NaN()}, Low: []float64{0.5, 2, 0},
				High: []float64{3, 2, 1}, Bars: true, Dots: true, Color: 1,
			},
			{Name: "printed", X: []float64{0}, Y: []float64{1.5}, Rings: true, Color: 1},
			{Name: "printed", X: []float64{1}, Y: []float64{2.5}, Rings: true, Color: 2},
		},
	}
	var o struct {
		Series []struct {
			Name, Paint string
			Rings       bool
			Data        []any
		}
		Legend struct{ Data []string }
	}
	if err := json.Unmarshal([]byte(f.Chart()), &o); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.Legend.Data, []string{"ours", "printed"}) {
		t.Errorf("the legend names %q", o.Legend.Data)
	}
	last := o.Series[len(o.Series)-1]
	if last.Paint != "errors" || len(last.Data) != 1 || o.Series[0].Rings || !o.Series[1].Rings || !o.Series[2].Rings {
		t.Errorf("series %+v", o.Series)
	}
	drawn := [][]byte{drawnAs(t, f)}
	for _, change := range []func(s []figures.Series){
		func(s []figures.Series) { s[0].Bars = false }, func(s []figures.Series) { s[0].Low = nil; s[0].Bars = false },
		func(s []figures.Series) { s[1].Rings, s[1].Dots = false, true }, func(s []figures.Series) { s[1].Cells = true },
	} {
		other := f
		other.Series = slices.Clone(f.Series)
		change(other.Series)
		got := drawnAs(t, other)
		if slices.ContainsFunc(drawn, func(b []byte) bool { return string(b) == string(got) }) {
			t.Errorf("%+v is drawn as before", other.Series)
		}
		drawn = append(drawn, got)
	}
}

func drawnAs(t *testing.T, f figures.Figure) []byte {
	t.Helper()
	b, err := figures.PNGAt(f, 40)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
