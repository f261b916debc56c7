// Package axes has what figures are put together from: axes with their ticks, curves on them, legends, tiles.
package axes

import (
	"math"

	"gonum.org/v1/plot"
)

// Axis describes an axis: a label with its unit, and whether it is logarithmic.
type Axis struct {
	Label  string
	Log    bool
	Names  []string   // of the places 0, 1, … where it has names and no numbers
	Limits [2]float64 // where it begins and ends; both 0 for where the data do
	Ticks  []float64  // the numbers that are marked; nil for round ones
	Bare   bool       // has neither line nor numbers: where they say nothing
}

// Set labels an axis. A logarithmic axis is drawn as a linear axis of exponents with marks at powers of ten: gonum's
// own leaves room for its label in the wrong place, and panics at zero.
func (s Axis) Set(a *plot.Axis) {
	a.Label.Text = s.Label
	switch {
	case s.Bare:
		a.Tick.Marker, a.Tick.Length, a.LineStyle.Width = plot.ConstantTicks{}, 0, 0
	case s.Names != nil:
		a.Tick.Marker = Nominal(s.Names)
	case s.Ticks != nil:
		var ticks plot.ConstantTicks
		for _, v := range s.Ticks {
			ticks = append(ticks, plot.Tick{Value: s.at(v), Label: Short(v)})
		}
		a.Tick.Marker = ticks
	case s.Log:
		a.Tick.Marker = LogTicks{}
	default:
		a.Tick.Marker = LinearTicks{}
	}
}

// Fit gives an axis its ends: those that were asked for, or those of the data with a share of air around them; some
// width where these are one value.
func (s Axis) Fit(a *plot.Axis, air float64) {
	if s.Limits[0] != s.Limits[1] {
		a.Min, a.Max = s.at(s.Limits[0]), s.at(s.Limits[1])
		return
	}
	Widen(a)
	air *= a.Max - a.Min
	a.Min, a.Max = a.Min-air, a.Max+air
}

// at is where a value stands on the axis; it is no lower than 1e-300 where that is logarithmic.
func (s Axis) at(v float64) float64 {
	if s.Log {
		return math.Log10(math.Max(v, 1e-300))
	}
	return v
}

// Widen gives an axis of one value some width.
func Widen(a *plot.Axis) {
	if a.Min == a.Max {
		d := math.Max(1, math.Abs(a.Min)) / 2
		a.Min, a.Max = a.Min-d, a.Max+d
	}
}

// Nominal returns labels at 0, 1, ….
func Nominal(labels []string) plot.ConstantTicks {
	t := make(plot.ConstantTicks, len(labels))
	for i, s := range labels {
		t[i] = plot.Tick{Value: float64(i), Label: s}
	}
	return t
}
