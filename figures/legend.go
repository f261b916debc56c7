package figures

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/axes"
)

// keyed is a figure with a legend, which is drawn below it.
type keyed interface{ key() axes.Legend }

func newLegend() axes.Legend {
	style := newPlot(Meta{}).Legend.TextStyle
	style.YAlign = draw.YCenter
	const cm = vg.Centimeter
	return axes.Legend{Style: style, Line: 0.55 * cm, Stroke: 0.9 * cm, Gap: 0.2 * cm}
}

// key is the legend of the curves that have names, where there is more than one; those of one name are named once.
func (f Lines) key() axes.Legend {
	l := newLegend()
	if len(f.Series) < 2 {
		return l
	}
	for i, s := range f.Series {
		named := slices.ContainsFunc(l.Entries, func(e axes.Entry) bool { return e.Name == s.Name })
		if n := len(f.on().Points(s)); s.Name != "" && n > 0 && !named {
			e := axes.Entry{Name: s.Name, Line: f.lineStyle(i)}
			if s.Marked(n) {
				e.Mark = f.glyph(i)
			}
			if !s.Lined() {
				e.Line.Width, e.Boxed = 0, s.Cells
			}
			l.Entries = append(l.Entries, e)
		}
	}
	return l
}
