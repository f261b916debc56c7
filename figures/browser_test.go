package figures_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// chartSeen is what the browser says of a chart.
type chartSeen struct {
	ID, Label string
	Texts     []struct {
		Text     string
		Contrast float64
	}
	Curves                     []float64 // contrasts
	Bands, Left, Right, Height float64
}

type pageSeen struct {
	Asked, Errors               []string
	Light, Dark, Jupyter, Print []chartSeen
	Scrolled                    float64
	Whole, Zoomed, Back, Saved  []string
	Hover                       string
}

// chartsOfPage are figures of every kind, the first with a band and errors on logarithmic axes.
func chartsOfPage() []figures.Figure {
	x, y := []float64{1, 10, 100, 1000}, []float64{1e-12, 1e-10, 1e-7, 1e-2}
	low, high := []float64{5e-13, 5e-11, 5e-8, 5e-3}, []float64{2e-12, 2e-10, 2e-7, 2e-2}
	lines := figures.Lines{
		Meta: figures.Meta{ID: "first", Title: "A band and λ", Subtitle: "made-up numbers"},
		X:    figures.Axis{Label: "λ", Log: true}, Y: figures.Axis{Label: "gap", Log: true},
		Series: []figures.Series{
			{Name: "with a band", X: x, Y: y, Low: low, High: high},
			{Name: "black, with errors", X: x, Y: low, Errors: []float64{1e-13, 1e-11, 1e-8, 1e-3}, Color: 7, Dashed: true},
		},
	}
	panel := lines
	panel.Title = "a panel"
	out := []figures.Figure{
		lines,
		figures.Panels{
			Meta: figures.Meta{ID: "panels", Title: "Panels"}, Columns: 3, Panels: []figures.Lines{panel, panel, panel},
		},
		figures.Bars{
			Meta: figures.Meta{ID: "bars", Title: "Bars"}, Y: figures.Axis{Label: "s"}, Series: []string{"a", "b"},
			Bars: []figures.Bar{{Label: "one", Values: []float64{1, 2}, Errors: []float64{.1, .2}}},
		},
		figures.Heat{
			Meta: figures.Meta{ID: "heat", Title: "Heat"}, X: figures.Axis{Label: "C"}, Y: figures.Axis{Label: "η0"},
			Columns: []string{"1", "10"}, RowsUp: []string{"0.1"}, Values: [][]float64{{80, 90}},
		},
	}
	for i := range 10 { // more than a legend's line holds
		lines.Series = append(lines.Series, figures.Series{Name: strings.Repeat("a long name ", i%3+1), X: x, Y: y})
	}
	out = append(out, figures.Arcs{
		Meta: figures.Meta{ID: "arcs", Title: "A tree"}, Words: strings.Fields("the dog chased a cat"),
		Heads: []int{2, 3, 0, 5, 3}, Gold: []int{2, 3, 0, 5, 2},
	}, figures.Ranked{
		Meta: figures.Meta{ID: "ranked", Title: "Ranked"}, Quantity: "norm", Names: []string{"h.p m.p", "dir"},
		Values: []float64{2, 1},
	})
	lines.ID = "many"
	return append(out, lines)
}

