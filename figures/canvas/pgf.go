package canvas

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/tex"
)

// PGF draws a pgfpicture for LaTeX, to be read by \input with \usepackage{pgf}: LaTeX itself sets every text, in the
// font of the paper, at the place and by the side that a figure gave it. Its box is the figure's size to the point, and
// the same figure is the same file. Unlike gonum's own it closes paths, escapes texts and needs no file beside it.
type PGF struct {
	b      bytes.Buffer
	w, h   vg.Length
	states []state
	boxes  int // of pictures
	err    error
}

// state is what lines, areas and texts are drawn with; written is what LaTeX knows of it.
type state struct {
	line, written string // of lines
	color         color.NRGBA
	inked         color.NRGBA
	width         vg.Length
	dash          string
}

// NewPGF returns an empty picture.
func NewPGF(w, h vg.Length) *PGF {
	c := &PGF{w: w, h: h, states: []state{{color: color.NRGBA{A: 0xff}}}}
	c.say("%% made by proxlab: \\usepackage{pgf} and \\input this file")
	c.say(`\begin{pgfpicture}\pgfpathrectangle{\pgfpointorigin}{\pgfpoint{%s}{%s}}\pgfusepath{use as bounding box}`,
		length(w), length(h))
	vg.Initialize(c)
	return c
}

func (c *PGF) say(format string, args ...any) { fmt.Fprintf(&c.b, format+"%%\n", args...) }

func (c *PGF) state() *state { return &c.states[len(c.states)-1] }

// length writes a length in points of PostScript, a thousandth of which no printer shows.
func length(l vg.Length) string {
	return strconv.FormatFloat(math.Round(1e3*l.Points())/1e3+0, 'f', -1, 64) + "bp"
}

func point(p vg.Point) string { return `\pgfpoint{` + length(p.X) + "}{" + length(p.Y) + "}" }

// Size is that of the picture. It and the methods below make PGF a vg.CanvasWriterTo.
func (c *PGF) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of lines; those of no width are not drawn.
func (c *PGF) SetLineWidth(w vg.Length) { c.state().width = w }

// SetLineDash sets the lengths of dashes and gaps.
func (c *PGF) SetLineDash(dashes []vg.Length, offset vg.Length) {
	s := ""
	for _, d := range dashes {
		s += "{" + length(d) + "}"
	}
	c.state().dash = `\pgfsetdash{` + s + "}{" + length(offset) + "}"
}

// SetColor sets the color of lines, areas and texts.
func (c *PGF) SetColor(of color.Color) {
	if of == nil {
		of = color.Black
	}
	c.state().color, _ = color.NRGBAModel.Convert(of).(color.NRGBA)
}

// Rotate turns what follows.
func (c *PGF) Rotate(radians float64) { c.say(`\pgftransformrotate{%.6g}`, radians*180/math.Pi) }

// Translate moves what follows.
func (c *PGF) Translate(by vg.Point) { c.say(`\pgftransformshift{%s}`, point(by)) }

// Scale stretches what follows.
func (c *PGF) Scale(x, y float64) { c.say(`\pgftransformxscale{%.6g}\pgftransformyscale{%.6g}`, x, y) }

// Push saves the state.
func (c *PGF) Push() {
	c.say(`\begin{pgfscope}`)
	c.states = append(c.states, *c.state())
}

// Pop returns to the state saved last.
func (c *PGF) Pop() {
	c.say(`\end{pgfscope}`)
	c.states = c.states[:len(c.states)-1]
}

// rgb writes a color for \color and \definecolor.
func rgb(n color.NRGBA) string {
	share := func(v uint8) string { return strconv.FormatFloat(math.Round(float64(v)/0xff*1e4)/1e4, 'f', -1, 64) }
	return share(n.R) + "," + share(n.G) + "," + share(n.B)
}

// ink tells LaTeX a color that it does not yet have, for lines and areas.
func (c *PGF) ink() {
	if s := c.state(); s.inked != s.color {
		s.inked = s.color
		opacity := strconv.FormatFloat(math.Round(float64(s.color.A)/0xff*1e4)/1e4, 'f', -1, 64)
		c.say(`\definecolor{proxlab}{rgb}{%s}\pgfsetcolor{proxlab}\pgfsetstrokeopacity{%s}\pgfsetfillopacity{%s}`,
			rgb(s.color), opacity, opacity)
	}
}

