package figures

import (
	"math"

	"gonum.org/v1/plot/plotter"

	"github.com/proxlab/proxlab/figures/axes"
	"github.com/proxlab/proxlab/figures/paper"
)

func (f Lines) panel() paper.Panel {
	return paper.Panel{Title: f.Title, Curves: f.on(), Equal: f.Equal}
}

func (f Lines) printed() paper.Figure {
	return paper.Figure{Title: f.Title, Panels: []paper.Panel{f.panel()}}
}

func (f Runs) printed() paper.Figure { return f.first().printed() }

func (f Panels) printed() paper.Figure {
	out := paper.Figure{Title: f.Title, Columns: f.Columns}
	for _, panel := range f.Panels {
		out.Panels = append(out.Panels, panel.panel())
	}
	return out
}

func (f Bars) printed() paper.Figure {
	var boxes []paper.Box
	names := make([]string, len(f.Bars))
	wide := barsShare / float64(max(1, len(f.Series)))
	for i, b := range f.Bars {
		names[i] = b.Label
		for k, v := range b.Values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			left := float64(i) - barsShare/2 + wide*float64(k)
			box := paper.Box{Name: f.Series[k], Color: k, Low: plotter.XY{X: left}, High: plotter.XY{X: left + wide, Y: v}}
			if b.Errors != nil {
				box.Error = b.Errors[k]
			}
			boxes = append(boxes, box)
		}
	}
	f.X.Names = names
	return boxed(f.Meta, f.X, f.Y, boxes)
}

func boxed(m Meta, x, y Axis, boxes []paper.Box) paper.Figure {
	panel := paper.Panel{Curves: axes.Curves{X: x, Y: y}, Boxes: boxes}
	return paper.Figure{Title: m.Title, Panels: []paper.Panel{panel}}
}

func (f Ranked) printed() paper.Figure {
	var boxes []paper.Box
	n := len(f.Values)
	names := make([]string, n)
	for k, v := range f.Values {
		at := float64(n - 1 - k) // from the bottom
		names[n-1-k] = f.Names[k]
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			boxes = append(boxes, paper.Box{Low: plotter.XY{Y: at - barsShare/2}, High: plotter.XY{X: v, Y: at + barsShare/2}})
		}
	}
	return boxed(f.Meta, Axis{Label: f.Quantity}, Axis{Names: names}, boxes)
}

func (f Heat) printed() paper.Figure {
	var boxes []paper.Box
	lo, hi := f.bounds()
	for i, row := range f.Values {
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			x, y := float64(j), float64(i)
			boxes = append(boxes, paper.Box{
				Low: plotter.XY{X: x - 0.5, Y: y - 0.5}, High: plotter.XY{X: x + 0.5, Y: y + 0.5},
				Fill: heatColor(shareOf(v, lo, hi)), Text: Number(v, f.Digits),
			})
		}
	}
	f.X.Names, f.Y.Names = f.Columns, f.RowsUp
	return boxed(f.Meta, f.X, f.Y, boxes)
}
