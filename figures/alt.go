package figures

import (
	"fmt"
	"math"
	"strings"
)

// Alt says in words what a figure shows, for those who cannot see it: its titles, axes, and the range of every curve.
func Alt(f Figure) string {
	m := f.About()
	out := []string{m.Title}
	if m.Subtitle != "" {
		out = append(out, m.Subtitle)
	}
	if t, ok := f.(interface{ alt() []string }); ok {
		out = append(out, t.alt()...)
	}
	return cut(strings.Join(out, ". ")+".", altLength)
}

// altLength is how many characters are read to somebody who cannot skip them.
const altLength = 500

// cut ends a longer text at a space.
func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most-2])
		return s[:max(strings.LastIndex(s, " "), 0)] + " …"
	}
	return s
}

// shownRange is that of finite values.
func shownRange(values []float64) string {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	switch {
	case lo > hi:
		return "no finite value"
	case lo == hi:
		return fmt.Sprintf("%.3g", lo)
	}
	return fmt.Sprintf("%.3g to %.3g", lo, hi)
}

func altAxis(a Axis, name string) string {
	if a.Label == "" {
		return ""
	}
	out := name + " axis: " + a.Label
	if a.Log {
		out += ", logarithmic"
	}
	return out
}

func alts(list ...string) (out []string) {
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (f Lines) alt() []string {
	var curves []string
	for _, s := range f.Series {
		name := s.Name
		if name == "" {
			name = "curve"
		}
		from := shownRange(s.Y)
		if len(s.Y) > 1 && from != "no finite value" {
			from = fmt.Sprintf("%.3g at first, %.3g at last, %s", s.Y[0], s.Y[len(s.Y)-1], from)
		}
		curves = append(curves, name+" ("+from+")")
	}
	return alts(altAxis(f.X, "x"), altAxis(f.Y, "y"), strings.Join(curves, "; "))
}

func (f Panels) alt() []string {
	out := []string{fmt.Sprintf("%d panels", len(f.Panels))}
	for _, p := range f.Panels {
		out = append(out, p.Title+": "+strings.Join(p.alt(), "; "))
	}
	return out
}

func (f Runs) alt() []string { return f.first().alt() }

func (f Bars) alt() []string {
	var bars []string
	for _, b := range f.Bars {
		for k, v := range b.Values {
			name := b.Label
			if len(f.Series) > 1 {
				name += ", " + f.Series[k]
			}
			bars = append(bars, fmt.Sprintf("%s %.3g", name, v))
		}
	}
	return alts(altAxis(f.Y, "y"), "bars: "+strings.Join(bars, "; "))
}

func (f Heat) alt() []string {
	var all []float64
	for _, row := range f.Values {
		all = append(all, row...)
	}
	cells := fmt.Sprintf("%d by %d cells, %s", len(f.Values), len(f.Columns), shownRange(all))
	return alts(altAxis(f.X, "x"), altAxis(f.Y, "y"), cells)
}

func (f Pictures) alt() []string {
	var captions []string
	for _, row := range f.Rows {
		for _, p := range row {
			captions = append(captions, p.Caption)
		}
	}
	return alts("pictures: " + strings.Join(captions, "; "))
}

func (f Glyphs) alt() []string {
	var words []string
	for _, row := range f.Rows {
		var b strings.Builder
		for _, g := range row {
			b.WriteString(g.Caption)
		}
		words = append(words, b.String())
	}
	return alts("words as they were read: " + strings.Join(words, ", "))
}
