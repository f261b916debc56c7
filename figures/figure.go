// Package figures turns plain numbers into figures and tables: PNG, SVG and PDF by gonum/plot, interactive charts by
// go-echarts, tables as text, Markdown, CSV, LaTeX and HTML. It knows nothing of solvers. Package notebook shows its
// figures in Jupyter.
package figures

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

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
	p, err := f.Plot()
	if err != nil {
		return fmt.Errorf("figure %s: %w", f.About().ID, err)
	}
	h := height
	if t, ok := f.(interface{ height() vg.Length }); ok {
		h = t.height()
	}
	resolution := dpi
	if h > 2*height { // a page of panels, each coarse enough, would be a large file
		resolution = dpi * 3 / 4
	}
	var c vg.CanvasWriterTo
	switch ext {
	case ".png":
		canvas := vgimg.NewWith(vgimg.UseWH(width, h), vgimg.UseDPI(resolution))
		drawWithLegend(p, draw.Crop(draw.New(plainCanvas{canvas}), margin, -margin, margin, -margin))
		return writePNG(w, canvas.Image())
	case ".svg":
		c = vgsvg.New(width, h)
	case ".pdf":
		c = newPDF(width, h, f.About().Title)
	default:
		return fmt.Errorf("figure %s: no format %q; there are .png, .svg, .pdf and .html", f.About().ID, ext)
	}
	drawWithLegend(p, draw.Crop(draw.New(plainCanvas{c}), margin, -margin, margin, -margin))
	_, err = c.WriteTo(w)
	return err
}

// plainCanvas draws no control characters, wherever a text comes from.
type plainCanvas struct{ vg.CanvasSizer }

// FillString draws a line of text.
func (c plainCanvas) FillString(f font.Face, at vg.Point, text string) {
	c.CanvasSizer.FillString(f, at, plain.Text(text))
}

// drawWithLegend draws the legend in a column of its own, right of the plot, where it covers nothing, and the title
// above both.
func drawWithLegend(p *plot.Plot, c draw.Canvas) {
	legend := p.Legend
	p.Legend = plot.NewLegend()
	if w := legend.Rectangle(c).Size().X; w > 0 {
		const gap = 0.4 * vg.Centimeter
		style := p.Title.TextStyle
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, p.Title.Text)
		c = draw.Crop(c, 0, 0, 0, -style.Height(p.Title.Text)-p.Title.Padding)
		p.Title.Text = ""
		legend.Top = true
		legend.Draw(draw.Crop(c, c.Size().X-w, 0, 0, 0))
		c = draw.Crop(c, 0, -w-gap, 0, 0)
	}
	p.Draw(c)
}

// PNG returns the static figure as a PNG.
func PNG(f Figure) ([]byte, error) {
	var b bytes.Buffer
	err := Write(&b, f, ".png")
	return b.Bytes(), err
}

// fileID makes a name fit for files and ids.
func fileID(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, filepath.Base(s))
}
