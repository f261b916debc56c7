package axes

import (
	"math"

	"gonum.org/v1/plot/plotter"
)

// Series is one curve. Points with a NaN or infinite coordinate are left out.
type Series struct {
	Name string
	X, Y []float64
	// Low and High are the edges of a band around the curve, as of standard errors or replications; nil for none.
	Low, High []float64
	Bars      bool      // Low and High are the ends of bars at the points, and no band
	Errors    []float64 // half-lengths of error bars, drawn where positive; nil for none
	Dashed    bool
	Marks     bool // draw the points too: for few of them
	Dots      bool // draw the points alone, with no line between them
	Rings     bool // draw the points alone, as rings: numbers that somebody else has printed
	Cells     bool // draw a square of one unit at each point: the pixels of a picture
	Color     int  // k ≥ 1 takes the palette's k-th color, so that curves can share one; 0 the next in order
}

// Marked tells whether the points of a series are drawn.
func (s Series) Marked(points int) bool { return s.Marks || s.Dots || s.Rings || points == 1 }

// Lined tells whether a line goes through the points.
func (s Series) Lined() bool { return !s.Dots && !s.Rings && !s.Cells }

// Banded tells whether there is a band around the curve.
func (s Series) Banded() bool { return s.Low != nil && !s.Bars }

// Barred tells whether points may have bars.
func (s Series) Barred() bool { return s.Errors != nil || s.Bars }

// OfErrors returns the points that have bars, with the ends of those as edges.
func (s Series) OfErrors() Series {
	var out Series
	add := func(k int, low, high float64) {
		if low < high && !math.IsInf(high-low, 0) && !math.IsNaN(s.Y[k]) {
			out.X, out.Low, out.High = append(out.X, s.X[k]), append(out.Low, low), append(out.High, high)
		}
	}
	for k, e := range s.Errors {
		add(k, s.Y[k]-e, s.Y[k]+e)
	}
	for k := range s.Low {
		if s.Bars {
			add(k, s.Low[k], s.High[k])
		}
	}
	return out
}

// Note is a word on a figure, at a point of it; one that stands some points to the right and above (DX, DY) has a line
// to its place.
type Note struct {
	X, Y   float64
	Text   string
	DX, DY float64
}

// Curves are curves on two axes.
type Curves struct {
	X, Y   Axis
	Series []Series
	Notes  []Note
}

// Points returns the finite points of a series, raised to the floors of logarithmic axes.
func (f Curves) Points(s Series) plotter.XYs {
	lowX, lowY := math.Inf(-1), math.Inf(-1)
	if f.X.Log {
		lowX = Floor(f.All(func(s Series) []float64 { return s.X })...)
	}
	if f.Y.Log {
		lowY = Floor(f.All(func(s Series) []float64 { return s.Y })...)
	}
	var out plotter.XYs
	for i, x := range s.X {
		y := s.Y[i]
		if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
			continue
		}
		out = append(out, plotter.XY{X: math.Max(x, lowX), Y: math.Max(y, lowY)})
	}
	return out
}

// All returns a list of every series.
func (f Curves) All(of func(Series) []float64) [][]float64 {
	var out [][]float64
	for _, s := range f.Series {
		out = append(out, of(s))
	}
	return out
}

// Edges returns the finite points of a band's lower and upper edge.
func (f Curves) Edges(s Series) (low, high plotter.XYs) {
	return f.Points(Series{X: s.X, Y: s.Low}), f.Points(Series{X: s.X, Y: s.High})
}

// Exponents replaces values on logarithmic axes by their decimal logarithms.
func (f Curves) Exponents(pts plotter.XYs) plotter.XYs {
	out := append(plotter.XYs(nil), pts...)
	for i := range out {
		if f.X.Log {
			out[i].X = math.Log10(out[i].X)
		}
		if f.Y.Log {
			out[i].Y = math.Log10(out[i].Y)
		}
	}
	return out
}

// Floor returns the positive value to which values ≤ 0 are raised on a logarithmic axis: three decades below the least
// positive value, or 1e-16 where there is none. Gaps reach 0; the curve then runs along the floor.
func Floor(values ...[]float64) float64 {
	least := math.Inf(1)
	for _, x := range values {
		for _, v := range x {
			if v > 0 && v < least {
				least = v
			}
		}
	}
	if math.IsInf(least, 1) {
		return 1e-16
	}
	return least * 1e-3
}
