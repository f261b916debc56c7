package axes

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Legend names curves in lines, side by side as far as there is room.
type Legend struct {
	Style   draw.TextStyle
	Entries []Entry
	// The height of a line, the length of a stroke, and the room between stroke and name, thrice which is that to the
	// next.
	Line, Stroke, Gap vg.Length
}

// Entry is a name with what it stands for.
type Entry struct {
	Name  string
	Line  draw.LineStyle // of no width for none
	Mark  draw.GlyphStyle
	Boxed bool // a box of the line's color
}

// Names are those of the entries.
func (l Legend) Names() []string {
	names := []string{}
	for _, e := range l.Entries {
		names = append(names, e.Name)
	}
	return names
}

// width is that of an entry.
func (l Legend) width(e Entry) vg.Length { return l.Stroke + l.Gap + l.Style.Width(e.Name) }

// place calls put with the left end and the line of every entry, and returns the number of lines.
func (l Legend) place(width vg.Length, put func(e Entry, x vg.Length, line int)) (lines int) {
	var x vg.Length
	for _, e := range l.Entries {
		w := l.width(e)
		if x > 0 && x+w > width {
			x, lines = 0, lines+1
		}
		put(e, x, lines)
		x += w + 3*l.Gap
	}
	if len(l.Entries) == 0 {
		return 0
	}
	return lines + 1
}

// Size is what the legend takes of so much width.
func (l Legend) Size(width vg.Length) (wide, high vg.Length) {
	lines := l.place(width, func(e Entry, x vg.Length, _ int) { wide = max(wide, x+l.width(e)) })
	return wide, vg.Length(lines) * l.Line
}

// Draw fills a strip of that height from the top left.
func (l Legend) Draw(c draw.Canvas) {
	l.place(c.Size().X, func(e Entry, x vg.Length, line int) {
		y := c.Max.Y - vg.Length(line)*l.Line - l.Line/2
		x += c.Min.X
		if e.Boxed {
			Box(c, e.Line.Color, x+l.Stroke/2, y-l.Line/4, l.Stroke/2, l.Line/2)
		} else if e.Line.Width > 0 {
			c.StrokeLine2(e.Line, x, y, x+l.Stroke, y)
		}
		if e.Mark.Shape != nil {
			c.DrawGlyph(e.Mark, vg.Point{X: x + l.Stroke/2, Y: y})
		}
		c.FillText(l.Style, vg.Point{X: x + l.Stroke + l.Gap, Y: y}, e.Name)
	})
}
