package axes

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Cells are squares of one unit around points: the pixels of a picture.
type Cells struct {
	At    plotter.XYs
	Color color.Color
}

// Plot fills the squares.
func (s Cells) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for _, q := range s.At {
		x, y := trX(q.X-0.5), trY(q.Y-0.5)
		Box(c, s.Color, x, y, trX(q.X+0.5)-x, trY(q.Y+0.5)-y)
	}
}

// DataRange is that of the squares.
func (s Cells) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = plotter.XYRange(s.At)
	return xmin - 0.5, xmax + 0.5, ymin - 0.5, ymax + 0.5
}
