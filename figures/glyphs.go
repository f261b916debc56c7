package figures

import (
	"image/color"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Glyph is a small binary image, row by row, with a caption under it; Wrong captions are set off by colour.
type Glyph struct {
	Pixels  []bool
	Caption string
	Wrong   bool
}

// Glyphs is a figure of rows of glyphs of one size: words as they were written, and as they were read.
type Glyphs struct {
	Meta
	GlyphRows, GlyphCols int
	Rows                 [][]Glyph
}

// Plot draws every row of glyphs with the captions under it.
func (f Glyphs) Plot() (*plot.Plot, error) {
	longest := 0
	for _, r := range f.Rows {
		longest = max(longest, len(r))
	}
	if longest == 0 {
		return nil, errNothing
	}
	p := newPlot(f.Meta)
	p.HideAxes()
	p.X.Min, p.X.Max = 0, float64(longest)
	p.Y.Min, p.Y.Max = 0, float64(len(f.Rows))
	p.Add(glyphPlotter{f, longest})
	return p, nil
}

// Chart returns "": the static figure says all.
func (f Glyphs) Chart() string { return "" }

func (f Glyphs) height() vg.Length {
	return 1.6*vg.Centimeter + vg.Length(len(f.Rows))*1.9*vg.Centimeter
}

type glyphPlotter struct {
	f       Glyphs
	longest int
}

// Plot draws cells from the top left.
func (g glyphPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	cellH := c.Size().Y / vg.Length(len(g.f.Rows))
	pixel := min(cellH*0.62/vg.Length(g.f.GlyphRows), c.Size().X/vg.Length(g.longest)*0.62/vg.Length(g.f.GlyphCols))
	cellW := pixel * vg.Length(g.f.GlyphCols) * 1.6
	for i, row := range g.f.Rows {
		top := c.Max.Y - vg.Length(i)*cellH
		for j, glyph := range row {
			g.glyph(c, p, glyph, c.Min.X+vg.Length(j)*cellW, top, pixel)
		}
	}
}

// glyph draws one image and its caption.
func (g glyphPlotter) glyph(c draw.Canvas, p *plot.Plot, glyph Glyph, left, top, pixel vg.Length) {
	w, h := pixel*vg.Length(g.f.GlyphCols), pixel*vg.Length(g.f.GlyphRows)
	axes.Box(c, color.RGBA{0xF4, 0xF4, 0xF4, 0xFF}, left, top-h, w, h)
	for k, on := range glyph.Pixels {
		if on {
			const seam = 0.2 // pixels overlap by so much that no light shows between them
			axes.Box(c, ink, left+pixel*vg.Length(k%g.f.GlyphCols), top-pixel*vg.Length(k/g.f.GlyphCols+1)-seam, pixel+seam,
				pixel+seam)
		}
	}
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	style.Color = ink
	if glyph.Wrong {
		style.Color = Color(1)
		axes.Box(c, Color(1), left, top-h-vg.Length(2), w, vg.Length(1.2))
	}
	c.FillText(style, vg.Point{X: left + w/2, Y: top - h - vg.Length(3)}, glyph.Caption)
}
