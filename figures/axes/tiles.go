package axes

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Tiles are plots in a grid, row by row.
type Tiles struct {
	Plots         []*plot.Plot
	Equal         []bool // units of one length on both axes
	Columns, Rows int
	PadX, PadY    vg.Length // between them
}

// Plot tiles the canvas. The data of a column, and of a row, are in line: labels take the room of the widest of them.
func (g Tiles) Plot(c draw.Canvas, _ *plot.Plot) {
	tiles := draw.Tiles{Rows: g.Rows, Cols: g.Columns, PadX: g.PadX, PadY: g.PadY}
	around := func(i int) (left, right, below, above vg.Length) {
		tile := tiles.At(c, i%g.Columns, i/g.Columns)
		data := g.Plots[i].DataCanvas(tile)
		return data.Min.X - tile.Min.X, tile.Max.X - data.Max.X, data.Min.Y - tile.Min.Y, tile.Max.Y - data.Max.Y
	}
	type sides struct{ low, high vg.Length }
	columns, rows := make([]sides, g.Columns), make([]sides, g.Rows)
	for i := range g.Plots {
		left, right, below, above := around(i)
		column, row := &columns[i%g.Columns], &rows[i/g.Columns]
		column.low, column.high = max(column.low, left), max(column.high, right)
		row.low, row.high = max(row.low, below), max(row.high, above)
	}
	for i, p := range g.Plots {
		left, right, below, above := around(i)
		column, row := columns[i%g.Columns], rows[i/g.Columns]
		at := draw.Crop(tiles.At(c, i%g.Columns, i/g.Columns), column.low-left, right-column.high, row.low-below,
			above-row.high)
		if g.Equal[i] {
			Equalize(p, at)
		}
		p.Draw(at)
	}
}

// Equalize widens the axis whose units are longer, so that a circle is one.
func Equalize(p *plot.Plot, c draw.Canvas) {
	for range 2 { // other ticks take other room
		room := p.DataCanvas(c).Size()
		unit := math.Max((p.X.Max-p.X.Min)/room.X.Points(), (p.Y.Max-p.Y.Min)/room.Y.Points())
		to := func(a *plot.Axis, length vg.Length) {
			middle, half := (a.Min+a.Max)/2, unit*length.Points()/2
			a.Min, a.Max = middle-half, middle+half
		}
		to(&p.X, room.X)
		to(&p.Y, room.Y)
	}
}

// Box fills a rectangle.
func Box(c draw.Canvas, fill color.Color, x, y, w, h vg.Length) {
	c.FillPolygon(fill, []vg.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}})
}
