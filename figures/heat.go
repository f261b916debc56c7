package figures

import (
	"image/color"
	"math"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a figure of a matrix: a coloured cell with its number for every row (from the bottom) and column. NaN is left
// out.
type Heat struct {
	Meta
	X, Y            Axis // labels only
	Columns, RowsUp []string
	Values          [][]float64 // one slice a row
	Digits          int         // after the point
	Low, High       float64     // the ends of the colors, which figures can share; both 0 for those of the values
}

// heatColors run from low to high, dark blue to yellow through green, with even steps of lightness (after viridis,
// Smith and van der Walt, 2015).
var heatColors = []color.RGBA{
	{0x44, 0x01, 0x54, 0xFF}, {0x41, 0x44, 0x87, 0xFF}, {0x2A, 0x78, 0x8E, 0xFF}, {0x22, 0xA8, 0x84, 0xFF},
	{0x7A, 0xD1, 0x51, 0xFF}, {0xFD, 0xE7, 0x25, 0xFF},
}

// heatColor returns the colour at a share between 0 and 1.
func heatColor(share float64) color.RGBA {
	at := math.Max(0, math.Min(1, share)) * float64(len(heatColors)-1)
	i := min(int(at), len(heatColors)-2)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a)))) }
	a, b := heatColors[i], heatColors[i+1]
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xFF}
}

// bounds returns the ends of the colors; the lower above the upper where there is no finite value.
func (f Heat) bounds() (lo, hi float64) {
	if f.Low != f.High {
		return f.Low, f.High
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, row := range f.Values {
		for _, v := range row {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
	}
	return lo, hi
}

// Plot draws the cells with their numbers.
func (f Heat) Plot() (*plot.Plot, error) {
	lo, hi := f.bounds()
	if lo > hi {
		return nil, errNothing
	}
	p := newPlot(f.Meta)
	p.X.Label.Text, p.Y.Label.Text = f.X.Label, f.Y.Label
	p.X.Tick.Marker, p.Y.Tick.Marker = axes.Nominal(f.Columns), axes.Nominal(f.RowsUp)
	p.X.Min, p.X.Max = -0.5, float64(len(f.Columns))-0.5
	slant(&p.X.Tick.Label, f.Columns)
	p.Y.Min, p.Y.Max = -0.5, float64(len(f.RowsUp))-0.5
	p.Add(heatPlotter{f, lo, hi})
	return p, nil
}

// height is that of other figures, or enough for the numbers of all rows.
func (f Heat) height() vg.Length {
	const row, around = 0.5 * vg.Centimeter, 3.2 * vg.Centimeter
	return max(height, around+vg.Length(len(f.RowsUp))*row)
}

type heatPlotter struct {
	f      Heat
	lo, hi float64
}

// Plot draws every cell.
func (h heatPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	style := p.X.Tick.Label
	style.Rotation, style.XAlign, style.YAlign = 0, draw.XCenter, draw.YCenter
	for i, row := range h.f.Values {
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			share := shareOf(v, h.lo, h.hi)
			x, y := float64(j), float64(i)
			left, bottom := trX(x-0.5), trY(y-0.5)
			axes.Box(c, heatColor(share), left, bottom, trX(x+0.5)-left, trY(y+0.5)-bottom)
			style.Color = color.White
			if share > 0.6 {
				style.Color = ink
			}
			c.FillText(style, vg.Point{X: trX(x), Y: trY(y)}, strconv.FormatFloat(v, 'f', h.f.Digits, 64))
		}
	}
}

// Chart returns the interactive figure.
func (f Heat) Chart() string {
	lo, hi := f.bounds()
	if lo > hi {
		return ""
	}
	h := charts.NewHeatMap()
	var data []opts.HeatMapData
	for i, row := range f.Values {
		for j, v := range row {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				data = append(data, opts.HeatMapData{Value: []any{j, i, shortest(v)}})
			}
		}
	}
	h.AddSeries(f.Title, data, charts.WithLabelOpts(opts.Label{Show: opts.Bool(true)}))
	c := newChart(f.Meta)
	c.add(object{}, categoryAxis(f.X.Label, f.Columns), categoryAxis(f.Y.Label, f.RowsUp), seriesOf(h))
	colors := make([]string, len(heatColors))
	for k, c := range heatColors {
		colors[k] = hex(c)
	}
	c.Visual = object{
		"min": axes.Tidy(lo, 1e-3), "max": axes.Tidy(hi, 1e-3), "calculable": true, "orient": "horizontal",
		"inRange": object{"color": colors}, "digits": f.Digits,
	}
	return c.text()
}

// shareOf is where a value lies between two ends; in the middle where these are one.
func shareOf(v, lo, hi float64) float64 {
	if hi > lo {
		return (v - lo) / (hi - lo)
	}
	return 0.5
}
