package figures

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// offset draws error bars beside the middle of their bar.
type offset struct {
	*plotter.YErrorBars
	by vg.Length
}

// Plot draws the error bars on a canvas moved sideways.
func (o offset) Plot(c draw.Canvas, p *plot.Plot) {
	c.Min.X += o.by
	c.Max.X += o.by
	o.YErrorBars.Plot(c, p)
}

// errorBars are points with symmetric errors.
type errorBars struct {
	xys  plotter.XYs
	half []float64
}

func (e *errorBars) add(x, y, half float64) {
	e.xys = append(e.xys, plotter.XY{X: x, Y: y})
	e.half = append(e.half, half)
}

// Len, XY and YError make errorBars the data of plotter.NewYErrorBars.
func (e errorBars) Len() int { return len(e.xys) }

// XY returns point i.
func (e errorBars) XY(i int) (x, y float64) { return e.xys.XY(i) }

// YError returns the error of point i, down and up.
func (e errorBars) YError(i int) (low, high float64) { return e.half[i], e.half[i] }
