package figures

import (
	"gonum.org/v1/plot"
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
	line draw.LineStyle
}

const (
	legendLine = 0.55 * vg.Centimeter // the height of a line
	legendMark = 0.8 * vg.Centimeter  // the length of a stroke
	legendGap  = 0.2 * vg.Centimeter  // between stroke and name, and thrice that to the next
)

// legend returns the legend of the panel with the most curves, where it has more than one. Curves without a name are
// not in it.
func (f Panels) legend(p *plot.Plot) legend {
	l := legend{style: p.Legend.TextStyle}
	most := f.fullest()
	if len(most.Series) < 2 {
		return l
	}
	l.style.YAlign = draw.YCenter
	for i, s := range most.Series {
		if s.Name == "" {
			continue
		}
		line := draw.LineStyle{Color: most.color(i), Width: 1.6}
		if s.Dashed {
			line.Dashes = []vg.Length{5, 3}
		}
		l.entries = append(l.entries, legendEntry{s.Name, line})
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
		c.StrokeLine2(e.line, c.Min.X+x, y, c.Min.X+x+legendMark, y)
		c.FillText(l.style, vg.Point{X: c.Min.X + x + legendMark + legendGap, Y: y}, e.name)
	})
}
