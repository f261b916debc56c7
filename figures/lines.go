package figures

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is one curve. Points with a NaN or infinite coordinate are left out.
type Series struct {
	Name string
	X, Y []float64
	// Low and High are the edges of a band around the curve, as of standard errors or replications; nil for none.
	Low, High []float64
	Dashed    bool
	Marks     bool // draw the points too: for few of them
	Color     int  // k ≥ 1 takes the palette's k-th color, so that curves can share one; 0 the next in order
}

// Lines is a figure of curves.
type Lines struct {
	Meta
	X, Y   Axis
	Series []Series
}

var errNothing = errors.New("there is no finite point to draw")

// points returns the finite points of a series, raised to the floors of logarithmic axes.
func (f Lines) points(s Series) plotter.XYs {
	lowX, lowY := math.Inf(-1), math.Inf(-1)
	if f.X.Log {
		lowX = floor(f.all(func(s Series) []float64 { return s.X })...)
	}
	if f.Y.Log {
		lowY = floor(f.all(func(s Series) []float64 { return s.Y })...)
	}
	var out plotter.XYs
	for i, x := range s.X {
		y := s.Y[i]
		if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
			continue
		}
		out = append(out, plotter.XY{X: math.Max(x, lowX), Y: math.Max(y, lowY)})
	}
	return out
}

func (f Lines) all(of func(Series) []float64) [][]float64 {
	var out [][]float64
	for _, s := range f.Series {
		out = append(out, of(s))
	}
	return out
}

// noted returns the figure's names with a word about values that a logarithmic axis cannot show.
func (f Lines) noted() Meta {
	m := f.Meta
	values := f.all(func(s Series) []float64 { return s.Y })
	for _, y := range values {
		if f.Y.Log && slices.ContainsFunc(y, func(v float64) bool { return v <= 0 && !math.IsInf(v, 0) }) {
			m.Subtitle += fmt.Sprintf(" (values ≤ 0 drawn at %.0e)", floor(values...))
			break
		}
	}
	return m
}

// Plot draws the curves, with a legend where there is more than one.
func (f Lines) Plot() (*plot.Plot, error) {
	p := newPlot(f.noted())
	setAxis(&p.X, f.X)
	setAxis(&p.Y, f.Y)
	p.Add(grid())
	drawn := false
	for i, s := range f.Series {
		pts := f.points(s)
		if len(pts) == 0 {
			continue
		}
		drawn = true
		line, dots, err := plotter.NewLinePoints(f.exponents(pts))
		if err != nil {
			return nil, err
		}
		line.Width, line.Color = 1.6, f.color(i)
		if s.Low != nil {
			band, err := f.band(i)
			if err != nil {
				return nil, err
			}
			p.Add(band)
		}
		dots.Color, dots.Shape, dots.Radius = f.color(i), draw.CircleGlyph{}, 2.4
		if s.Dashed {
			line.Dashes = []vg.Length{5, 3}
		}
		p.Add(line)
		thumb := []plot.Thumbnailer{line}
		if s.Marks || len(pts) == 1 {
			p.Add(dots)
			thumb = append(thumb, dots)
		}
		if len(f.Series) > 1 && s.Name != "" {
			p.Legend.Add(s.Name, thumb...)
		}
	}
	if !drawn {
		return nil, errNothing
	}
	widen(&p.X)
	widen(&p.Y)
	return p, nil
}

// edges returns the finite points of a band's lower and upper edge.
func (f Lines) edges(s Series) (low, high plotter.XYs) {
	return f.points(Series{X: s.X, Y: s.Low}), f.points(Series{X: s.X, Y: s.High})
}

// band returns the area between a series' edges.
func (f Lines) band(i int) (*plotter.Polygon, error) {
	low, high := f.edges(f.Series[i])
	slices.Reverse(low)
	area, err := plotter.NewPolygon(f.exponents(append(high, low...)))
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

// exponents replaces values on logarithmic axes by their decimal logarithms.
func (f Lines) exponents(pts plotter.XYs) plotter.XYs {
	out := append(plotter.XYs(nil), pts...)
	for i := range out {
		if f.X.Log {
			out[i].X = math.Log10(out[i].X)
		}
		if f.Y.Log {
			out[i].Y = math.Log10(out[i].Y)
		}
	}
	return out
}

// setAxis labels an axis. A logarithmic axis is drawn as a linear axis of exponents with marks at powers of ten:
// gonum's own leaves room for its label in the wrong place, and panics at zero.
func setAxis(a *plot.Axis, spec Axis) {
	a.Label.Text = spec.Label
	a.Tick.Marker = linearTicks{}
	if spec.Log {
		a.Tick.Marker = logTicks{}
	}
}

// widen gives an axis of one value some width.
func widen(a *plot.Axis) {
	if a.Min == a.Max {
		d := math.Max(1, math.Abs(a.Min)) / 2
		a.Min, a.Max = a.Min-d, a.Max+d
	}
}

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

// sevenDigits rounds to seven significant digits: more than a chart shows, and half as much text as all of them.
func sevenDigits(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 7, 64), 64) // its own output
	return v
}

// Chart returns the interactive figure.
func (f Lines) Chart() string {
	c := charts.NewLine()
	var xs, ys [][]float64
	values := func(pts plotter.XYs) (data []opts.LineData) {
		var x, y []float64
		for _, q := range pts {
			data = append(data, opts.LineData{Value: []float64{sevenDigits(q.X), sevenDigits(q.Y)}})
			x, y = append(x, q.X), append(y, q.Y)
		}
		xs, ys = append(xs, x), append(ys, y)
		return data
	}
	for i, s := range f.Series {
		if s.Low != nil {
			low, high := f.edges(s)
			for _, edge := range []plotter.XYs{low, high} { // the library has no area between two curves on every kind of axis
				c.AddSeries("", values(edge),
					charts.WithLineStyleOpts(opts.LineStyle{Color: hex(f.color(i)), Width: 1, Opacity: opts.Float(0.5)}),
					charts.WithLineChartOpts(opts.LineChart{ShowSymbol: opts.Bool(false)}))
			}
		}
		data := values(f.points(s))
		style := opts.LineStyle{Color: hex(f.color(i)), Width: 2}
		if s.Dashed {
			style.Type = "dashed"
		}
		c.AddSeries(s.Name, data, charts.WithLineStyleOpts(style),
			charts.WithItemStyleOpts(opts.ItemStyle{Color: hex(f.color(i))}),
			charts.WithLineChartOpts(opts.LineChart{ShowSymbol: opts.Bool(s.Marks || len(data) < 2), SymbolSize: 6}))
	}
	x, y := chartAxis(f.X, xs...), chartAxis(f.Y, ys...)
	c.SetGlobalOptions(chartOptions(f.noted(), x, y, len(f.Series) > 1)...)
	c.Validate()
	return option(c, x, y)
}
