// Package figures turns plain numbers into figures and tables: PNG, SVG and PDF by gonum/plot, interactive charts by
// go-echarts, tables as text, Markdown, CSV, LaTeX and HTML. It knows nothing of solvers. Package notebook shows its
// figures in Jupyter.
package figures

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/proxlab/proxlab/internal/plain"
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

// Write draws a figure to w in a format named by a file extension: .png, .svg, .pdf or .html.
func Write(w io.Writer, f Figure, ext string) error {
	if ext == ".html" {
		return writePage(w, f)
	}
	return write(w, f, ext, dpi)
}

// write draws a static figure; resolution, in dots an inch, is that of a PNG.
func write(w io.Writer, f Figure, ext string, resolution int) error {
	if x, ok := f.(lettered); ok && ext != ".svg" { // whose viewer has other fonts
		f = x.withLetters()
	}
	p, err := f.Plot()
	if err != nil {
		return fmt.Errorf("figure %s: %w", f.About().ID, err)
	}
	wide, h := sizeOf(f)
	var key legend
	if k, ok := f.(keyed); ok {
		key = k.key()
		h += key.height(wide - 2*margin)
	}
	e, ok := f.(interface{ equal() bool })
	equal := ok && e.equal()
	if h > 2*height { // a page of panels, each coarse enough, would be a large file
		resolution = resolution * 3 / 4
	}
	onto := func(c vg.CanvasSizer) {
		drawKeyed(p, key, equal, draw.Crop(draw.New(plainCanvas{c}), margin, -margin, margin, -margin))
	}
	var c vg.CanvasWriterTo
	switch ext {
	case ".png":
		canvas := vgimg.NewWith(vgimg.UseWH(wide, h), vgimg.UseDPI(resolution))
		onto(canvas)
		compression := png.DefaultCompression
		if resolution < dpi/2 {
			compression = png.BestCompression
		}
		return writePNG(w, canvas.Image(), compression)
	case ".svg":
		c = vgsvg.New(wide, h)
	case ".pdf":
		c = newPDF(wide, h, f.About().Title)
	default:
		return fmt.Errorf("figure %s: no format %q; there are .png, .svg, .pdf and .html", f.About().ID, ext)
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

// plainCanvas draws no control characters, wherever a text comes from.
type plainCanvas struct{ vg.CanvasSizer }

// FillString draws a line of text.
func (c plainCanvas) FillString(f font.Face, at vg.Point, text string) {
	c.CanvasSizer.FillString(f, at, plain.Text(text))
}

// drawKeyed draws a plot with its legend below it, where it covers nothing.
func drawKeyed(p *plot.Plot, key legend, equal bool, c draw.Canvas) {
	p.Legend = plot.NewLegend()
	below := key.height(c.Size().X)
	key.draw(draw.Crop(c, 0, 0, 0, below-c.Size().Y))
	c = draw.Crop(c, 0, 0, below, 0)
	if equal {
		equalize(p, c)
	}
	p.Draw(c)
}

// equalize widens the axis whose units are longer, so that a circle is one.
func equalize(p *plot.Plot, c draw.Canvas) {
	for range 2 { // other ticks take other room
		room := p.DataCanvas(c).Size()
		unit := math.Max((p.X.Max-p.X.Min)/room.X.Points(), (p.Y.Max-p.Y.Min)/room.Y.Points())
		to := func(a *plot.Axis, length vg.Length) {
			middle, half := (a.Min+a.Max)/2, unit*length.Points()/2
			a.Min, a.Max = middle-half, middle+half
		}
		to(&p.X, room.X)
		to(&p.Y, room.Y)
	}
}

// PNG returns the static figure as a PNG.
func PNG(f Figure) ([]byte, error) { return PNGAt(f, dpi) }

// PNGAt returns the static figure as a PNG of a resolution in dots an inch; it is 16 cm wide.
func PNGAt(f Figure, resolution int) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b, f, ".png", resolution)
	return b.Bytes(), err
}
