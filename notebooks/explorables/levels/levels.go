// Package levels finds the lines in a square along which a function has one value.
package levels

import (
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// lattice has cells × cells squares over [−half, half]².
type lattice struct {
	cells int
	half  float64
}

// Corners are those of cells × cells squares over [−half, half]², row by row from below.
func Corners(cells int, half float64) *linalg.Dense {
	g, side := lattice{cells, half}, cells+1
	out := linalg.NewDense(side*side, 2, nil)
	for r := range side {
		for c := range side {
			copy(out.Row(r*side+c), []float64{g.place(float64(c)), g.place(float64(r))})
		}
	}
	return out
}

func (g lattice) place(at float64) float64 { return g.half * (2*at/float64(g.cells) - 1) }

// Lines are those along which a function, known at the Corners, has a value: straight in each triangle, two of which
// are a square.
func Lines(f []float64, cells int, half, level float64) (out []explore.Series) {
	g, side := lattice{cells, half}, cells+1
	ends := map[[2]int][]segment{}
	for r := range cells {
		for c := range cells {
			at := r*side + c
			for _, t := range [2][3]int{{at, at + 1, at + side}, {at + side + 1, at + side, at + 1}} {
				g.cut(f, level, t, ends)
			}
		}
	}
	for len(ends) > 0 {
		out = append(out, follow(ends))
	}
	return out
}

// segment goes from one edge of the lattice to another, at a place of each.
type segment struct {
	to       [2]int
	from, at explore.Point
}

// cut adds, at both of its ends, the segment of a level in a triangle.
func (g lattice) cut(f []float64, level float64, t [3]int, ends map[[2]int][]segment) {
	side := g.cells + 1
	var edges [][2]int
	var places []explore.Point
	for k := range 3 {
		i, j := min(t[k], t[(k+1)%3]), max(t[k], t[(k+1)%3])
		if (f[i] > level) == (f[j] > level) {
			continue
		}
		part := (level - f[i]) / (f[j] - f[i])
		edges = append(edges, [2]int{i, j})
		places = append(places, explore.Point{
			g.place((1-part)*float64(i%side) + part*float64(j%side)), g.place((1-part)*float64(i/side) + part*float64(j/side)),
		})
	}
	if len(edges) == 2 {
		ends[edges[0]] = append(ends[edges[0]], segment{edges[1], places[0], places[1]})
		ends[edges[1]] = append(ends[edges[1]], segment{edges[0], places[1], places[0]})
	}
}

// follow takes one line out of the segments: from an end of it, where it has one.
func follow(ends map[[2]int][]segment) (s explore.Series) {
	var at [2]int
	first := true
	for edge, of := range ends { // the first in order, as maps have none
		if open := len(of) == 1; first || open && len(ends[at]) > 1 || open == (len(ends[at]) == 1) && before(edge, at) {
			at, first = edge, false
		}
	}
	start := ends[at][0].from
	s.X, s.Y = []float64{start[0]}, []float64{start[1]}
	for len(ends[at]) > 0 {
		next := ends[at][0]
		drop(ends, at, next.to)
		drop(ends, next.to, at)
		s.X, s.Y = append(s.X, next.at[0]), append(s.Y, next.at[1])
		at = next.to
	}
	return s
}

func before(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

// drop forgets a segment at one of its ends.
func drop(ends map[[2]int][]segment, at, to [2]int) {
	of := ends[at]
	for k, s := range of {
		if s.to == to {
			of = append(of[:k:k], of[k+1:]...)
			break
		}
	}
	if ends[at] = of; len(of) == 0 {
		delete(ends, at)
	}
}
