package paper

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// translucent is a color of which a fifth covers what is below.
func translucent(c color.RGBA) color.Color { return color.NRGBA{R: c.R, G: c.G, B: c.B, A: 0x38} }

// boxes draws those of a panel.
type boxes struct {
	list []Box
	on   Paper
}

// DataRange is that of all, and of their errors.
func (b boxes) DataRange() (xmin, xmax, ymin, ymax float64) {
	var all plotter.XYs
	for _, x := range b.list {
		all = append(all, x.Low, x.High)
		if x.Error > 0 {
			all = append(all, plotter.XY{X: x.High.X, Y: x.High.Y + x.Error}, plotter.XY{X: x.High.X, Y: x.High.Y - x.Error})
		}
	}
	return plotter.XYRange(all)
}

// Plot draws them, with a thin outline that parts greys.
func (b boxes) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for _, x := range b.list {
		low, high := vg.Point{X: trX(x.Low.X), Y: trY(x.Low.Y)}, vg.Point{X: trX(x.High.X), Y: trY(x.High.Y)}
		fill := x.fill(b.on.Style)
		around := []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}, low}
		c.FillPolygon(fill, c.ClipPolygonXY(around))
		c.StrokeLines(draw.LineStyle{Color: color.White, Width: 0.3}, c.ClipLinesXY(around)...)
		middle := vg.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
		if x.Error > 0 {
			ends := []vg.Point{{X: middle.X, Y: trY(x.High.Y - x.Error)}, {X: middle.X, Y: trY(x.High.Y + x.Error)}}
			c.StrokeLines(draw.LineStyle{Color: ink, Width: b.on.Style.width(0.6)}, c.ClipLinesXY(ends)...)
		}
		if x.Text != "" {
			style := b.on.text(0)
			if Lightness(fill) < 60 {
				style.Color = color.White
			}
			style.YAlign = draw.YCenter
			style.Font.Size *= min(1, 0.92*(high.X-low.X)/style.Width(x.Text))
			c.FillText(style, middle.Add(vg.Point{Y: style.FontExtents().Descent}), x.Text)
		}
	}
}
