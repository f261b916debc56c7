package figures

import (
	"fmt"
	"math"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one label with a value of each series; NaN leaves a value out.
type Bar struct {
	Label  string
	Values []float64
	Errors []float64 // half-lengths of error bars; nil for none
}

// Bars is a figure of grouped bars, which start at 0. Values whose differences are small beside them are better shown
// as points (Lines with Dots and Errors).
type Bars struct {
	Meta
	X, Y   Axis // labels only
	Series []string
	Bars   []Bar
}

// Plot draws the bars.
func (f Bars) Plot() (*plot.Plot, error) {
	p := newPlot(f.Meta)
	p.X.Label.Text, p.Y.Label.Text = f.X.Label, f.Y.Label
	p.Add(&plotter.Grid{Horizontal: grid().Horizontal})
	n, any := len(f.Series), false
	width := vg.Length(240 / max(1, len(f.Bars)*n))
	for k, name := range f.Series {
		heights := make(plotter.Values, len(f.Bars))
		bars := errorBars{}
		for i, b := range f.Bars {
			if v := b.Values[k]; !math.IsNaN(v) && !math.IsInf(v, 0) {
				heights[i], any = v, true
				if b.Errors != nil && b.Errors[k] > 0 {
					bars.add(float64(i), v, b.Errors[k])
				}
			}
		}
		chart, err := plotter.NewBarChart(heights, width)
		if err != nil {
			return nil, err
		}
		chart.Color, chart.LineStyle.Width = Color(k), 0
		chart.Offset = width * vg.Length(float64(k)-float64(n-1)/2)
		p.Add(chart)
		if len(bars.xys) > 0 {
			eb, err := plotter.NewYErrorBars(bars)
			if err != nil {
				return nil, err
			}
			eb.Color = ink
			p.Add(offset{eb, chart.Offset})
		}
		if n > 1 {
			p.Legend.Add(name, chart)
		}
	}
	if !any {
		return nil, errNothing
	}
	labels := make([]string, len(f.Bars))
	for i, b := range f.Bars {
		labels[i] = b.Label
	}
	p.NominalX(labels...)
	slant(&p.X.Tick.Label, labels)
	p.X.Min, p.X.Max = -0.6, float64(len(f.Bars))-0.4
	p.Y.Min, p.Y.Max = math.Min(0, p.Y.Min), p.Y.Max+0.04*(p.Y.Max-p.Y.Min)
	p.Y.Tick.Marker = axes.LinearTicks{}
	return p, nil
}

// key names the series where there is more than one.
func (f Bars) key() axes.Legend {
	l := newLegend()
	if len(f.Series) < 2 {
		return l
	}
	for k, name := range f.Series {
		l.Entries = append(l.Entries, axes.Entry{Name: name, Line: draw.LineStyle{Color: Color(k)}, Boxed: true})
	}
	return l
}

// barsShare is the part of a label's place that its bars fill.
const barsShare = 0.7

// Chart returns the interactive figure.
func (f Bars) Chart() string {
	p, err := f.Plot()
	if err != nil {
		return ""
	}
	c, b := newChart(f.Meta), charts.NewBar()
	labels := make([]string, len(f.Bars))
	for i, bar := range f.Bars {
		labels[i] = bar.Label
	}
	var errors []object
	for k, name := range f.Series {
		data := make([]opts.BarData, len(f.Bars))
		var ends [][]float64
		for i, bar := range f.Bars {
			data[i].Value = "-"
			v := bar.Values[k]
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			data[i].Value = shortest(v)
			if bar.Errors != nil && bar.Errors[k] > 0 {
				shift := barsShare * (float64(k) - float64(len(f.Series)-1)/2) / float64(len(f.Series))
				ends = append(ends, []float64{float64(i), v - bar.Errors[k], v + bar.Errors[k], shift})
			}
		}
		b.AddSeries(name, data, charts.WithBarChartOpts(opts.BarChart{
			BarGap: "0%", BarCategoryGap: fmt.Sprintf("%.0f%%", 100*(1-barsShare)),
		}))
		if ends != nil {
			errors = append(errors, painted(name, "errors", hex(ink), ends))
		}
	}
	series := seriesOf(b)
	for k := range series {
		series[k]["color"] = hex(Color(k))
	}
	c.add(object{}, categoryAxis(f.X.Label, labels), valueAxis(p.Y, f.Y), append(series, errors...))
	if len(f.Series) > 1 {
		c.Legend["data"] = f.Series
	}
	return c.text()
}
