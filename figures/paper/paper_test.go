package paper_test

import (
	"bytes"
	"errors"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/axes"
	"github.com/proxlab/proxlab/figures/paper"
)

// curves is a figure of so many straight lines.
func curves(n int) paper.Figure {
	var c axes.Curves
	for k := range n {
		c.Series = append(c.Series, axes.Series{
			Name: "curve " + string(rune('a'+k)), X: []float64{1, 10, 100}, Y: []float64{1, float64(k + 2), float64(3*k + 3)},
		})
	}
	return paper.Figure{Title: "T", Panels: []paper.Panel{{Curves: c}}}
}

func ieee(t *testing.T) paper.Paper {
	t.Helper()
	on, err := paper.Named("ieee")
	if err != nil {
		t.Fatal(err)
	}
	return on
}

func written(t *testing.T, f paper.Figure, ext string, on paper.Paper) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, ext, on); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// size is that of a picture of PGF, in points of TeX.
func size(t *testing.T, pgf string) (wide, high float64) {
	t.Helper()
	m := regexp.MustCompile(`\\pgfpoint\{([\d.]+)bp\}\{([\d.]+)bp\}\}\\pgfusepath\{use as`).FindStringSubmatch(pgf)
	for k, v := range []*float64{&wide, &high} {
		var err error
		if *v, err = strconv.ParseFloat(m[k+1], 64); err != nil {
			t.Fatal(err)
		}
		*v *= 72.27 / 72
	}
	return wide, high
}

