// Package figures turns plain numbers into figures and tables: PNG, SVG, PDF and PGF by gonum/plot, interactive charts
// by go-echarts, tables as text, Markdown, CSV, LaTeX and HTML. It knows nothing of solvers. Package notebook shows its
// figures in Jupyter, package paper draws them for the columns of a paper.
package figures

import (
	"bytes"
	"fmt"
	"image/png"
	"io"

	"github.com/proxlab/proxlab/figures/axes"
	"github.com/proxlab/proxlab/figures/canvas"
	"github.com/proxlab/proxlab/figures/paper"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Figure is something that can be drawn.
type Figure interface {
	// About is the figure's name and titles.
	About() Meta
	// Plot draws the static figure.
	Plot() (*plot.Plot, error)
	// Chart is the option of the interactive figure for echarts, JSON safe inside a script element; "" where the static
	// figure says all.
	Chart() string
}

// Meta names a figure. ID is a file name and an HTML id: letters, digits and hyphens.
type Meta struct {
	ID, Title, Subtitle string
}

// About returns the names themselves; figures embed Meta.
func (m Meta) About() Meta { return m }

// The size of a static figure. At 16 cm it fills a page's width; text stays readable at half of it.
const (
	width  = 16 * vg.Centimeter
	height = 10 * vg.Centimeter
	margin = 0.3 * vg.Centimeter
	dpi    = 160
)

// Write draws a figure to w in a format named by a file extension: .png, .svg, .pdf, .pgf (for LaTeX, which sets its
// text) or .html. For a paper, if one is given, it has the size, the text and the style of that; pages have their own.
func Write(w io.Writer, f Figure, ext string, on ...Paper) error {
	switch {
	case ext == ".html":
		return writePage(w, f)
	case len(on) > 0:
		if err := writeOn(w, shownIn(f, ext), ext, on[len(on)-1]); err != nil {
			return fmt.Errorf("figure %s: %w", f.About().ID, err)
		}
		return nil
	}
	return write(w, f, ext, dpi)
}

// shownIn is the figure with the letters that a format can show.
func shownIn(f Figure, ext string) Figure {
	if x, ok := f.(lettered); ok && ext != ".svg" { // whose viewer has other fonts
		return x.withLetters()
	}
	return f
}

// keyOf is the legend of a figure.
func keyOf(f Figure) (key axes.Legend) {
	if k, ok := f.(keyed); ok {
		key = k.key()
	}
	return key
}

// isEqual tells whether a unit is of one length on both axes.
func isEqual(f Figure) bool {
	e, ok := f.(interface{ equal() bool })
	return ok && e.equal()
}

// write draws a static figure; resolution, in dots an inch, is that of a PNG.
func write(w io.Writer, f Figure, ext string, resolution int) error {
	f = shownIn(f, ext)
	p, err := f.Plot()
	if err != nil {
		return fmt.Errorf("figure %s: %w", f.About().ID, err)
	}
	wide, h := sizeOf(f)
	key := keyOf(f)
	_, below := key.Size(wide - 2*margin)
	h += below
	if h > 2*height { // a page of panels, each coarse enough, would be a large file
		resolution = resolution * 3 / 4
	}
	onto := func(c vg.CanvasSizer) {
		drawKeyed(p, key, isEqual(f), draw.Crop(draw.New(canvas.Plain{CanvasSizer: c}), margin, -margin, margin, -margin))
	}
	if ext == ".png" {
		c := vgimg.NewWith(vgimg.UseWH(wide, h), vgimg.UseDPI(resolution))
		onto(c)
		compression := png.DefaultCompression
		if resolution < dpi/2 {
			compression = png.BestCompression
		}
		return canvas.WritePNG(w, c.Image(), compression)
	}
	c := canvas.Vector(ext, wide, h, f.About().Title)
	if c == nil {
		return fmt.Errorf("figure %s: no format %q; there are .png, .svg, .pdf, .pgf and .html", f.About().ID, ext)
	}
	onto(c)
	_, err = c.WriteTo(w)
	return err
}

// sizeOf is the size of a static figure.
func sizeOf(f Figure) (w, h vg.Length) {
	w, h = width, height
	if t, ok := f.(interface{ width() vg.Length }); ok {
		w = t.width()
	}
	if t, ok := f.(interface{ height() vg.Length }); ok {
		h = t.height()
	}
	return w, h
}

// drawKeyed draws a plot with its legend below it, where it covers nothing.
func drawKeyed(p *plot.Plot, key axes.Legend, equal bool, c draw.Canvas) {
	p.Legend = plot.NewLegend()
	_, below := key.Size(c.Size().X)
	key.Draw(draw.Crop(c, 0, 0, 0, below-c.Size().Y))
	c = draw.Crop(c, 0, 0, below, 0)
	if equal {
		axes.Equalize(p, c)
	}
	p.Draw(c)
}

// PNG returns the static figure as a PNG.
func PNG(f Figure) ([]byte, error) { return PNGAt(f, dpi) }

// PNGAt returns the static figure as a PNG of a resolution in dots an inch; it is 16 cm wide.
func PNGAt(f Figure, resolution int) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b, f, ".png", resolution)
	return b.Bytes(), err
}

// Paper is the page that a figure is made for: its widths, the size of its text, its style. Package paper has those of
// usual classes by name.
type Paper = paper.Paper

// ErrTooLarge is why a figure with large pictures has no .pgf: take .pdf.
var ErrTooLarge = canvas.ErrTooLarge

// printed is a figure that package paper draws anew for a page.
type printed interface{ printed() paper.Figure }

// writeOn draws a figure for a page. Drawings of words, trees and pictures keep their form, as small as the page has
// room, with axes and legend in its text.
func writeOn(w io.Writer, f Figure, ext string, on Paper) error {
	if x, ok := f.(printed); ok {
		return x.printed().Write(w, ext, on)
	}
	return paper.Onto(w, ext, on, f.About().Title, func() (vg.Length, vg.Length, func(draw.Canvas), error) {
		p, err := f.Plot()
		if err != nil {
			return 0, 0, nil, err
		}
		wide, high := sizeOf(f)
		scale := on.Across(1) / wide
		on.Dress(p, 1/scale)
		if !on.Style.Title {
			p.Title.Text = ""
		}
		key := keyOf(f)
		key.Style.Font, key.Style.Handler = p.Legend.TextStyle.Font, p.Legend.TextStyle.Handler
		key.Line = 1.25 * key.Style.Font.Size
		_, below := key.Size(wide)
		paint := func(c draw.Canvas) {
			c.Scale(float64(scale), float64(scale))
			drawKeyed(p, key, isEqual(f), draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Max: vg.Point{X: wide, Y: high + below},
			}})
		}
		return wide * scale, (high + below) * scale, paint, nil
	})
}
