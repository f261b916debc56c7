package paper

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/axes"
)

// drawing is a panel that is drawn, as part of a figure. Its entries are those of a legend at its right or in a corner.
type drawing struct {
	Panel
	of      Figure
	on      Paper
	em      vg.Length
	entries []axes.Entry
}

// plot makes the panel's plot for a tile; any is false where there is nothing to draw.
func (d drawing) plot(tile vg.Point, several bool) (p *plot.Plot, any bool) {
	p = plot.New()
	d.on.Dress(p, 1)
	if several {
		p.Title.Text = strings.Join(wrapped(p.Title.TextStyle, d.Title, tile.X), "\n")
	}
	d.axis(&p.X, d.X, tile.X, 4.2*d.em)
	d.axis(&p.Y, d.Y, tile.Y, 2.2*d.em)
	p.X.Label.Text = strings.Join(wrapped(p.X.Label.TextStyle, d.X.Label, 0.85*tile.X), "\n")
	p.Y.Label.Text = strings.Join(wrapped(p.Y.Label.TextStyle, d.Y.Label, 0.8*tile.Y), "\n")
	slant(&p.X.Tick.Label, d.X.Names, tile.X)
	if !d.on.Style.NoGrid && d.Boxes == nil {
		g := plotter.NewGrid()
		for _, line := range []*draw.LineStyle{&g.Horizontal, &g.Vertical} {
			line.Color, line.Width = faint, 0.4
		}
		p.Add(g)
	}
	if len(d.Boxes) > 0 {
		p.Add(boxes{d.Boxes, d.on})
		any = true
	}
	reason := d.of.dashedForReason()
	var names []direct
	for i, s := range d.Series {
		pts := d.Exponents(d.Points(s))
		if len(pts) == 0 {
			continue
		}
		any = true
		k := d.of.place(s, i)
		c := curve{drawing: d, series: s, points: pts, place: k, line: d.on.Style.line(k, reason, s.Dashed)}
		p.Add(c)
		if s.Name != "" {
			names = append(names, direct{s.Name, pts[len(pts)-1], c.line})
		}
	}
	if !any {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	}
	text := d.on.text(0)
	p.Add(axes.Notes{Curves: d.Curves, Text: text, Line: draw.LineStyle{Color: grey, Width: 0.5}})
	d.X.Fit(&p.X, 0)
	d.Y.Fit(&p.Y, 0.03*float64(min(1, len(d.Series)))) // so that no curve lies on the edge
	d.air(&p.X, d.X)
	d.air(&p.Y, d.Y)
	switch place := d.on.Style.Legend; {
	case place == Direct && len(names) > 1:
		p.Add(directs{names, text})
	case place >= TopLeft && place <= BottomRight || place == Right:
		if d.entries != nil {
			p.Add(beside{newLegend(d.on, d.entries), place})
		}
	}
	return p, any
}

// air is left beyond the ends of bars, but not where they stand, and around points that have places by name.
func (d drawing) air(a *plot.Axis, spec axes.Axis) {
	by := 0.04 * (a.Max - a.Min)
	switch bars := d.Boxes != nil; {
	case spec.Limits != [2]float64{} || bars && spec.Names != nil || !bars && spec.Names == nil:
	case bars:
		if a.Max > 0 {
			a.Max += by
		}
		if a.Min < 0 {
			a.Min -= by
		}
	default:
		a.Min, a.Max = math.Min(a.Min, -0.6), math.Max(a.Max, float64(len(spec.Names))-0.4)
	}
}

// axis labels an axis of a length, with a number for so much of it at most.
func (d drawing) axis(a *plot.Axis, spec axes.Axis, long, each vg.Length) {
	spec.Set(a)
	most := d.on.Style.Ticks
	if most == 0 {
		most = math.Max(2, math.Min(8, math.Floor(float64(0.8*long/each))))
	}
	switch m := a.Tick.Marker.(type) {
	case axes.LinearTicks:
		a.Tick.Marker = axes.LinearTicks{Most: most, Raised: true}
	case axes.LogTicks:
		a.Tick.Marker = axes.LogTicks{Most: most, Raised: true}
	case plot.ConstantTicks:
		if spec.Names == nil {
			for k := range m {
				m[k].Label = axes.Raised(m[k].Label)
			}
		}
	}
}

