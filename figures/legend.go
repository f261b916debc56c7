package figures

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend names curves in lines below a figure, side by side as far as there is room.
type legend struct {
	style   draw.TextStyle
	entries []legendEntry
}

type legendEntry struct {
	name string
	line draw.LineStyle // of no width for none
	dot  bool
	box  bool
}

const (
	legendLine = 0.55 * vg.Centimeter // the height of a line
	legendMark = 0.9 * vg.Centimeter  // the length of a stroke
	legendGap  = 0.2 * vg.Centimeter  // between stroke and name, and thrice that to the next
)

// keyed is a figure with a legend, which is drawn below it.
type keyed interface{ key() legend }

func newLegend() legend {
	l := legend{style: newPlot(Meta{}).Legend.TextStyle}
	l.style.YAlign = draw.YCenter
	return l
}

// key is the legend of the curves that have names, where there is more than one; those of one name are named once.
func (f Lines) key() legend {
	l := newLegend()
	if len(f.Series) < 2 {
		return l
	}
	for i, s := range f.Series {
		named := slices.ContainsFunc(l.entries, func(e legendEntry) bool { return e.name == s.Name })
		if n := len(f.points(s)); s.Name != "" && n > 0 && !named {
			e := legendEntry{name: s.Name, line: f.lineStyle(i), dot: s.marked(n)}
			if s.Dots {
				e.line.Width = 0
			}
			l.entries = append(l.entries, e)
		}
	}
	return l
}

// place calls put with the left end and the line of every entry, and returns the number of lines.
func (l legend) place(width vg.Length, put func(e legendEntry, x vg.Length, line int)) (lines int) {
	var x vg.Length
	for _, e := range l.entries {
		w := legendMark + legendGap + l.style.Width(e.name)
		if x > 0 && x+w > width {
			x, lines = 0, lines+1
		}
		put(e, x, lines)
		x += w + 3*legendGap
	}
	if len(l.entries) == 0 {
		return 0
	}
	return lines + 1
}

func (l legend) height(width vg.Length) vg.Length {
	return vg.Length(l.place(width, func(legendEntry, vg.Length, int) {})) * legendLine
}

// draw fills a strip of that height.
func (l legend) draw(c draw.Canvas) {
	l.place(c.Size().X, func(e legendEntry, x vg.Length, line int) {
		y := c.Max.Y - vg.Length(line)*legendLine - legendLine/2
		x += c.Min.X
		if e.box {
			box(c, e.line.Color, x+legendMark/2, y-legendLine/4, legendMark/2, legendLine/2)
		} else if e.line.Width > 0 {
			c.StrokeLine2(e.line, x, y, x+legendMark, y)
		}
		if e.dot {
			c.DrawGlyph(draw.GlyphStyle{Color: e.line.Color, Radius: 2.4, Shape: draw.CircleGlyph{}},
				vg.Point{X: x + legendMark/2, Y: y})
		}
		c.FillText(l.style, vg.Point{X: x + legendMark + legendGap, Y: y}, e.name)
	})
}
