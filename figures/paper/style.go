package paper

import (
	"errors"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Style says how a figure looks. The zero value is the usual one.
type Style struct {
	Colors    []color.RGBA       // nil for Safe
	Dashes    [][]float64        // lengths of dashes and gaps in points, none for a full line; nil for the usual
	Marks     []draw.GlyphDrawer // nil for eight shapes, three of them hollow; []draw.GlyphDrawer{} for none
	LineWidth float64            // 0 for 1
	LabelSize float64            // of the axes' labels; 0 for the paper's size
	TickSize  float64            // of the numbers at ticks; 0 for the paper's size
	Ticks     float64            // about how many numbers on an axis; 0 for as many as have room
	Legend    Place
	Title     bool // show the title: a paper has it in its caption
	NoGrid    bool
}

// Place is where names of curves stand.
type Place int

// Below, Above and Right are outside of the data. Direct has each name at the end of its curve, in its color. The
// corners are inside, over what is there.
const (
	Below Place = iota
	Above
	Right
	Direct
	TopLeft
	TopRight
	BottomLeft
	BottomRight
	NoLegend
)

// Safe are seven colors whose lightness L* (CIELAB) is 0 to 61 in steps of 8 at least, so that they are different
// greys, that stand out from white at 3:1 (WCAG 2.1, 1.4.11), and that deuteranopes tell apart: their distances as
// those see them (Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color vision
// deficiency, 2009) are 22 at least. Their hues, in their order, are about those of Okabe and Ito
// (jfly.uni-koeln.de/color, 2002).
var Safe = []color.RGBA{
	{0x00, 0x56, 0xA1, 0xFF}, // blue
	{0xB8, 0x44, 0x00, 0xFF}, // vermilion
	{0x20, 0xA7, 0x7C, 0xFF}, // green
	{0x5F, 0x09, 0x3F, 0xFF}, // purple
	{0x64, 0x38, 0x00, 0xFF}, // brown
	{0x11, 0x88, 0xB3, 0xFF}, // sky
	{0x00, 0x00, 0x00, 0xFF}, // black
}

var (
	ink   = color.RGBA{0x00, 0x00, 0x00, 0xFF}
	grey  = color.RGBA{0x60, 0x60, 0x60, 0xFF}
	faint = color.RGBA{0xDD, 0xDD, 0xDD, 0xFF}
)

// usualDashes are a full line, dashes, dots, dashes with dots, long dashes; usualMarks are filled and hollow in turns.
var (
	usualDashes = [][]float64{nil, {5, 2}, {1.2, 1.6}, {5, 1.6, 1.2, 1.6}, {9, 2.4}}
	usualMarks  = []draw.GlyphDrawer{
		draw.CircleGlyph{}, hollow{draw.BoxGlyph{}, draw.SquareGlyph{}}, draw.PyramidGlyph{},
		hollow{draw.CircleGlyph{}, draw.RingGlyph{}}, draw.BoxGlyph{}, hollow{draw.PyramidGlyph{}, draw.TriangleGlyph{}},
		draw.CrossGlyph{}, draw.PlusGlyph{},
	}
)

// hollow is an outline over a white inside: lines do not go through it.
type hollow struct{ inside, outline draw.GlyphDrawer }

// DrawGlyph implements draw.GlyphDrawer.
func (h hollow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetColor(color.White)
	h.inside.DrawGlyph(c, style, at)
	c.SetColor(style.Color)
	h.outline.DrawGlyph(c, style, at)
}

func (s Style) check() error {
	if s.Colors != nil && len(s.Colors) == 0 || s.Dashes != nil && len(s.Dashes) == 0 {
		return errors.New("paper: a style has one color and one dash at least, or nil for the usual")
	}
	if s.Legend < Below || s.Legend > NoLegend {
		return errors.New("paper: no such place for a legend")
	}
	return nil
}

// color is that of what comes k-th; others follow where they end.
func (s Style) color(k int) color.RGBA {
	if s.Colors == nil {
		return Safe[k%len(Safe)]
	}
	return s.Colors[k%len(s.Colors)]
}

// line is the style of curve k, which is dashed by its place or, in a figure that has dashed curves for a reason, where
// it is one of those.
func (s Style) line(k int, reason, dashed bool) draw.LineStyle {
	dashes := s.Dashes
	if dashes == nil {
		dashes = usualDashes
	}
	var of []float64
	switch {
	case !reason:
		of = dashes[k%len(dashes)]
	case dashed:
		of = usualDashes[1]
	}
	style := draw.LineStyle{Color: s.color(k), Width: s.width(1)}
	for _, d := range of {
		style.Dashes = append(style.Dashes, bp(d))
	}
	return style
}

// width is a share of the lines' width.
func (s Style) width(share float64) vg.Length {
	if s.LineWidth == 0 {
		return bp(share)
	}
	return bp(share * s.LineWidth)
}

// mark is that of curve k; its Shape is nil where there are none.
func (s Style) mark(k int, size vg.Length) draw.GlyphStyle {
	marks := s.Marks
	if marks == nil {
		marks = usualMarks
	}
	out := draw.GlyphStyle{Color: s.color(k), Radius: 0.26 * size}
	if len(marks) > 0 {
		out.Shape = marks[k%len(marks)]
	}
	return out
}

// bp is a length in points of PostScript, which gonum counts in.
func bp(points float64) vg.Length { return vg.Length(points * 72 / 72.27) }
