package paper

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/axes"
)

// direct is the name of a curve at its end.
type direct struct {
	name string
	end  plotter.XY
	line draw.LineStyle
}

// directs writes names at the right of the data, each at the height of its curve's end, or near it where others are.
type directs struct {
	names []direct
	text  text.Style
}

// Plot writes the names, with a line to the end of a curve that is elsewhere.
func (d directs) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	style, em := d.text, d.text.Font.Size
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	names := slices.Clone(d.names)
	slices.SortStableFunc(names, func(a, b direct) int { return cmp.Compare(a.end.Y, b.end.Y) })
	heights := make([]vg.Length, len(names))
	for k, n := range names {
		heights[k] = trY(n.end.Y)
	}
	spread(heights, 1.05*em, c.Min.Y, c.Max.Y)
	for k, n := range names {
		style.Color = n.line.Color
		at := vg.Point{X: c.Max.X + 0.8*em, Y: heights[k]}
		thin := draw.LineStyle{Color: n.line.Color, Width: 0.4}
		c.StrokeLine2(thin, min(trX(n.end.X), c.Max.X), min(max(trY(n.end.Y), c.Min.Y), c.Max.Y), at.X-0.15*em, at.Y)
		c.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent}), n.name)
	}
}

// spread moves heights, which ascend, until they are apart and, where there is room, between two ends.
func spread(heights []vg.Length, apart, low, high vg.Length) {
	for k := range heights { // from below
		if k > 0 {
			heights[k] = max(heights[k], heights[k-1]+apart)
		} else {
			heights[k] = max(heights[k], low)
		}
	}
	for k := len(heights) - 1; k >= 0; k-- { // what left at the top comes back
		if k < len(heights)-1 {
			high = heights[k+1] - apart
		}
		heights[k] = min(heights[k], high)
	}
}

// GlyphBoxes is the room of the longest name.
func (d directs) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var most vg.Length
	for _, n := range d.names {
		most = max(most, d.text.Width(n.name))
	}
	return roomAtRight(most + 0.9*d.text.Font.Size)
}

func roomAtRight(wide vg.Length) []plot.GlyphBox {
	return []plot.GlyphBox{{X: 1, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: wide}}}}
}

// beside is a legend at the right of the data or in one of their corners, a line for each name.
type beside struct {
	axes.Legend
	place Place
}

// least is the narrowest width: that of the longest entry.
func (b beside) least() vg.Length {
	var most vg.Length
	for _, e := range b.Entries {
		one := b.Legend
		one.Entries = []axes.Entry{e}
		wide, _ := one.Size(1)
		most = max(most, wide)
	}
	return most
}

// Plot draws it, in a corner over paper that lets a little through.
func (b beside) Plot(c draw.Canvas, _ *plot.Plot) {
	wide, em := b.least(), b.Style.Font.Size
	_, high := b.Size(wide)
	at := c
	switch b.place {
	case Right:
		at.Min.X = c.Max.X + em
	case TopLeft, BottomLeft:
		at.Min.X += em / 2
	default:
		at.Min.X = c.Max.X - wide - em/2
	}
	if b.place == BottomLeft || b.place == BottomRight {
		at.Max.Y = c.Min.Y + high
	}
	at.Max.X, at.Min.Y = at.Min.X+wide, at.Max.Y-high
	if b.place != Right {
		axes.Box(at, color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xd8}, at.Min.X, at.Min.Y, wide, high)
	}
	b.Draw(at)
}

// GlyphBoxes is the room at the right of the data.
func (b beside) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	if b.place != Right {
		return nil
	}
	return roomAtRight(b.least() + b.Style.Font.Size)
}
