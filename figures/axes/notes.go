package axes

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Notes draws the notes of curves.
type Notes struct {
	Curves
	Text draw.TextStyle
	Line draw.LineStyle
}

// Plot writes each note centred above its place, or beside the end of its line, on paper that lets a little through.
func (n Notes) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for _, note := range n.Notes {
		if note.X <= 0 && n.X.Log || note.Y <= 0 && n.Y.Log {
			continue // stands on no logarithmic axis
		}
		at := n.Exponents(plotter.XYs{{X: note.X, Y: note.Y}})[0]
		from := vg.Point{X: trX(at.X), Y: trY(at.Y)}
		if !c.Contains(from) {
			continue
		}
		to := from.Add(vg.Point{X: vg.Length(note.DX), Y: vg.Length(note.DY)})
		style, air := n.Text, n.Text.Font.Size/4
		style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
		if long := math.Hypot(note.DX, note.DY); long > 0 {
			c.StrokeLine2(n.Line, from.X, from.Y, to.X, to.Y)
			style.XAlign = draw.XAlignment(note.DX/long/2 - 0.5)
			style.YAlign = draw.YAlignment(note.DY/long/2 - 0.5)
		}
		to.Y += vg.Length(1+2*float64(style.YAlign)) * air
		to.X += vg.Length(1+2*float64(style.XAlign)) * air
		to.Y += style.FontExtents().Descent
		under := style.Rectangle(note.Text).Add(to)
		Box(c, color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xc0}, under.Min.X, under.Min.Y, under.Size().X, under.Size().Y)
		c.FillText(style, to, note.Text)
	}
}
