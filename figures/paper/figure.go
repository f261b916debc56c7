package paper

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/axes"
)

// Figure is what a figure shows, in panels row by row under one legend.
type Figure struct {
	Title   string // shown where the style says so
	Columns int    // of panels; 0 for 1
	Panels  []Panel
}

// Panel is curves and boxes on two axes.
type Panel struct {
	Title string // shown where there are several panels
	axes.Curves
	Equal bool // a unit is of one length on both axes
	Boxes []Box
}

// Box is a rectangle between two points of a panel: a bar, or a cell of a matrix. Linear axes alone have boxes.
type Box struct {
	Name      string // of what the legend names
	Low, High plotter.XY
	Color     int         // the place of its color among the style's
	Fill      color.Color // in place of that, where it says a number
	Error     float64     // half-length of an error bar at High.Y; 0 for none
	Text      string      // in its middle
}

func (b Box) fill(s Style) color.Color {
	if b.Fill != nil {
		return b.Fill
	}
	return s.color(b.Color)
}

// names are those of all curves and boxes, in order.
func (f Figure) names() (out []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, p := range f.Panels {
		for _, s := range p.Series {
			add(s.Name)
		}
		for _, b := range p.Boxes {
			add(b.Name)
		}
	}
	return out
}

// place is the place of a curve among styles: that of its color where it has one, or of its name, so that a method
// looks alike in all panels.
func (f Figure) place(s axes.Series, i int) int {
	if s.Color > 0 {
		return s.Color - 1
	}
	if k := slices.Index(f.names(), s.Name); k >= 0 {
		return k
	}
	return i
}

// dashedForReason tells whether dashes say something beside the name of a curve.
func (f Figure) dashedForReason() bool {
	return slices.ContainsFunc(f.Panels, func(p Panel) bool {
		return slices.ContainsFunc(p.Series, func(s axes.Series) bool { return s.Dashed })
	})
}

// entries are those of the legend: of what has a name, once each, where there is more than one.
func (f Figure) entries(on Paper, em vg.Length) (out []axes.Entry) {
	done := map[string]bool{"": true}
	reason := f.dashedForReason()
	for _, p := range f.Panels {
		for i, s := range p.Series {
			n := len(p.Points(s))
			if done[s.Name] || n == 0 {
				continue
			}
			done[s.Name] = true
			k := f.place(s, i)
			e := axes.Entry{Name: s.Name, Line: on.Style.line(k, reason, s.Dashed), Mark: on.Style.mark(k, em)}
			if s.Dots {
				e.Line.Width = 0
			}
			out = append(out, e)
		}
		for _, b := range p.Boxes {
			if !done[b.Name] {
				done[b.Name] = true
				out = append(out, axes.Entry{Name: b.Name, Line: draw.LineStyle{Color: b.fill(on.Style)}, Boxed: true})
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
