package figures

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is a curve, of package axes.
type Series = axes.Series

// Axis is one of its axes.
type Axis = axes.Axis

// Note is a word at a point.
type Note = axes.Note

// Lines is a figure of curves, or of points.
type Lines struct {
	Meta
	X, Y   Axis
	Series []Series
	Equal  bool   // a unit is of one length on both axes
	Notes  []Note // in static figures
}

// on are the curves on their axes.
func (f Lines) on() axes.Curves { return axes.Curves{X: f.X, Y: f.Y, Series: f.Series, Notes: f.Notes} }

var errNothing = errors.New("there is no finite point to draw")

// noted returns the figure's names with a word about values that a logarithmic axis cannot show.
func (f Lines) noted() Meta {
	m := f.Meta
	values := f.on().All(func(s Series) []float64 { return s.Y })
	for _, y := range values {
		if f.Y.Log && slices.ContainsFunc(y, func(v float64) bool { return v <= 0 && !math.IsInf(v, 0) }) {
			m.Subtitle += fmt.Sprintf(" (values ≤ 0 drawn at %.0e)", axes.Floor(values...))
			break
		}
	}
	return m
}

// Plot draws the curves, with a legend where there is more than one.
func (f Lines) Plot() (*plot.Plot, error) {
	p := newPlot(f.noted())
	f.X.Set(&p.X)
	f.Y.Set(&p.Y)
	p.Add(grid())
	drawn := false
	for i, s := range f.Series {
		pts := f.on().Points(s)
		if len(pts) == 0 {
			continue
		}
		drawn = true
		if err := f.plotSeries(p, i, pts); err != nil {
			return nil, err
		}
	}
	if !drawn {
		return nil, errNothing
	}
	notes := axes.Notes{Curves: f.on(), Text: p.Legend.TextStyle, Line: draw.LineStyle{Color: grey, Width: 0.6}}
	p.Add(notes, besideData{})
	p.Legend.Top = true
	f.X.Fit(&p.X, 0)
	f.Y.Fit(&p.Y, 0.02) // so that no curve lies on the edge
	if f.X.Names != nil {
		p.X.Min, p.X.Max = -0.6, float64(len(f.X.Names))-0.4
		slant(&p.X.Tick.Label, f.X.Names)
	}
	return p, nil
}

// slant turns the names of places that are too wide to stand side by side.
func slant(style *draw.TextStyle, names []string) {
	room := 0.8 * width / vg.Length(len(names)) // the rest is the other axis'
	if slices.ContainsFunc(names, func(n string) bool { return style.Width(n) > 0.95*room }) {
		style.Rotation, style.XAlign, style.YAlign = math.Pi/6, draw.XRight, draw.YTop
	}
}

// plotSeries adds a series with its band, errors and entry in the legend.
func (f Lines) plotSeries(p *plot.Plot, i int, pts plotter.XYs) error {
	s := f.Series[i]
	line, dots, err := plotter.NewLinePoints(f.on().Exponents(pts))
	if err != nil {
		return err
	}
	line.LineStyle = f.lineStyle(i)
	dots.GlyphStyle = f.glyph(i)
	if s.Cells {
		p.Add(axes.Cells{At: line.XYs, Color: f.color(i)})
		return nil
	}
	if s.Banded() {
		band, err := f.band(i)
		if err != nil {
			return err
		}
		p.Add(band)
	}
	if s.Barred() {
		bars, err := f.errorBars(i)
		if err != nil {
			return err
		}
		p.Add(bars)
	}
	var thumb []plot.Thumbnailer
	if s.Lined() {
		p.Add(line)
		thumb = append(thumb, line)
	}
	if s.Marked(len(pts)) {
		p.Add(dots)
		thumb = append(thumb, dots)
	}
	if len(f.Series) > 1 && s.Name != "" {
		p.Legend.Add(s.Name, thumb...)
	}
	return nil
}

// glyph is the point of curve i.
func (f Lines) glyph(i int) draw.GlyphStyle {
	if f.Series[i].Rings {
		return draw.GlyphStyle{Color: f.color(i), Shape: draw.RingGlyph{}, Radius: 3.4}
	}
	return draw.GlyphStyle{Color: f.color(i), Shape: draw.CircleGlyph{}, Radius: 2.4}
}

// lineStyle of curve i: one whose color an earlier one has is dashed.
func (f Lines) lineStyle(i int) draw.LineStyle {
	style := draw.LineStyle{Color: f.color(i), Width: 1.6}
	if f.dashed(i) {
		style.Dashes = []vg.Length{5, 3}
	}
	return style
}

func (f Lines) dashed(i int) bool {
	s := f.Series[i]
	return s.Dashed || s.Color == 0 && (i/len(palette))%2 == 1
}

// errorBars returns the bars of a series' errors, whose ends on a logarithmic axis are no lower than its floor.
func (f Lines) errorBars(i int) (*plotter.YErrorBars, error) {
	low, high := f.on().Edges(f.Series[i].OfErrors())
	low, high = f.on().Exponents(low), f.on().Exponents(high)
	all := errorBars{}
	for k := range low {
		all.add(low[k].X, (low[k].Y+high[k].Y)/2, (high[k].Y-low[k].Y)/2)
	}
	bars, err := plotter.NewYErrorBars(all)
	if err != nil {
		return nil, err
	}
	bars.LineStyle = draw.LineStyle{Color: f.color(i), Width: 1}
	return bars, nil
}

// band returns the area between a series' edges.
func (f Lines) band(i int) (*plotter.Polygon, error) {
	low, high := f.on().Edges(f.Series[i])
	slices.Reverse(low)
	area, err := plotter.NewPolygon(f.on().Exponents(append(high, low...)))
	if err != nil {
		return nil, err
	}
	c := f.color(i)
	area.Color = color.NRGBA{R: c.R, G: c.G, B: c.B, A: bandAlpha}
	area.LineStyle.Width = 0
	return area, nil
}

// bandAlpha is how much a band hides, of 255.
const bandAlpha = 50

func grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Horizontal.Color, g.Vertical.Color = faint, faint
	return g
}

// color of curve i.
func (f Lines) color(i int) color.RGBA {
	if k := f.Series[i].Color; k > 0 {
		return Color(k - 1)
	}
	return Color(i)
}

func (f Lines) equal() bool { return f.Equal }
