package figures

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// besideData makes room at the right of the data for the legend that gonum draws, which would lie on curves. There is
// none where a figure is written with its legend below it.
type besideData struct{}

// Plot draws nothing: the plot draws its legend.
func (besideData) Plot(draw.Canvas, *plot.Plot) {}

// GlyphBoxes is the room.
func (besideData) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	room := p.Legend.Rectangle(draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}).Size().X
	return []plot.GlyphBox{{X: 1, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: room, Y: 0}}}}
}