// slant turns the names of places that are too wide to stand side by side.
func slant(style *draw.TextStyle, names []string, width vg.Length) {
	room := 0.8 * width / vg.Length(max(1, len(names))) // the rest is the other axis'
	if slices.ContainsFunc(names, func(n string) bool { return style.Width(n) > 0.95*room }) {
		style.Rotation, style.XAlign, style.YAlign = math.Pi/6, draw.XRight, draw.YTop
	}
}

// curve is a series on the panel's axes.
type curve struct {
	drawing
	series axes.Series
	points plotter.XYs
	place  int
	line   draw.LineStyle
}

// DataRange is that of the curve, its band and its errors.
func (c curve) DataRange() (xmin, xmax, ymin, ymax float64) {
	all := slices.Clone(c.points)
	for _, s := range []axes.Series{c.series, c.series.OfErrors()} {
		if s.Low != nil {
			low, high := c.Edges(s)
			all = append(append(all, c.Exponents(low)...), c.Exponents(high)...)
		}
	}
	return plotter.XYRange(all)
}

// Plot draws band, errors, line and marks.
func (c curve) Plot(on draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&on)
	places := func(pts plotter.XYs) []vg.Point {
		out := make([]vg.Point, len(pts))
		for k, q := range pts {
			out[k] = vg.Point{X: trX(q.X), Y: trY(q.Y)}
		}
		return out
	}
	if c.series.Banded() {
		low, high := c.Edges(c.series)
		low, high = axes.Thinned(c.Exponents(low)), axes.Thinned(c.Exponents(high))
		slices.Reverse(low)
		fill := c.on.Style.color(c.place)
		on.FillPolygon(translucent(fill), on.ClipPolygonXY(places(append(high, low...))))
	}
	if c.series.Barred() {
		low, high := c.Edges(c.series.OfErrors())
		low, high = c.Exponents(low), c.Exponents(high)
		for k := range low {
			c.bar(on, places(plotter.XYs{low[k], high[k]}))
		}
	}
	if c.series.Lined() {
		on.StrokeLines(c.line, on.ClipLinesXY(places(axes.Thinned(c.points)))...)
	}
	if mark := c.on.Style.mark(c.place, c.em); mark.Shape != nil {
		for _, k := range c.marked() {
			on.DrawGlyph(mark, places(c.points[k : k+1])[0])
		}
	}
}

// bar draws an error bar with its ends.
func (c curve) bar(on draw.Canvas, ends []vg.Point) {
	style := draw.LineStyle{Color: c.on.Style.color(c.place), Width: c.on.Style.width(0.6)}
	lines := [][]vg.Point{ends}
	for _, q := range ends {
		lines = append(lines, []vg.Point{{X: q.X - 0.2*c.em, Y: q.Y}, {X: q.X + 0.2*c.em, Y: q.Y}})
	}
	on.StrokeLines(style, on.ClipLinesXY(lines...)...)
}

// fewPoints is up to how many points of a curve are all marked; of more, marksOfMany.
const (
	fewPoints   = 10
	marksOfMany = 5
)

// marked are the points with a mark: all of a series that asks for it or has few, and of others some, along x, which
// are elsewhere on the next curve. A curve that is alone and is not asked to has none.
func (c curve) marked() (out []int) {
	n := len(c.points)
	alone := len(c.of.names()) < 2
	all := c.series.Marked(n) || n <= fewPoints && !alone
	low, high, _, _ := plotter.XYRange(c.points)
	next := 0.
	if !all {
		next = (0.15 + math.Mod(0.31*float64(c.place), 0.7)) / marksOfMany
	}
	for k, q := range c.points {
		if all {
			out = append(out, k)
		} else if along := (q.X - low) / (high - low); !alone && along >= next {
			out = append(out, k)
			next += 1. / marksOfMany * math.Ceil((along-next)*marksOfMany+1e-9)
		}
	}
	return out
}

// GlyphBoxes are the room of the marks.
func (c curve) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	if len(c.of.names()) < 2 && !c.series.Marked(len(c.points)) {
		return nil
	}
	return (&plotter.Scatter{XYs: c.points, GlyphStyle: c.on.Style.mark(0, c.em)}).GlyphBoxes(p)
}
