package figures

import (
	"math"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Bar is one label with a value of each series; NaN leaves a value out.
type Bar struct {
	Label  string
	Values []float64
	Errors []float64 // half-lengths of error bars; nil for none
}

// Bars is a figure of grouped bars.
type Bars struct {
	Meta
	X, Y   Axis // Y is not logarithmic: bars start at From
	From   float64
	Series []string
	Bars   []Bar
}

// Plot draws the bars from the value From upwards.
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
				heights[i], any = v-f.From, true
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
		p.Add(shifted{chart, f.From})
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
	p.X.Min, p.X.Max = -0.6, float64(len(f.Bars))-0.4
	p.Y.Min, p.Y.Max = f.From, p.Y.Max+0.04*(p.Y.Max-f.From)
	p.Y.Tick.Marker = linearTicks{}
	return p, nil
}

// Chart returns the interactive figure.
func (f Bars) Chart() string {
	c := charts.NewBar()
	x, y := chartAxis(f.X), chartAxis(f.Y)
	o := chartOptions(f.Meta, x, y, len(f.Series) > 1)
	o = append(o, charts.WithXAxisOpts(opts.XAxis{Type: "category", Name: f.X.Label, NameLocation: "middle", NameGap: 30}),
		charts.WithYAxisOpts(opts.YAxis{Type: "value", Name: f.Y.Label, NameLocation: "middle", NameGap: 48, Min: f.From}))
	c.SetGlobalOptions(o...)
	labels := make([]string, len(f.Bars))
	for i, b := range f.Bars {
		labels[i] = b.Label
	}
	c.SetXAxis(labels)
	for k, name := range f.Series {
		data := make([]opts.BarData, len(f.Bars))
		for i, b := range f.Bars {
			data[i].Value = "-"
			if v := b.Values[k]; !math.IsNaN(v) && !math.IsInf(v, 0) {
				data[i].Value = v
			}
		}
		c.AddSeries(name, data, charts.WithItemStyleOpts(opts.ItemStyle{Color: hex(Color(k))}))
	}
	c.Validate()
	return option(c, x, y)
}