// TestSizes: figures have the width and the text that were asked for, three panels the width of the text.
func TestSizes(t *testing.T) {
	t.Parallel()
	on := ieee(t)
	three := curves(2)
	three.Columns = 3
	three.Panels = append(three.Panels, three.Panels[0], three.Panels[0])
	for _, c := range []struct {
		f          paper.Figure
		on         paper.Paper
		wide, high float64
	}{
		{curves(2), on, 252, 0}, {curves(2), on.Wide(), 516, 0}, {three, on, 516, 0},
		{curves(2), paper.Paper{Width: 200, Height: 130, FontSize: 7}, 200, 130},
	} {
		pgf := written(t, c.f, ".pgf", c.on)
		wide, high := size(t, pgf)
		if math.Abs(wide-c.wide) > 0.01 || c.high > 0 && math.Abs(high-c.high) > 0.01 {
			t.Errorf("%g × %g points, want %g × %g", wide, high, c.wide, c.high)
		}
		font := `\fontsize{8}{9.6}`
		if c.on.FontSize == 7 {
			font = `\fontsize{7}{8.4}`
		}
		if n := strings.Count(pgf, `\fontsize`); n == 0 || n != strings.Count(pgf, font) {
			t.Errorf("%d texts, of which %d are of the size", n, strings.Count(pgf, font))
		}
		if strings.Contains(pgf, `\selectfont T}`) {
			t.Error("the title is shown")
		}
	}
	on.Style.Title, on.Style.LabelSize, on.Style.TickSize = true, 9, 6
	f := curves(2)
	f.Panels[0].X.Label = "x"
	pgf := written(t, f, ".pgf", on)
	for _, want := range []string{
		`\selectfont T}`, `\fontsize{9}{10.8}\selectfont x}`, `\fontsize{6}{7.2}\selectfont 40}`,
	} {
		if !strings.Contains(pgf, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// TestPlacesOfNames: every name is written once wherever names stand, and not at all without a legend; direct names do
// not lie on one another, and stay within the figure.
func TestPlacesOfNames(t *testing.T) {
	t.Parallel()
	for place := paper.Below; place <= paper.NoLegend; place++ {
		on := ieee(t)
		on.Style.Legend = place
		pgf := written(t, curves(7), ".pgf", on)
		want := 7
		if place == paper.NoLegend {
			want = 0
		}
		if n := strings.Count(pgf, `\selectfont curve `); n != want {
			t.Errorf("place %d: %d names", place, n)
		}
		if place != paper.Direct {
			continue
		}
		_, high := size(t, pgf)
		var heights []float64
		for _, m := range regexp.MustCompile(`y=([\d.-]+)bp\]\{[^}]*\}\\fontsize\{8\}\{9.6\}\\selectfont curve`).
			FindAllStringSubmatch(pgf, -1) {
			y, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			heights = append(heights, y)
		}
		slices.Sort(heights)
		for k, y := range heights {
			if y < 0 || y > high || k > 0 && y-heights[k-1] < 8 {
				t.Errorf("heights of names %v of %g", heights, high)
				break
			}
		}
	}
}

// TestDashesWithAReason: where a curve is dashed for a reason, no other is.
func TestDashesWithAReason(t *testing.T) {
	t.Parallel()
	f := curves(3)
	dashes := regexp.MustCompile(`\\pgfsetdash\{\{`)
	on := ieee(t)
	on.Style.Legend = paper.NoLegend
	if n := len(dashes.FindAllString(written(t, f, ".pgf", on), -1)); n != 2 {
		t.Errorf("%d of three curves are dashed", n)
	}
	f.Panels[0].Series[0].Dashed = true
	if n := len(dashes.FindAllString(written(t, f, ".pgf", on), -1)); n != 1 {
		t.Errorf("%d curves are dashed where one is for a reason", n)
	}
	on.Style.Dashes, on.Style.Colors = [][]float64{{3, 1}}, []color.RGBA{{R: 1, A: 0xff}}
	on.Style.Marks = []draw.GlyphDrawer{}
	if pgf := written(t, curves(3), ".pgf", on); !dashes.MatchString(pgf) || !strings.Contains(pgf, "{0.0039,0,0}") ||
		strings.Contains(pgf, `\pgfpathcurveto`) {
		t.Error("a style of one's own has other dashes, colors or marks")
	}
}

// TestHollowMarks: of two curves the second has marks with a white inside.
func TestHollowMarks(t *testing.T) {
	t.Parallel()
	on := ieee(t)
	on.Style.NoGrid, on.Style.Legend = true, paper.NoLegend
	white := regexp.MustCompile(`\\definecolor\{[a-z]+\}\{rgb\}\{1,1,1\}`)
	for n, want := range []int{1: 0, 2: 3} { // points of the second
		if n > 0 && len(white.FindAllString(written(t, curves(n), ".pgf", on), -1)) != 1+want { // the page is white, too
			t.Errorf("of %d curves other than %d marks are white inside", n, want)
		}
	}
}

// TestSameNameSameStyle: a method has its color in every panel, wherever it stands in the order.
func TestSameNameSameStyle(t *testing.T) {
	t.Parallel()
	f := curves(3)
	second := f.Panels[0]
	second.Series = []axes.Series{second.Series[2]}
	f.Panels = append(f.Panels, second)
	f.Columns = 2
	on := ieee(t)
	on.Style.Legend, on.Style.NoGrid = paper.NoLegend, true
	pgf := written(t, f, ".pgf", on)
	if n := strings.Count(pgf, "0.1255,0.6549,0.4863"); n < 2 { // the third color
		t.Errorf("the third color comes %d times", n)
	}
}

// TestLimitsAndTicks: axes begin, end and are marked where asked, and powers are raised.
func TestLimitsAndTicks(t *testing.T) {
	t.Parallel()
	f := curves(2)
	f.Panels[0].X = axes.Axis{Label: "x", Log: true, Limits: [2]float64{1e-4, 1e4}}
	f.Panels[0].Y = axes.Axis{Label: "y", Ticks: []float64{2, 4}}
	pgf := written(t, f, ".pgf", ieee(t))
	for _, want := range []string{
		`10\textsuperscript{$-$4}`, `10\textsuperscript{4}`, `\selectfont 2}`, `\selectfont 4}`,
	} {
		if !strings.Contains(pgf, want) {
			t.Errorf("%s is missing", want)
		}
	}
	if strings.Contains(pgf, `\selectfont 3}`) {
		t.Error("a tick that nobody asked for")
	}
}

// TestHardFigures: nothing, one point, NaN, boxes alone, no room and wrong settings are drawn or are errors that say
// what to do; pictures are not empty.
func TestHardFigures(t *testing.T) {
	t.Parallel()
	on := ieee(t)
	one := curves(1)
	one.Panels[0].Series[0].X, one.Panels[0].Series[0].Y = []float64{1}, []float64{0}
	one.Panels[0].Y.Log = true
	boxes := paper.Figure{Panels: []paper.Panel{{
		Curves: axes.Curves{X: axes.Axis{Names: []string{"a", "a very long name of a bar that is turned"}}},
		Boxes: []paper.Box{
			{Name: "n", Low: plotter.XY{X: -0.3}, High: plotter.XY{X: 0.3, Y: 2}, Error: 0.5, Text: "2"},
			{Name: "m", Low: plotter.XY{X: 0.7}, High: plotter.XY{X: 1.3, Y: -1}, Color: 1},
		},
	}}}
	for what, f := range map[string]paper.Figure{"one point": one, "boxes": boxes} {
		for _, ext := range []string{".pdf", ".pgf", ".svg", ".png"} {
			if s := written(t, f, ext, on); len(s) < 500 {
				t.Errorf("%s as %s: %d bytes", what, ext, len(s))
			}
		}
	}
	img, err := png.Decode(strings.NewReader(written(t, boxes, ".png", on)))
	if err != nil || math.Abs(float64(img.Bounds().Dx())-252/72.27*300) > 2 {
		t.Errorf("a picture of %v, error %v", img.Bounds(), err)
	}
	empty := curves(1)
	empty.Panels[0].Series[0].Y = []float64{math.NaN(), math.Inf(1), math.NaN()}
	if err := empty.Write(&bytes.Buffer{}, ".pdf", on); !errors.Is(err, paper.ErrNothing) {
		t.Errorf("nothing to draw: %v", err)
	}
	for want, on := range map[string]paper.Paper{
		"there is no width":     {},
		"Width is NaN":          {Width: math.NaN()},
		"FontSize is -1":        {Width: 100, FontSize: -1},
		"no font \"comic\"":     {Width: 100, Font: "comic"},
		"one color":             {Width: 100, Style: paper.Style{Colors: []color.RGBA{}}},
		"no such place":         {Width: 100, Style: paper.Style{Legend: 99}},
		"leaves no room":        {Width: 100, Height: 20},
		"there are .pdf, .pgf,": {Width: 100, Height: 100, FontSize: 5},
	} {
		ext := ".pdf"
		if on.FontSize == 5 {
			ext = ".gif"
		}
		if err := curves(2).Write(&bytes.Buffer{}, ext, on); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := paper.Named("letter"); err == nil || !strings.Contains(err.Error(), "article2, ieee") {
		t.Errorf("an unknown paper: %v", err)
	}
}
