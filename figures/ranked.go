package figures

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/proxlab/proxlab/figures/axes"
)

// Ranked is a figure of numbers with long names, a bar for each that lies on its side, the first on top: the weights of
// templates, say.
type Ranked struct {
	Meta
	Quantity string
	Names    []string
	Values   []float64 // as many
}

// Plot draws the bars.
func (f Ranked) Plot() (*plot.Plot, error) {
	n := len(f.Values)
	if n == 0 || len(f.Names) != n {
		return nil, errNothing
	}
	p := newPlot(f.Meta)
	p.X.Label.Text = f.Quantity
	p.Add(&plotter.Grid{Vertical: grid().Vertical})
	values := make(plotter.Values, n)
	labels := make([]string, n)
	for k := range n { // from the bottom
		labels[n-1-k] = f.Names[k]
		if v := f.Values[k]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			values[n-1-k] = v
		}
	}
	bars, err := plotter.NewBarChart(values, 0.65*rankedBar)
	if err != nil {
		return nil, err
	}
	bars.Horizontal, bars.Color, bars.LineStyle.Width = true, Color(0), 0
	p.Add(bars)
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.6, float64(n)-0.4
	p.X.Min, p.X.Max = math.Min(0, p.X.Min), p.X.Max+0.04*(p.X.Max-p.X.Min)
	axes.Widen(&p.X)
	p.X.Tick.Marker = axes.LinearTicks{}
	return p, nil
}

// rankedBar is the room of a bar.
const rankedBar = 0.42 * vg.Centimeter

func (f Ranked) height() vg.Length { return 3.2*vg.Centimeter + vg.Length(len(f.Values))*rankedBar }

// Chart returns the interactive figure.
func (f Ranked) Chart() string {
	p, err := f.Plot()
	if err != nil {
		return ""
	}
	n := len(f.Values)
	data, labels := make([]opts.BarData, n), make([]string, n)
	for k, v := range f.Values {
		data[n-1-k].Value, labels[n-1-k] = shortest(v), f.Names[k]
		if math.IsNaN(v) || math.IsInf(v, 0) {
			data[n-1-k].Value = "-"
		}
	}
	b := charts.NewBar()
	b.AddSeries(f.Quantity, data)
	series := seriesOf(b)
	series[0]["color"] = hex(Color(0))
	c := newChart(f.Meta)
	c.add(object{"inner": 40 + 17*n}, valueAxis(p.X, Axis{Label: f.Quantity}), categoryAxis("", labels), series)
	return c.text()
}

func (f Ranked) alt() []string {
	return alts(altAxis(Axis{Label: f.Quantity}, "x"), "bars: the first is "+f.Names[0]+", "+shownRange(f.Values))
}
