package figures

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// palette is Okabe and Ito's, which colour-blind readers can tell apart (jfly.uni-koeln.de/color, 2002), with purple,
// orange and sky darkened until they stand out from white at 3:1, as lines should (WCAG 2.1, 1.4.11).
var palette = []color.RGBA{
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	{0x00, 0x9E, 0x73, 0xFF}, // green
	{0xB8, 0x60, 0x8F, 0xFF}, // purple
	{0xB0, 0x7D, 0x00, 0xFF}, // orange
	{0x2F, 0x94, 0xCF, 0xFF}, // sky
	{0x00, 0x00, 0x00, 0xFF}, // black
}

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

// Axis describes an axis: a label with its unit, and whether it is logarithmic.
type Axis struct {
	Label string
	Log   bool
	Names []string // of the places 0, 1, … where it has names and no numbers
}

// floor returns the positive value to which values ≤ 0 are raised on a logarithmic axis: three decades below the least
// positive value, or 1e-16 where there is none. Gaps reach 0; the curve then runs along the floor.
func floor(values ...[]float64) float64 {
	least := math.Inf(1)
	for _, x := range values {
		for _, v := range x {
			if v > 0 && v < least {
				least = v
			}
		}
	}
	if math.IsInf(least, 1) {
		return 1e-16
	}
	return least * 1e-3
}

// linearTicks marks about six round numbers, at 1, 2 or 5 times a power of ten.
type linearTicks struct{}

func (linearTicks) Ticks(lo, hi float64) []plot.Tick {
	var t []plot.Tick
	for _, v := range roundNumbers(lo, hi) {
		t = append(t, plot.Tick{Value: v, Label: short(v)})
	}
	return t
}

// roundNumbers returns at most about seven numbers in [lo, hi] at an even step of 1, 2 or 5 times a power of ten.
func roundNumbers(lo, hi float64) []float64 {
	if !(lo < hi) || math.IsInf(hi-lo, 0) {
		return nil
	}
	span := (hi - lo) / 6
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*step >= span {
			step *= m
			break
		}
	}
	var out []float64
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*step; k++ {
		out = append(out, tidy(k*step, step)+0) // no −0
	}
	return out
}

// logTicks marks an axis of decimal exponents: the decades, of which about eight at most, or as many as most says, have
// labels, and the digits between them where there is room. Below two decades 2 and 5 have labels too, and all digits
// where those are too few.
type logTicks struct{ most float64 }

func (l logTicks) Ticks(lo, hi float64) []plot.Tick {
	first, last := math.Floor(lo+1e-9), math.Ceil(hi-1e-9)
	most := l.most
	if most == 0 {
		most = 8
	}
	step := math.Max(1, math.Ceil((last-first)/most))
	few := 0 // of 1, 2 and 5
	for e := first; e <= last; e++ {
		for _, d := range []float64{1, 2, 5} {
			if v := e + math.Log10(d); v >= lo-1e-9 && v <= hi+1e-9 {
				few++
			}
		}
	}
	var t []plot.Tick
	add := func(exponent, digit float64, labelled bool) {
		tick := plot.Tick{Value: exponent + math.Log10(digit)}
		if tick.Value < lo-1e-9 || tick.Value > hi+1e-9 {
			return // would take up room
		}
		if labelled {
			tick.Label = short(digit * math.Pow(10, exponent))
		}
		t = append(t, tick)
	}
	for e := first; e <= last; e++ {
		add(e, 1, math.Mod(e-first, step) == 0)
		for d := 2.0; d < 10 && hi-lo <= 5; d++ {
			add(e, d, few < 3 || hi-lo < 2 && (d == 2 || d == 5))
		}
	}
	return t
}

// short writes a number in as few characters as read well, without the last digits, which rounding may have touched.
func short(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64) // its own output
	if a := math.Abs(v); a != 0 && (a < 1e-3 || a >= 1e5) {
		return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(strconv.FormatFloat(v, 'e', -1, 64))
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// tidy removes the rounding error of a multiple of a step.
func tidy(v, step float64) float64 {
	digits := max(0, 1-int(math.Floor(math.Log10(step))))
	if digits > 15 {
		return v
	}
	p := math.Pow(10, float64(digits))
	return math.Round(v*p) / p
}