// findChromium is the path of a browser; without one, or what drives it, the test is skipped.
func findChromium(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat("../node_modules/playwright-core"); err != nil {
		t.Skip("there is no playwright-core: run `make setup`")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium")
	return ""
}

// look opens a page of charts in Chromium.
func look(t *testing.T, list []figures.Figure) (seen pageSeen, folder string) {
	t.Helper()
	chromium := findChromium(t)
	folder = t.TempDir()
	var body strings.Builder
	for _, f := range list {
		s, err := figures.Embed(f)
		if err != nil {
			t.Fatal(err)
		}
		body.WriteString(s)
	}
	var page bytes.Buffer
	if err := figures.WritePage(&page, "charts", body.String()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "page.html")
	if err := os.WriteFile(path, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", "testdata/charts.mjs", chromium, path, folder).Output()
	if exit := (&exec.ExitError{}); errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	return seen, folder
}

// TestChartsInABrowser: every chart is drawn in colors that stand out in light and dark, on the scales of the static
// figure; the wheel scrolls the page; zoom, back and the files saved work; nothing is cut in print.
func TestChartsInABrowser(t *testing.T) {
	t.Parallel()
	list := chartsOfPage()
	seen, folder := look(t, list)
	if len(seen.Asked)+len(seen.Errors) > 0 {
		t.Errorf("addresses asked for %q, errors %q", seen.Asked, seen.Errors)
	}
	for theme, charts := range map[string][]chartSeen{
		"light": seen.Light, "dark": seen.Dark, "dark JupyterLab": seen.Jupyter, "print": seen.Print,
	} {
		if len(charts) != len(list) {
			t.Fatalf("%s: %d of %d charts", theme, len(charts), len(list))
		}
		for _, c := range charts {
			c.check(t, theme)
		}
	}
	for _, c := range seen.Print {
		if c.Left < 0 || c.Right > 718 {
			t.Errorf("%s in print is from %g to %g of 718 pixels", c.ID, c.Left, c.Right)
		}
	}
	if seen.Light[0].Bands == 0 {
		t.Error("the band is not drawn")
	}
	checkScales(t, list[0], seen.Whole)
	if seen.Scrolled < 100 {
		t.Errorf("the wheel over a chart scrolled the page by %g pixels", seen.Scrolled)
	}
	whole, zoomed, back := numbers(seen.Whole), numbers(seen.Zoomed), numbers(seen.Back)
	if len(zoomed) < 4 || slices.Equal(whole, zoomed) || !slices.Equal(whole, back) {
		t.Errorf("marks %q, with a box zoomed to %q, and back %q", whole, zoomed, back)
	}
	if !strings.Contains(seen.Hover, "with a band") {
		t.Errorf("hover says %q", seen.Hover)
	}
	checkSaved(t, seen.Saved)
	if info, err := os.Stat(filepath.Join(folder, "print.pdf")); err != nil || info.Size() == 0 {
		t.Errorf("no print: %v", err)
	}
}

// numbers are the texts that are numbers.
func numbers(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool {
		_, err := strconv.ParseFloat(s, 64)
		return err != nil
	})
}

// check asks for contrasts of 4.5 for text and 3 for curves (WCAG 2.1, 1.4.3 and 1.4.11), and for words. A cell of a
// heat map has its own ground.
func (c chartSeen) check(t *testing.T, theme string) {
	t.Helper()
	for _, s := range c.Texts {
		if s.Contrast < 4.5 && c.ID != "proxlab-heat" {
			t.Errorf("%s, %s: the contrast of %q is %.1f", theme, c.ID, s.Text, s.Contrast)
		}
	}
	for _, v := range c.Curves {
		if v < 3 && c.ID != "proxlab-heat" {
			t.Errorf("%s, %s: a curve's contrast is %.1f", theme, c.ID, v)
		}
	}
	if len(c.Texts) < 4 || !strings.Contains(c.Label, "axis") && c.ID != "proxlab-arcs" {
		t.Errorf("%s, %s: texts %v, label %q", theme, c.ID, c.Texts, c.Label)
	}
}

// checkScales asks for the labels of the static figure's axes, and for no others.
func checkScales(t *testing.T, f figures.Figure, texts []string) {
	t.Helper()
	p, err := f.Plot()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, tick := range append(p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max), p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max)...) {
		if tick.Label != "" {
			want = append(want, tick.Label)
		}
	}
	got := numbers(texts)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the static figure's axes have %q, the chart's %q", want, got)
	}
}

// checkSaved looks at an SVG with its title and a picture of three times the size.
func checkSaved(t *testing.T, paths []string) {
	t.Helper()
	if len(paths) != 2 {
		t.Fatalf("saved: %q", paths)
	}
	svg, err := os.ReadFile(paths[0])
	if err != nil || !strings.Contains(string(svg), "A band and λ") || !strings.HasPrefix(string(svg), "<svg") {
		t.Errorf("the SVG begins with %.60q, error %v", svg, err)
	}
	file, err := os.Open(paths[1])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if img, err := png.DecodeConfig(file); err != nil || img.Width < 2400 {
		t.Errorf("the PNG is %d pixels wide, error %v", img.Width, err)
	}
}
