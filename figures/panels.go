package figures

import (
	"encoding/json"
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels is a figure of several figures of curves in a grid, row by row, under one legend: that of the first panel that
// has the most curves. The panels' subtitles are not shown.
type Panels struct {
	Meta
	Columns int
	Panels  []Lines
}

// panelHeight is that of a row, in print and, in pixels, in a chart.
const (
	panelHeight  = 6.4 * vg.Centimeter
	panelPixels  = 300
	panelHeading = 64 // pixels above the first row, for the titles
	panelLegend  = 40 // pixels below the last, for the legend
)

func (f Panels) rows() int { return (len(f.Panels) + f.Columns - 1) / f.Columns }

// fullest returns the panel with the most curves.
func (f Panels) fullest() Lines {
	var most Lines
	for _, p := range f.Panels {
		if len(p.Series) > len(most.Series) {
			most = p
		}
	}
	return most
}

func (f Panels) height() vg.Length {
	p := newPlot(f.wrapped())
	l := f.legend(p)
	title := p.Title.TextStyle.Height(p.Title.Text) + p.Title.Padding
	return title + 0.6*vg.Centimeter + vg.Length(f.rows())*panelHeight + l.height(width-2*margin)
}

// wrapped returns the figure's names with the subtitle in lines no wider than the page.
func (f Panels) wrapped() Meta {
	m := f.Meta
	style := newPlot(m).Title.TextStyle
	var lines []string
	for _, word := range strings.Fields(m.Subtitle) {
		if last := len(lines) - 1; last >= 0 && style.Width(lines[last]+" "+word) <= width-2*margin {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	m.Subtitle = strings.Join(lines, "\n")
	return m
}

func (f Panels) chartHeight() int { return panelHeading + f.rows()*panelPixels + panelLegend }

// Plot draws the panels.
func (f Panels) Plot() (*plot.Plot, error) {
	p := newPlot(f.wrapped())
	p.HideAxes()
	g := panelPlotter{columns: f.Columns, rows: f.rows(), legend: f.legend(p)}
	for _, panel := range f.Panels {
		panel.Subtitle = ""
		sub, err := panel.Plot()
		if err != nil {
			return nil, fmt.Errorf("panel %s: %w", panel.Title, err)
		}
		sub.Title.TextStyle.Font.Size *= 0.85
		if f.Columns > 2 { // narrow panels: ticks would run into each other
			sub.X.Tick.Label.Font.Size *= 0.75
			if panel.X.Log {
				sub.X.Tick.Marker = logTicks{most: 3}
			}
		}
		sub.Legend = plot.NewLegend()
		g.plots = append(g.plots, sub)
	}
	if len(g.plots) == 0 {
		return nil, errNothing
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(g)
	return p, nil
}

type panelPlotter struct {
	plots         []*plot.Plot
	columns, rows int
	legend        legend
}

// Plot tiles the canvas, above the legend.
func (g panelPlotter) Plot(c draw.Canvas, _ *plot.Plot) {
	below := g.legend.height(c.Size().X)
	g.legend.draw(draw.Crop(c, 0, 0, 0, below-c.Size().Y))
	c = draw.Crop(c, 0, 0, below, 0)
	tiles := draw.Tiles{Rows: g.rows, Cols: g.columns, PadX: 0.5 * vg.Centimeter, PadY: 0.4 * vg.Centimeter}
	for i, p := range g.plots {
		p.Draw(tiles.At(c, i%g.columns, i/g.columns))
	}
}

// Chart puts the panels' charts into one, each in a grid of its own.
func (f Panels) Chart() string {
	type object = map[string]any
	out := object{}
	var titles, grids, xs, ys, series []any
	height := float64(f.chartHeight())
	for i, panel := range f.Panels {
		panel.Subtitle = ""
		var o struct {
			XAxis, YAxis, Series []object
			Tooltip, Toolbox     any
		}
		if err := json.Unmarshal([]byte(panel.Chart()), &o); err != nil {
			panic(err) // a chart's option is JSON
		}
		left := 100 * float64(i%f.Columns) / float64(f.Columns)
		top := panelHeading + float64(i/f.Columns)*panelPixels
		titles = append(titles, object{
			"text": panel.Title, "left": fmt.Sprintf("%.1f%%", left+50/float64(f.Columns)), "top": top, "textAlign": "center",
			"textStyle": object{"fontSize": 12, "fontWeight": "normal", "color": hex(ink)},
		})
		grids = append(grids, object{
			"left": fmt.Sprintf("%.1f%%", left+8), "width": fmt.Sprintf("%.1f%%", 100/float64(f.Columns)-10),
			"top": top + 28, "height": panelPixels - 90,
		})
		for _, a := range append(append([]object(nil), o.XAxis...), o.YAxis...) {
			a["gridIndex"] = i
		}
		for _, s := range o.Series {
			s["xAxisIndex"], s["yAxisIndex"] = i, i
			series = append(series, s)
		}
		xs, ys = append(xs, o.XAxis[0]), append(ys, o.YAxis[0])
		out["tooltip"], out["toolbox"] = o.Tooltip, o.Toolbox
	}
	titles = append(titles, object{
		"text": f.Title, "subtext": f.Subtitle, "left": "center",
		"textStyle": object{"fontSize": 15, "fontWeight": "normal", "color": hex(ink)}, "subtextStyle": subtitleStyle(),
	})
	var names []string
	for _, s := range f.fullest().Series {
		if s.Name != "" {
			names = append(names, s.Name)
		}
	}
	out["title"], out["grid"], out["xAxis"], out["yAxis"], out["series"] = titles, grids, xs, ys, series
	out["legend"] = object{"data": names, "top": height - panelLegend + 8, "type": "scroll"}
	out["animation"] = false
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // finite numbers and strings always marshal
	}
	return string(text)
}
