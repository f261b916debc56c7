// Package canvas has what figures are drawn on beside gonum's own canvases: PDF with the letters of all languages, PGF
// for LaTeX, PNG with a palette; and text with sub- and superscripts.
package canvas

import (
	"io"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgpdf" // whose formats are taken over after it has registered them
	"gonum.org/v1/plot/vg/vgsvg"
	_ "gonum.org/v1/plot/vg/vgtex"

	"github.com/proxlab/proxlab/internal/plain"
)

// What a plot.Plot saves by itself goes through these canvases too: gonum's own PDF knows the letters of one code page,
// and its TeX closes no path.
func init() {
	draw.RegisterFormat("pdf", func(w, h vg.Length) vg.CanvasWriterTo { return NewPDF(w, h, "") })
	pgf := func(w, h vg.Length) vg.CanvasWriterTo { return NewPGF(w, h) }
	draw.RegisterFormat("pgf", pgf)
	draw.RegisterFormat("tex", pgf)
}

// Writer is a canvas with a size that writes itself.
type Writer interface {
	vg.CanvasSizer
	io.WriterTo
}

// Vector returns a canvas by a file extension, .svg, .pdf or .pgf; nil for others.
func Vector(ext string, w, h vg.Length, title string) Writer {
	switch ext {
	case ".svg":
		return vgsvg.New(w, h)
	case ".pdf":
		return NewPDF(w, h, title)
	case ".pgf":
		return NewPGF(w, h)
	}
	return nil
}

// Plain draws no control characters, wherever a text comes from.
type Plain struct{ vg.CanvasSizer }

// FillString draws a line of text.
func (c Plain) FillString(f font.Face, at vg.Point, text string) {
	c.CanvasSizer.FillString(f, at, plain.Text(text))
}
