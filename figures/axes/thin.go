package axes

import (
	"math"

	"gonum.org/v1/plot/plotter"
)

// The size of a chart in pixels, for which curves are Thinned, and by how many of them a curve may move.
const (
	chartWidth   = 860.
	chartHeight  = 400.
	chartError   = 0.25
	chartsFewest = 50 // points that are never Thinned
)

// Thinned returns the points of a curve without those that lie on the line between others.
func Thinned(pts plotter.XYs) plotter.XYs {
	var out plotter.XYs
	for i, k := range Telling(pts) {
		if k {
			out = append(out, pts[i])
		}
	}
	return out
}

// Telling tells which points of a curve do not lie on the line between others, to a quarter of a pixel (Douglas and
// Peucker, Cartographica 10, 1973): what is drawn without the rest is the same, and takes a fraction of the text.
func Telling(pts plotter.XYs) []bool {
	keep := make([]bool, len(pts))
	if len(pts) <= chartsFewest {
		for i := range keep {
			keep[i] = true
		}
		return keep
	}
	xmin, xmax, ymin, ymax := plotter.XYRange(pts)
	scaled := func(p plotter.XY) (x, y float64) {
		wide, high := math.Max(xmax-xmin, 1e-300), math.Max(ymax-ymin, 1e-300)
		return (p.X - xmin) / wide * chartWidth, (p.Y - ymin) / high * chartHeight
	}
	keep[0], keep[len(pts)-1] = true, true
	for parts := [][2]int{{0, len(pts) - 1}}; len(parts) > 0; {
		part := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		ax, ay := scaled(pts[part[0]])
		bx, by := scaled(pts[part[1]])
		length := math.Hypot(bx-ax, by-ay)
		at, furthest := 0, chartError
		for i := part[0] + 1; i < part[1]; i++ {
			x, y := scaled(pts[i])
			d := math.Hypot(x-ax, y-ay)
			if length > 0 && (x-ax)*(bx-ax)+(y-ay)*(by-ay) > 0 {
				d = math.Abs((bx-ax)*(ay-y)-(ax-x)*(by-ay)) / length
			}
			if d > furthest {
				at, furthest = i, d
			}
		}
		if at > 0 {
			keep[at] = true
			parts = append(parts, [2]int{part[0], at}, [2]int{at, part[1]})
		}
	}
	return keep
}

// Between returns x and both edges of a band, or of bars, on the axes; points in line with others are left out.
func (f Curves) Between(s Series) [][]float64 {
	low, high := f.Edges(s)
	low, high = f.Exponents(low), f.Exponents(high)
	above := map[float64]int{}
	for k, q := range high {
		above[q.X] = k
	}
	below, upper := Telling(low), Telling(high)
	var out [][]float64
	for k, q := range low {
		if at, ok := above[q.X]; ok && (below[k] || upper[at]) {
			out = append(out, []float64{q.X, q.Y, high[at].Y})
		}
	}
	return out
}
