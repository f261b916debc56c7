// Package paper draws figures for a printed page: of the width of its columns, with text of the size that is asked for,
// and curves that can be told apart in grey and by the colour-blind.
package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures/canvas"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Paper is the page that a figure is made for. Lengths are in points of TeX, of which 72.27 are an inch.
type Paper struct {
	Column, Text float64 // \columnwidth and \textwidth
	// Width and Height are those of the figure; 0 for Column, or Text where more than two panels stand side by side, and
	// for a height by what is shown.
	Width, Height float64
	FontSize      float64 // of all text in a figure; 0 for 8
	// Font is serif (or ""), sans or mono: Liberation's in PDF, SVG and PNG, which have the widths of Times, Helvetica and
	// Courier. In PGF text has the font of the paper.
	Font  string
	Style Style
}

// presets have the widths of classes as LaTeX has them: \columnwidth and \textwidth of article at 10 pt with one column
// and with two, IEEEtran, acmart's sigconf, the style of NeurIPS (5.5 inches), and that of ICML (6.75 inches, two
// columns a quarter of an inch apart).
var presets = []struct {
	name string
	Paper
}{
	{"article", Paper{Column: 345, Text: 345}},
	{"article2", Paper{Column: 229.5, Text: 469}},
	{"ieee", Paper{Column: 252, Text: 516}},
	{"acm", Paper{Column: 241.14749, Text: 506.295}},
	{"neurips", Paper{Column: 397.485, Text: 397.485}},
	{"icml", Paper{Column: 234.8775, Text: 487.8225}},
}

// Names are those that Named knows.
func Names() (out []string) {
	for _, p := range presets {
		out = append(out, p.name)
	}
	return out
}

// Named returns the paper of a class of LaTeX: article, article2 (with two columns), ieee, acm, neurips or icml.
func Named(name string) (Paper, error) {
	for _, p := range presets {
		if p.name == name {
			return p.Paper, nil
		}
	}
	return Paper{}, fmt.Errorf("no paper %q; there are %s", name, strings.Join(Names(), ", "))
}

// Wide is the paper with figures as wide as the text, for figure*.
func (p Paper) Wide() Paper {
	p.Width = p.Text
	return p
}

// Check tells what is no paper.
func (p Paper) Check() error {
	for _, v := range []struct {
		what  string
		value float64
	}{
		{"Column", p.Column}, {"Text", p.Text}, {"Width", p.Width}, {"Height", p.Height}, {"FontSize", p.FontSize},
		{"Style.LineWidth", p.Style.LineWidth}, {"Style.LabelSize", p.Style.LabelSize},
		{"Style.TickSize", p.Style.TickSize}, {"Style.Ticks", p.Style.Ticks},
	} {
		if !(v.value >= 0) || math.IsInf(v.value, 0) {
			return fmt.Errorf("paper: %s is %g; give points of TeX, or 0 for the usual", v.what, v.value)
		}
	}
	if p.Width == 0 && p.Column == 0 {
		return fmt.Errorf("paper: there is no width; take one of %s, or give Column or Width", strings.Join(Names(), ", "))
	}
	if !slices.Contains([]string{"", "serif", "sans", "mono"}, p.Font) {
		return fmt.Errorf("paper: no font %q; there are serif, sans and mono", p.Font)
	}
	return p.Style.check()
}

// Across is how wide a figure is that has so many panels side by side.
func (p Paper) Across(panels int) vg.Length {
	switch {
	case p.Width > 0:
		return bp(p.Width)
	case panels > 2 && p.Text > 0:
		return bp(p.Text)
	}
	return bp(p.Column)
}

// font is that of text of a size; 0 stands for the paper's.
func (p Paper) font(size float64) font.Font {
	if size == 0 {
		size = p.FontSize
	}
	if size == 0 {
		size = 8
	}
	variant := map[string]font.Variant{"": "Serif", "serif": "Serif", "sans": "Sans", "mono": "Mono"}[p.Font]
	return font.Font{Typeface: "Liberation", Variant: variant, Size: bp(size)}
}

// text is a style of text on the paper.
func (p Paper) text(size float64) text.Style {
	cache := plot.DefaultTextHandler.Cache()
	return text.Style{
		Color: ink, Font: p.font(size), Handler: canvas.Rich{Fonts: cache}, XAlign: draw.XCenter, YAlign: draw.YTop,
	}
}

// Dress gives a plot's title, axes and legend the paper's text, in a font of so many times its size.
func (p Paper) Dress(of *plot.Plot, times vg.Length) {
	set := func(to *text.Style, size float64) {
		from := p.text(size)
		to.Font, to.Handler, to.Color = from.Font, from.Handler, from.Color
		to.Font.Size *= times
	}
	set(&of.Title.TextStyle, 0)
	set(&of.Legend.TextStyle, 0)
	for _, a := range []*plot.Axis{&of.X, &of.Y} {
		set(&a.Label.TextStyle, p.Style.LabelSize)
		set(&a.Tick.Label, p.Style.TickSize)
		a.Color, a.Tick.Color = grey, grey
		for _, width := range []*vg.Length{&a.LineStyle.Width, &a.Tick.Width} {
			*width = min(*width, 0.5) * times // of none stays none
		}
		a.Tick.Length = min(a.Tick.Length, 3) * times
		a.Label.Padding, a.Padding = times*2, times*2
	}
	of.Title.Padding = times * 3
	of.TextHandler = canvas.Rich{Fonts: plot.DefaultTextHandler.Cache()}
}
