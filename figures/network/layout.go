package network

import (
	"math"
	"math/rand/v2"
)

// Edge joins two nodes, counted from 0. The line of a negative weight is dashed.
type Edge struct {
	From, To int
	Weight   float64
}

// step is how far from each other two nodes that are joined are to be.
const step = 4.

// point is a place.
type point struct{ x, y float64 }

// layout places nodes so that distances are near those along edges: it lowers the stress
//
//	Σ_{i<j} (|p_i − p_j| − d_ij)²/d_ij²
//
// node by node, from several places to start from, and keeps the best. Nodes that no path joins are a step farther from
// each other than any two that one does. The longest extent lies along the x axis.
//
// Source: Gansner, Koren, North, Graph Drawing by Stress Majorization, Graph Drawing 2004, (16).
func layout(n int, edges []Edge) (best []point) {
	const (
		starts = 12
		sweeps = 60   // of each
		long   = 1000 // of the best
	)
	d := distances(n, edges)
	least, rng := math.Inf(1), rand.New(rand.NewPCG(1, 9))
	for range starts {
		at := make([]point, n)
		for k, place := range rng.Perm(n) {
			sin, cos := math.Sincos(2 * math.Pi * float64(place) / float64(n))
			at[k] = point{step * cos, step * sin}
		}
		for range sweeps {
			sweep(at, d)
		}
		if s := stress(at, d); s < least {
			least, best = s, at
		}
	}
	for range long {
		sweep(best, d)
	}
	level(best)
	return best
}

// distances are numbers of edges between nodes.
func distances(n int, edges []Edge) [][]float64 {
	next := make([][]int, n)
	for _, e := range edges {
		next[e.From], next[e.To] = append(next[e.From], e.To), append(next[e.To], e.From)
	}
	d, most := make([][]float64, n), 0.
	for i := range d {
		d[i] = make([]float64, n)
		seen := []int{i}
		for k := 0; k < len(seen); k++ {
			for _, j := range next[seen[k]] {
				if j != i && d[i][j] == 0 {
					d[i][j] = d[i][seen[k]] + step
					most = max(most, d[i][j])
					seen = append(seen, j)
				}
			}
		}
	}
	for i := range d {
		for j := range d {
			if i != j && d[i][j] == 0 {
				d[i][j] = most + step
			}
		}
	}
	return d
}

// sweep moves each node to where the others would have it.
func sweep(at []point, d [][]float64) {
	for i, p := range at {
		var to point
		var sum float64
		for j, q := range at {
			if i == j {
				continue
			}
			w := 1 / (d[i][j] * d[i][j])
			far := d[i][j] / max(math.Hypot(p.x-q.x, p.y-q.y), 1e-9)
			to.x += w * (q.x + far*(p.x-q.x))
			to.y += w * (q.y + far*(p.y-q.y))
			sum += w
		}
		at[i] = point{to.x / sum, to.y / sum}
	}
}

func stress(at []point, d [][]float64) (sum float64) {
	for i, p := range at {
		for j, q := range at[:i] {
			off := math.Hypot(p.x-q.x, p.y-q.y)/d[i][j] - 1
			sum += off * off
		}
	}
	return sum
}

// level moves the middle to 0, and turns the longest extent along x.
func level(at []point) {
	var x, y, xx, xy, yy float64
	for _, p := range at {
		x += p.x / float64(len(at))
		y += p.y / float64(len(at))
	}
	for k := range at {
		p := &at[k]
		p.x -= x
		p.y -= y
		xx += p.x * p.x
		xy += p.x * p.y
		yy += p.y * p.y
	}
	sin, cos := math.Sincos(math.Atan2(2*xy, xx-yy) / 2)
	for k, p := range at {
		at[k] = point{cos*p.x + sin*p.y, cos*p.y - sin*p.x}
	}
}
