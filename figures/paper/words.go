package paper

import (
	"strings"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newLegend is a legend on the paper.
func newLegend(on Paper, entries []axes.Entry) axes.Legend {
	style := on.text(0)
	style.XAlign, style.YAlign = draw.XLeft, -0.37 // small letters about the middle of a line
	em := style.Font.Size
	return axes.Legend{Style: style, Entries: entries, Line: 1.25 * em, Stroke: 2.4 * em, Gap: 0.5 * em}
}

// wrapped breaks a text into lines that are no wider than there is room.
func wrapped(style text.Style, s string, room vg.Length) (lines []string) {
	for _, word := range strings.Fields(s) {
		if last := len(lines) - 1; last >= 0 && style.Width(lines[last]+" "+word) <= room {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
