package figures

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/proxlab/proxlab/figures/paper"
)

// palette is that of paper: colors that are different greys, and that colour-blind readers tell apart.
var palette = paper.Safe

var (
	ink   = color.RGBA{0x26, 0x26, 0x26, 0xFF}
	grey  = color.RGBA{0x8C, 0x8C, 0x8C, 0xFF}
	faint = color.RGBA{0xE4, 0xE4, 0xE4, 0xFF}
)

// Color returns the i-th colour of the palette, which repeats.
func Color(i int) color.RGBA { return palette[i%len(palette)] }

func hex(c color.RGBA) string {
	const digits = "0123456789abcdef"
	b := []byte{'#'}
	for _, v := range []uint8{c.R, c.G, c.B} {
		b = append(b, digits[v>>4], digits[v&15])
	}
	return string(b)
}

// newPlot returns an empty plot in the house style.
func newPlot(m Meta) *plot.Plot {
	p := plot.New()
	sans := func(f *font.Font, size vg.Length) { f.Typeface, f.Variant, f.Size = "Liberation", "Sans", size }
	sans(&p.Title.TextStyle.Font, 11)
	room := width - 2*margin
	lines := append(wrapped(p.Title.TextStyle, m.Title, room), wrapped(p.Title.TextStyle, m.Subtitle, room)...)
	p.Title.Text = strings.Join(lines, "\n")
	p.Title.Padding = 8
	p.Title.TextStyle.Color = ink
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		sans(&a.Label.TextStyle.Font, 11)
		sans(&a.Tick.Label.Font, 10)
		a.Label.TextStyle.Color, a.Tick.Label.Color = ink, ink
		a.Color, a.Tick.Color = grey, grey
		a.Label.Padding = 4
	}
	sans(&p.Legend.TextStyle.Font, 10)
	p.Legend.TextStyle.Color = ink
	p.Legend.Padding = 3
	return p
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