// Stroke draws a line.
func (c *PGF) Stroke(p vg.Path) {
	s := c.state()
	if s.width <= 0 {
		return
	}
	c.ink()
	if s.line = `\pgfsetlinewidth{` + length(s.width) + "}" + s.dash; s.line != s.written {
		s.written = s.line
		c.say("%s", s.line)
	}
	c.path(p)
	c.say(`\pgfusepath{stroke}`)
}

// Fill draws an area.
func (c *PGF) Fill(p vg.Path) {
	c.ink()
	c.path(p)
	c.say(`\pgfusepath{fill}`)
}

func (c *PGF) path(p vg.Path) {
	for _, s := range p {
		switch s.Type {
		case vg.MoveComp:
			c.say(`\pgfpathmoveto{%s}`, point(s.Pos))
		case vg.LineComp:
			c.say(`\pgfpathlineto{%s}`, point(s.Pos))
		case vg.ArcComp:
			for k, q := range arc(s) {
				if k == 0 {
					c.say(`\pgfpathlineto{%s}`, point(q[0]))
				} else {
					c.say(`\pgfpathcurveto{%s}{%s}{%s}`, point(q[0]), point(q[1]), point(q[2]))
				}
			}
		case vg.CurveComp:
			first, last := s.Control[0], s.Control[len(s.Control)-1] // a quadratic curve has one
			c.say(`\pgfpathcurveto{%s}{%s}{%s}`, point(first), point(last), point(s.Pos))
		case vg.CloseComp:
			c.say(`\pgfpathclose`)
		}
	}
}

// FillString draws a line of text whose width a caller took for that of the given font: about its middle.
func (c *PGF) FillString(f font.Face, at vg.Point, text string) {
	c.text(font.Font{Size: f.Font.Size, Variant: f.Font.Variant}, vg.Point{X: at.X + f.Width(text)/2, Y: at.Y},
		draw.XCenter, 0, tex.Text(text))
}

// text sets a text of LaTeX at the left end, the middle or the right end of its line.
func (c *PGF) text(f font.Font, at vg.Point, align draw.XAlignment, rotation float64, latex string) {
	if latex == "" || f.Size == 0 {
		return
	}
	side := map[draw.XAlignment]string{draw.XLeft: "left,", draw.XRight: "right,"}[align]
	turn := ""
	if rotation != 0 {
		turn = fmt.Sprintf(",rotate=%.6g", rotation*180/math.Pi) // after the place, about which it is
	}
	if f.Variant == "Mono" {
		latex = `\ttfamily ` + latex
	}
	points := math.Round(f.Size.Points()*pointsOfTeX/72*100) / 100
	c.say(`\pgftext[%sbase,x=%s,y=%s%s]{\color[rgb]{%s}\fontsize{%g}{%g}\selectfont %s}`, side, length(at.X), length(at.Y),
		turn, rgb(c.state().color), points, math.Round(1.2*points*100)/100, latex)
}

// pointsOfTeX are an inch; PostScript has 72.
const pointsOfTeX = 72.27

// ErrTooLarge is why a figure with large pictures has no .pgf.
var ErrTooLarge = errors.New("too large for PGF")

// mostBoxes is how many boxes of a picture's colors LaTeX has memory for, with as much again to spare.
const mostBoxes = 10000

// DrawImage draws a picture into a rectangle: a box for each run of one color, for want of a file beside.
func (c *PGF) DrawImage(into vg.Rectangle, img image.Image) {
	b := img.Bounds()
	wide, high := into.Size().X/vg.Length(b.Dx()), into.Size().Y/vg.Length(b.Dy())
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for from, to := b.Min.X, 0; from < b.Max.X; from = to {
			for to = from + 1; to < b.Max.X && img.At(to, y) == img.At(from, y); to++ {
			}
			if c.boxes++; c.boxes > mostBoxes {
				c.err = fmt.Errorf("pictures of %d × %d pixels are %w: take .pdf", b.Dx(), b.Dy(), ErrTooLarge)
				return
			}
			c.SetColor(img.At(from, y))
			c.ink()
			at := into.Min.Add(vg.Point{X: vg.Length(from-b.Min.X) * wide, Y: vg.Length(b.Max.Y-1-y) * high})
			size := vg.Point{X: vg.Length(to-from) * wide, Y: high}
			c.say(`\pgfpathrectangle{%s}{%s}\pgfusepath{fill}`, point(at), point(size))
		}
	}
}

// WriteTo ends the picture and writes it.
func (c *PGF) WriteTo(w io.Writer) (int64, error) {
	if c.err != nil {
		return 0, c.err
	}
	c.say(`\end{pgfpicture}`)
	return c.b.WriteTo(w)
}
