package figures

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
)

// Chart returns the interactive figure, on the axes of the static one; "" where there is nothing to draw.
func (f Lines) Chart() string {
	c := newChart(f.noted())
	if !f.addTo(&c, object{"equal": f.Equal}) {
		return ""
	}
	c.Legend["data"] = f.key().Names()
	return c.text()
}

// addTo puts the figure into a chart, as one of its grids.
func (f Lines) addTo(c *chart, grid object) (drawn bool) {
	p, err := f.Plot()
	if err != nil {
		return false
	}
	c.add(grid, valueAxis(p.X, f.X), valueAxis(p.Y, f.Y), f.chartSeries(p))
	return true
}

// chartSeries returns the curves, of which the legend speaks, then their bands and error bars.
func (f Lines) chartSeries(p *plot.Plot) []object {
	var behind []object
	roundX, roundY := onAxis(p.X), onAxis(p.Y)
	between := func(s Series) [][]float64 {
		data := f.on().Between(s)
		for _, d := range data {
			d[0], d[1], d[2] = roundX(d[0]), roundY(d[1]), roundY(d[2])
		}
		return data
	}
	c := charts.NewLine()
	var rings []bool
	for i, s := range f.Series {
		pts := f.on().Exponents(f.on().Points(s))
		if len(pts) == 0 {
			continue
		}
		color := hex(f.color(i))
		if s.Cells {
			pixels := painted(s.Name, "squares", color, nil)
			for _, q := range pts {
				pixels["data"] = append(pixels["data"].([][]float64), []float64{q.X, q.Y, 1}) //nolint:errcheck // as made
			}
			behind = append(behind, pixels)
			continue
		}
		if s.Banded() {
			behind = append(behind, painted(s.Name, "band", color, between(s)))
		}
		if s.Barred() {
			behind = append(behind, painted(s.Name, "errors", color, between(s.OfErrors())))
		}
		marked := s.Marked(len(pts))
		if !marked {
			pts = axes.Thinned(pts)
		}
		data := make([]opts.LineData, len(pts))
		for k, q := range pts {
			data[k].Value = []float64{roundX(q.X), roundY(q.Y)}
		}
		style, symbol := opts.LineStyle{Color: color, Width: 2}, "none"
		if marked {
			symbol = "circle"
		}
		switch {
		case !s.Lined():
			style.Width, style.Opacity = 0, opts.Float(0)
		case f.dashed(i):
			style.Type = "dashed"
		}
		rings = append(rings, s.Rings)
		c.AddSeries(s.Name, data, charts.WithLineStyleOpts(style), charts.WithItemStyleOpts(opts.ItemStyle{Color: color}),
			charts.WithLineChartOpts(opts.LineChart{
				ShowSymbol: opts.Bool(true), Symbol: symbol, SymbolSize: 6,
			}))
	}
	lines := seriesOf(c)
	for k, l := range lines {
		if rings[k] {
			l["rings"] = true
		}
		l["color"] = l["itemStyle"].(object)["color"] //nolint:errcheck // as set above
	}
	if f.X.Bare { // words are part of a drawing
		words := [][]any{}
		for _, n := range f.Notes {
			words = append(words, []any{roundX(n.X), roundY(n.Y + n.DY/8), n.Text})
		}
		behind = append(behind, lettering("words", ink, 1, words))
	}
	return append(lines, behind...)
}
