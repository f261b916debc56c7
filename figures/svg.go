package figures

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"

	"github.com/proxlab/proxlab/figures/axes"
	"github.com/proxlab/proxlab/internal/plain"
)

// SVG draws the curves as a small inline SVG: quick enough to redraw while a solver runs. It holds no script.
func (f Lines) SVG() string {
	const w, h, left, right, top, bottom = 720.0, 360.0, 76.0, 16.0, 34.0, 44.0
	var pts [][][2]float64
	x, y := newScale(f.X.Log), newScale(f.Y.Log)
	for _, s := range f.Series {
		var c [][2]float64
		for _, p := range f.on().Points(s) {
			c = append(c, [2]float64{x.see(p.X), y.see(p.Y)})
		}
		pts = append(pts, c)
		if s.Banded() {
			low, high := f.on().Edges(s)
			for _, p := range append(low, high...) {
				x.see(p.X)
				y.see(p.Y)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" `+
		`style="max-width:100%%;background:#fff" font-family="sans-serif" font-size="12" fill="%s">`, w, h, w, hex(ink))
	text := func(px, py float64, anchor, extra, s string) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`, px, py, anchor, extra,
			html.EscapeString(plain.Text(s)))
	}
	px := func(v float64) float64 { return left + x.at(v)*(w-left-right) }
	py := func(v float64) float64 { return h - bottom - y.at(v)*(h-top-bottom) }
	for _, t := range y.ticks() {
		fmt.Fprintf(&b, `<path d="M%g %.1fH%g" stroke="%s"/>`, left, py(t), w-right, hex(faint))
		text(left-6, py(t)+4, "end", "", y.label(t))
	}
	for _, t := range x.ticks() {
		fmt.Fprintf(&b, `<path d="M%.1f %gV%g" stroke="%s"/>`, px(t), top, h-bottom, hex(faint))
		text(px(t), h-bottom+16, "middle", "", x.label(t))
	}
	text(w/2, 18, "middle", `font-size="14"`, f.Title)
	text((left+w)/2, h-6, "middle", "", f.X.Label)
	text(16, (h-bottom+top)/2, "middle", fmt.Sprintf(`transform="rotate(-90 16 %g)"`, (h-bottom+top)/2), f.Y.Label)
	place := func(p plotter.XY) string {
		v := f.on().Exponents(plotter.XYs{p})[0]
		return fmt.Sprintf("%.1f,%.1f ", px(v.X), py(v.Y))
	}
	for i, c := range pts {
		if s := f.Series[i]; s.Banded() {
			low, high := f.on().Edges(s)
			slices.Reverse(low)
			fmt.Fprintf(&b, `<polygon fill-opacity="0.2" fill="%s" points="`, hex(f.color(i)))
			for _, p := range append(high, low...) {
				b.WriteString(place(p))
			}
			b.WriteString(`"/>`)
		}
		fmt.Fprintf(&b, `<polyline fill="none" stroke-width="2" stroke="%s" points="`, hex(f.color(i)))
		for _, p := range c {
			fmt.Fprintf(&b, "%.1f,%.1f ", px(p[0]), py(p[1]))
		}
		b.WriteString(`"/>`)
		if len(pts) > 1 && f.Series[i].Name != "" {
			fmt.Fprintf(&b, `<rect x="%g" y="%g" width="18" height="3" fill="%s"/>`, w-right-150, top+4+16*float64(i),
				hex(f.color(i)))
			text(w-right-126, top+10+16*float64(i), "start", "", f.Series[i].Name)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

// scale maps values, or their logarithms, to [0, 1].
type scale struct {
	log    bool
	lo, hi float64
}

func newScale(log bool) *scale { return &scale{log: log, lo: math.Inf(1), hi: math.Inf(-1)} }

// see widens the scale to hold v and returns its place on a linear axis.
func (s *scale) see(v float64) float64 {
	if s.log {
		v = math.Log10(v)
	}
	s.lo, s.hi = math.Min(s.lo, v), math.Max(s.hi, v)
	return v
}

func (s *scale) at(v float64) float64 {
	if s.hi <= s.lo {
		return 0.5
	}
	return (v - s.lo) / (s.hi - s.lo)
}

// ticks returns round numbers; on a logarithmic axis, whole powers of ten where there are two or more.
func (s *scale) ticks() []float64 {
	t := axes.Round(s.lo, s.hi, 0)
	whole := slices.DeleteFunc(slices.Clone(t), func(v float64) bool { return v != math.Round(v) })
	if s.log && len(whole) > 1 {
		return whole
	}
	return t
}

func (s *scale) label(v float64) string {
	if s.log {
		return fmt.Sprintf("%.2g", math.Pow(10, v))
	}
	return fmt.Sprintf("%.4g", v)
}
