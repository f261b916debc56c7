package figures

import (
	"image"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Picture is a grey image of Rows × Cols pixels, row by row from the top, 0 for black and 1 for white, with a caption
// under it.
type Picture struct {
	Rows, Cols int
	Pixels     []float64
	Caption    string
}

// Pictures is a figure of rows of pictures side by side.
type Pictures struct {
	Meta
	Rows [][]Picture
}

// Plot draws every row at the full width, with its captions.
func (f Pictures) Plot() (*plot.Plot, error) {
	if f.longest() == 0 {
		return nil, errNothing
	}
	p := newPlot(f.Meta)
	p.HideAxes()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(picturePlotter{f})
	return p, nil
}

// Chart returns "": the static figure says all.
func (f Pictures) Chart() string { return "" }

func (f Pictures) longest() int {
	longest := 0
	for _, r := range f.Rows {
		longest = max(longest, len(r))
	}
	return longest
}

// The space between pictures, and that of a caption.
const (
	pictureSpace = 0.25 * vg.Centimeter
	captionSpace = 0.75 * vg.Centimeter
)

// tall returns how much higher than wide the highest picture of a row is.
func tall(row []Picture) float64 {
	most := 0.
	for _, p := range row {
		most = math.Max(most, float64(p.Rows)/float64(max(1, p.Cols)))
	}
	return most
}

func (f Pictures) height() vg.Length {
	side := (width - 2*margin) / vg.Length(max(1, f.longest()))
	h := 1.9 * vg.Centimeter
	for _, r := range f.Rows {
		h += side*vg.Length(tall(r)) + captionSpace
	}
	return h
}

type picturePlotter struct{ f Pictures }

// Plot draws from the top left.
func (g picturePlotter) Plot(c draw.Canvas, p *plot.Plot) {
	cell := c.Size().X / vg.Length(g.f.longest())
	top := c.Max.Y
	style := p.X.Tick.Label
	style.XAlign, style.YAlign, style.Color = draw.XCenter, draw.YTop, ink
	for _, row := range g.f.Rows {
		h := (cell - pictureSpace) * vg.Length(tall(row))
		for j, picture := range row {
			left := c.Min.X + vg.Length(j)*cell + pictureSpace/2
			w := cell - pictureSpace
			high := w * vg.Length(float64(picture.Rows)/float64(max(1, picture.Cols)))
			c.DrawImage(vg.Rectangle{Min: vg.Point{X: left, Y: top - high}, Max: vg.Point{X: left + w, Y: top}}, picture.image())
			c.FillText(style, vg.Point{X: left + w/2, Y: top - h - vg.Length(3)}, picture.Caption)
		}
		top -= h + captionSpace
	}
}

// greyLevels is how many greys pictures are drawn in: enough for the eye, and small as a file.
const greyLevels = 64

func (p Picture) image() image.Image {
	k := max(1, 160/max(p.Rows, p.Cols, 1)) // enlarged: what draws few cells would smooth them
	out := image.NewGray(image.Rect(0, 0, k*p.Cols, k*p.Rows))
	for i := range out.Pix {
		v := p.Pixels[i/(k*out.Stride)*p.Cols+i%out.Stride/k]
		level := math.Round(math.Max(0, math.Min(1, v)) * (greyLevels - 1))
		out.Pix[i] = uint8(math.Round(level / (greyLevels - 1) * 0xff))
	}
	return out
}
