package paper

import (
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"

	"github.com/proxlab/proxlab/figures/axes"
	"github.com/proxlab/proxlab/figures/canvas"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// ErrNothing is the error of a figure without a finite point.
var ErrNothing = errors.New("there is no finite point to draw")

// dpi is the resolution of a PNG.
const dpi = 300

// Write draws a figure as .pdf, .pgf, .svg or .png.
func (f Figure) Write(w io.Writer, ext string, on Paper) error {
	return Onto(w, ext, on, f.Title, func() (wide, high vg.Length, paint func(draw.Canvas), err error) {
		l, err := f.layOut(on)
		return l.wide, l.high, l.draw, err
	})
}

// Onto writes what is painted on a canvas of the size that plan says.
func Onto(
	w io.Writer, ext string, on Paper, title string,
	plan func() (wide, high vg.Length, paint func(draw.Canvas), err error),
) error {
	if err := on.Check(); err != nil {
		return err
	}
	wide, high, paint, err := plan()
	if err != nil {
		return err
	}
	if ext == ".png" {
		c := vgimg.NewWith(vgimg.UseWH(wide, high), vgimg.UseDPI(dpi))
		paint(draw.New(c))
		return canvas.WritePNG(w, c.Image(), png.DefaultCompression)
	}
	c := canvas.Vector(ext, wide, high, title)
	if c == nil {
		return fmt.Errorf("no format %q for a paper; there are .pdf, .pgf, .svg and .png", ext)
	}
	paint(draw.New(c))
	_, err = c.WriteTo(w)
	return err
}

// tallest is how high a figure may become by itself, in widths of the text: a page, and its caption. leastRow is the
// least height of a panel in sizes of the text.
const (
	tallest  = 1.2
	leastRow = 5
)

// layout is a figure that is ready to be drawn.
type layout struct {
	wide, high vg.Length
	title      []string
	heading    text.Style
	legend     axes.Legend
	above      bool
	tiles      axes.Tiles
}

// layOut decides on sizes and makes the panels' plots.
func (f Figure) layOut(on Paper) (layout, error) {
	columns := max(1, min(f.Columns, len(f.Panels)))
	l := layout{wide: on.Across(columns), heading: on.text(0), above: on.Style.Legend == Above}
	em := l.heading.Font.Size
	for columns > 1 && l.wide/vg.Length(columns) < 12*em { // narrower panels hold nothing
		columns--
	}
	l.tiles = axes.Tiles{Columns: columns, Rows: (len(f.Panels) + columns - 1) / columns, PadX: em, PadY: em / 2}
	if on.Style.Title {
		l.title = wrapped(l.heading, f.Title, l.wide)
	}
	entries := f.entries(on, em)
	if on.Style.Legend == Below || on.Style.Legend == Above {
		l.legend = newLegend(on, entries)
	}
	_, keyed := l.legend.Size(l.wide)
	rest := keyed + vg.Length(len(l.title))*1.2*em
	tile := vg.Rectangle{Max: vg.Point{X: l.wide/vg.Length(columns) - em}}
	if l.high = bp(on.Height); l.high == 0 {
		row := f.rowHeight(tile.Max.X, em) + l.tiles.PadY
		if page := tallest*bp(max(on.Text, on.Width)) - rest; vg.Length(l.tiles.Rows)*row > page {
			row = max(page/vg.Length(l.tiles.Rows), leastRow*em)
		}
		l.high = rest + vg.Length(l.tiles.Rows)*row
	}
	tile.Max.Y = (l.high - rest) / vg.Length(max(1, l.tiles.Rows))
	if tile.Max.Y < leastRow*em {
		return l, fmt.Errorf("paper: a height of %.0f points leaves no room for panels: %.0f at least", on.Height,
			math.Ceil((rest+vg.Length(l.tiles.Rows)*leastRow*em).Points()*72.27/72))
	}
	drawn := false
	for i, panel := range f.Panels {
		d := drawing{panel, f, on, em, nil}
		if i == columns-1 || i == len(f.Panels)-1 && i < columns {
			d.entries = entries // where Right and corners put them
		}
		p, any := d.plot(tile.Size(), len(f.Panels) > 1)
		drawn = drawn || any
		l.tiles.Plots, l.tiles.Equal = append(l.tiles.Plots, p), append(l.tiles.Equal, panel.Equal)
	}
	if !drawn {
		return l, ErrNothing
	}
	return l, nil
}

// rowHeight is that of a row of panels of a width: room for labels, and about the golden section for the data, or
// enough for names on the y axis.
func (f Figure) rowHeight(width, em vg.Length) vg.Length {
	h := 0.52*width + 4.5*em
	for _, p := range f.Panels {
		if p.Equal {
			h = max(h, 0.9*width)
		}
		if n := len(p.Y.Names); n > 0 {
			h = max(h, vg.Length(n)*1.35*em+4*em)
		}
	}
	return h
}

// draw fills a canvas of the layout's size.
func (l layout) draw(c draw.Canvas) {
	scripts, line := 0.12*l.heading.Font.Size, vg.Length(0.25) // which leave the box of a text, and half a line
	c = draw.Crop(c, scripts, -line, scripts, -line)
	for _, line := range l.title {
		c.FillText(l.heading, vg.Point{X: c.Center().X, Y: c.Max.Y + l.heading.FontExtents().Descent}, line)
		c.Max.Y -= 1.2 * l.heading.Font.Size
	}
	wide, high := l.legend.Size(c.Size().X)
	strip := c
	if l.above {
		strip.Min.Y, c.Max.Y = c.Max.Y-high, c.Max.Y-high
	} else {
		strip.Max.Y, c.Min.Y = c.Min.Y+high, c.Min.Y+high
	}
	strip.Min.X += (c.Size().X - wide) / 2
	l.legend.Draw(strip)
	l.tiles.Plot(c, nil)
}
