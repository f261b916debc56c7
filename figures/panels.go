package figures

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Panels is a figure of several figures of curves in a grid, row by row, under one legend of all that have a name. The
// panels' subtitles are not shown; without panels there are the titles.
type Panels struct {
	Meta
	Columns int
	Panels  []Lines
}

// panelHeight is that of a row.
const panelHeight = 6.4 * vg.Centimeter

func (f Panels) rows() int { return (len(f.Panels) + f.Columns - 1) / f.Columns }

func (f Panels) height() vg.Length {
	p := newPlot(f.Meta)
	title := p.Title.TextStyle.Height(p.Title.Text) + p.Title.Padding
	return title + 0.6*vg.Centimeter + vg.Length(f.rows())*panelHeight
}

// key is that of all panels, each name once.
func (f Panels) key() axes.Legend {
	l := newLegend()
	for _, p := range f.Panels {
		for _, e := range p.key().Entries {
			if !slices.ContainsFunc(l.Entries, func(o axes.Entry) bool { return o.Name == e.Name }) {
				l.Entries = append(l.Entries, e)
			}
		}
	}
	return l
}

// Plot draws the panels.
func (f Panels) Plot() (*plot.Plot, error) {
	p := newPlot(f.Meta)
	p.HideAxes()
	g := axes.Tiles{Columns: f.Columns, Rows: f.rows(), PadX: 0.3 * vg.Centimeter, PadY: 0.4 * vg.Centimeter}
	for _, panel := range f.Panels {
		panel.Subtitle = ""
		sub, err := panel.Plot()
		if err != nil {
			return nil, fmt.Errorf("panel %s: %w", panel.Title, err)
		}
		sub.Title.TextStyle.Font.Size *= 0.85
		if f.Columns > 2 { // narrow panels: ticks would run into each other
			for _, font := range []*font.Font{&sub.X.Tick.Label.Font, &sub.Y.Tick.Label.Font} {
				font.Size *= 0.8
			}
			sub.X.Label.TextStyle.Font.Size *= 0.9
			sub.Y.Label.TextStyle.Font.Size *= 0.9
			if panel.X.Log {
				sub.X.Tick.Marker = axes.LogTicks{Most: 3}
			}
		}
		// A label longer than its axis would push the data down.
		y := &sub.Y.Label
		y.Text = strings.Join(wrapped(y.TextStyle, y.Text, panelHeight/2), "\n")
		sub.Legend = plot.NewLegend()
		g.Plots, g.Equal = append(g.Plots, sub), append(g.Equal, panel.Equal)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(g)
	return p, nil
}

// Chart puts the panels' charts into one, each in a grid of its own.
func (f Panels) Chart() string {
	c := newChart(f.Meta)
	c.Columns = f.Columns
	for _, panel := range f.Panels {
		if !panel.addTo(&c, object{"title": panel.Title, "equal": panel.Equal}) {
			return ""
		}
	}
	c.Legend["data"] = f.key().Names()
	return c.text()
}
