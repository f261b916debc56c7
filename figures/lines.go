package figures

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

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
	Errors    []float64 // half-lengths of error bars, drawn where positive; nil for none
	Dashed    bool
	Marks     bool // draw the points too: for few of them
	Dots      bool // draw the points alone, with no line between them
	Color     int  // k ≥ 1 takes the palette's k-th color, so that curves can share one; 0 the next in order
}

// Lines is a figure of curves, or of points.
type Lines struct {
	Meta
	X, Y   Axis
	Series []Series
	Equal  bool // a unit is of one length on both axes
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
		if err := f.plotSeries(p, i, pts); err != nil {
			return nil, err
		}
	}
	if !drawn {
		return nil, errNothing
	}
	widen(&p.X)
	widen(&p.Y)
	air := 0.02 * (p.Y.Max - p.Y.Min) // so that no curve lies on the edge
	p.Y.Min, p.Y.Max = p.Y.Min-air, p.Y.Max+air
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
	line, dots, err := plotter.NewLinePoints(f.exponents(pts))
	if err != nil {
		return err
	}
	line.LineStyle = f.lineStyle(i)
	dots.Color, dots.Shape, dots.Radius = f.color(i), draw.CircleGlyph{}, 2.4
	if s.Low != nil {
		band, err := f.band(i)
		if err != nil {
			return err
		}
		p.Add(band)
	}
	if s.Errors != nil {
		bars, err := f.errorBars(i)
		if err != nil {
			return err
		}
		p.Add(bars)
	}
	var thumb []plot.Thumbnailer
	if !s.Dots {
		p.Add(line)
		thumb = append(thumb, line)
	}
	if s.marked(len(pts)) {
		p.Add(dots)
		thumb = append(thumb, dots)
	}
	if len(f.Series) > 1 && s.Name != "" {
		p.Legend.Add(s.Name, thumb...)
	}
	return nil
}

// marked tells whether the points of a series are drawn.
func (s Series) marked(points int) bool { return s.Marks || s.Dots || points == 1 }

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
	low, high := f.edges(f.Series[i].withEdges())
	low, high = f.exponents(low), f.exponents(high)
	all := spans{}
	for k := range low {
		all.low, all.high = append(all.low, low[k]), append(all.high, high[k])
	}
	bars, err := plotter.NewYErrorBars(all)
	if err != nil {
		return nil, err
	}
	bars.LineStyle = draw.LineStyle{Color: f.color(i), Width: 1}
	return bars, nil
}

// withEdges returns the points that have errors, with the ends of those as edges.
func (s Series) withEdges() Series {
	var out Series
	for k, e := range s.Errors {
		if e > 0 && !math.IsInf(e, 0) && !math.IsNaN(s.Y[k]) {
			out.X, out.Low, out.High = append(out.X, s.X[k]), append(out.Low, s.Y[k]-e), append(out.High, s.Y[k]+e)
		}
	}
	return out
}

// spans are vertical lines from low to high, as plotter.NewYErrorBars takes them.
type spans struct{ low, high plotter.XYs }

// Len, XY and YError make spans the data of error bars.
func (s spans) Len() int { return len(s.low) }

// XY returns the middle of a line.
func (s spans) XY(i int) (x, y float64) { return s.low[i].X, (s.low[i].Y + s.high[i].Y) / 2 }

// YError returns how far the ends of a line are.
func (s spans) YError(i int) (low, high float64) {
	half := (s.high[i].Y - s.low[i].Y) / 2
	return half, half
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
	switch {
	case spec.Names != nil:
		a.Tick.Marker = nominal(spec.Names)
	case spec.Log:
		a.Tick.Marker = logTicks{}
	default:
		a.Tick.Marker = linearTicks{}
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

func (f Lines) equal() bool { return f.Equal }
