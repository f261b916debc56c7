package canvas

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// PDF draws to a page of PDF. Unlike gonum's own, which encodes text in code page 1252, it embeds the glyphs of a
// text whatever they are, so that λ can be read, searched and copied; and it takes colors as they are before their
// alpha is multiplied in, without which transparent bands turn grey.
type PDF struct {
	doc    *fpdf.Fpdf
	w, h   vg.Length
	widths []vg.Length // of lines, a stack
	fonts  map[string]bool
	images int
	err    error // of a font
}

// NewPDF returns an empty page.
func NewPDF(w, h vg.Length, title string) *PDF {
	c := &PDF{
		doc: fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: w.Points(), Ht: h.Points()}}),
		w:   w, h: h, widths: []vg.Length{1}, fonts: map[string]bool{},
	}
	c.doc.SetTitle(title, true)
	c.doc.SetCreator("proxlab", true)
	c.doc.SetCreationDate(time.Unix(0, 0).UTC()) // the same figure is the same file
	c.doc.SetModificationDate(time.Unix(0, 0).UTC())
	c.doc.SetCatalogSort(true)
	c.doc.SetMargins(0, 0, 0)
	c.doc.SetAutoPageBreak(false, 0)
	c.doc.AddPage()
	c.Push()
	c.Translate(vg.Point{Y: h}) // fpdf's origin is at the top
	c.Scale(1, -1)
	vg.Initialize(c)
	return c
}

// Size is that of the page. It and the methods below make PDF a vg.CanvasWriterTo.
func (c *PDF) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of lines; those of no width are not drawn.
func (c *PDF) SetLineWidth(w vg.Length) {
	c.widths[len(c.widths)-1] = w
	c.doc.SetLineWidth(w.Points())
}

// SetLineDash sets the lengths of dashes and gaps.
func (c *PDF) SetLineDash(dashes []vg.Length, offset vg.Length) {
	lengths := make([]float64, len(dashes))
	for i, d := range dashes {
		lengths[i] = d.Points()
	}
	c.doc.SetDashPattern(lengths, offset.Points())
}

// SetColor sets the color of lines, areas and texts.
func (c *PDF) SetColor(of color.Color) {
	if of == nil {
		of = color.Black
	}
	n, _ := color.NRGBAModel.Convert(of).(color.NRGBA)
	r, g, b := int(n.R), int(n.G), int(n.B)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(n.A)/0xff, "Normal")
}

// Rotate turns what follows.
func (c *PDF) Rotate(radians float64) { c.doc.TransformRotate(-radians*180/math.Pi, 0, 0) }

// Translate moves what follows.
func (c *PDF) Translate(by vg.Point) { c.doc.TransformTranslate(by.X.Points(), by.Y.Points()) }

// Scale stretches what follows.
func (c *PDF) Scale(x, y float64) { c.doc.TransformScale(100*x, 100*y, 0, 0) }

// Push saves the state.
func (c *PDF) Push() {
	c.widths = append(c.widths, c.widths[len(c.widths)-1])
	c.doc.TransformBegin()
}

// Pop returns to the state saved last.
func (c *PDF) Pop() {
	c.doc.TransformEnd()
	c.widths = c.widths[:len(c.widths)-1]
}

// Stroke draws a line.
func (c *PDF) Stroke(p vg.Path) {
	if c.widths[len(c.widths)-1] > 0 {
		c.path(p, "D")
	}
}

// Fill draws an area.
func (c *PDF) Fill(p vg.Path) { c.path(p, "F") }

func (c *PDF) path(p vg.Path, style string) {
	for _, s := range p {
		x, y := s.Pos.X.Points(), s.Pos.Y.Points()
		switch s.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.ArcComp:
			for k, q := range arc(s) {
				if k == 0 {
					c.doc.LineTo(q[0].X.Points(), q[0].Y.Points())
				} else {
					c.doc.CurveBezierCubicTo(q[0].X.Points(), q[0].Y.Points(), q[1].X.Points(), q[1].Y.Points(), q[2].X.Points(),
						q[2].Y.Points())
				}
			}
		case vg.CurveComp:
			first, last := s.Control[0], s.Control[len(s.Control)-1] // a quadratic curve has one
			c.doc.CurveBezierCubicTo(first.X.Points(), first.Y.Points(), last.X.Points(), last.Y.Points(), x, y)
		case vg.CloseComp:
			c.doc.ClosePath()
		}
	}
	c.doc.DrawPath(style)
}

// FillString draws a line of text.
func (c *PDF) FillString(f font.Face, at vg.Point, text string) {
	if f.Font.Size == 0 || text == "" || c.err != nil {
		return
	}
	if !c.fonts[f.Name()] {
		var raw bytes.Buffer
		if _, c.err = f.Face.WriteSourceTo(nil, &raw); c.err != nil {
			return
		}
		c.doc.AddUTF8FontFromBytes(f.Name(), "", raw.Bytes())
		c.fonts[f.Name()] = true
	}
	c.doc.SetFont(f.Name(), "", f.Font.Size.Points())
	c.Push()
	c.Translate(at)
	c.Scale(1, -1)
	c.doc.Text(0, 0, text)
	c.Pop()
}

// DrawImage draws a picture into a rectangle.
func (c *PDF) DrawImage(into vg.Rectangle, img image.Image) {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		c.err = err
		return
	}
	c.images++
	name, size := fmt.Sprintf("image%d", c.images), into.Size()
	o := fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, o, &b)
	c.Push()
	c.Translate(vg.Point{X: into.Min.X, Y: into.Max.Y})
	c.Scale(1, -1)
	c.doc.ImageOptions(name, 0, 0, size.X.Points(), size.Y.Points(), false, o, 0, "")
	c.Pop()
}

// WriteTo ends the page and writes it.
func (c *PDF) WriteTo(w io.Writer) (int64, error) {
	c.Pop()
	if c.err != nil {
		return 0, c.err
	}
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}
