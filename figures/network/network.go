// Package network draws graphs: dots with names, and lines between those that are joined.
package network

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/axes"
)

// Words says what the lines of either sign are, in the legend.
type Words struct{ Positive, Negative string }

// Of draws a graph of so many named nodes. Nodes that are joined are near each other; those without an edge stand in
// rows below.
func Of(m figures.Meta, names []string, edges []Edge, words Words) figures.Lines {
	at := places(len(names), edges)
	axis := axes.Axis{Bare: true}
	f := figures.Lines{Meta: m, X: axis, Y: axis, Equal: true}
	named := [2]string{words.Positive, words.Negative}
	for sign := range 2 { // a name is said once
		for _, e := range edges {
			if (e.Weight < 0) != (sign == 1) {
				continue
			}
			f.Series = append(f.Series, figures.Series{
				Name: named[sign], X: []float64{at[e.From].x, at[e.To].x}, Y: []float64{at[e.From].y, at[e.To].y},
				Dashed: sign == 1, Color: 1 + sign,
			})
			named[sign] = ""
		}
	}
	dots := figures.Series{Dots: true, Color: 4}
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for k, p := range at {
		dots.X, dots.Y = append(dots.X, p.x), append(dots.Y, p.y)
		f.Notes = append(f.Notes, figures.Note{X: p.x, Y: p.y, DY: side(k, at, edges), Text: names[k]})
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	f.Series = append(f.Series, dots)
	f.X.Limits = [2]float64{low.x - step/2, high.x + step/2}
	f.Y.Limits = [2]float64{low.y - step/2, high.y + step/2}
	return f
}

// side is where the name of a node stands, in points above it: where fewer lines are.
func side(node int, at []point, edges []Edge) float64 {
	const (
		far     = 5
		upright = 0.5 // the sine from which on a line is in the way
	)
	lines := 0
	for _, e := range edges {
		if e.To == node {
			e.From, e.To = e.To, e.From
		}
		if e.From != node {
			continue
		}
		x, y := at[e.To].x-at[node].x, at[e.To].y-at[node].y
		switch sine := y / math.Hypot(x, y); {
		case sine > upright:
			lines++
		case sine < -upright:
			lines--
		}
	}
	if lines > 0 {
		return -far
	}
	return far
}

// places are those of nodes: of joined ones as the layout has them, of others in rows below.
func places(n int, edges []Edge) []point {
	joined := make([]bool, n)
	for _, e := range edges {
		joined[e.From], joined[e.To] = true, true
	}
	var with, alone []int
	number := make([]int, n)
	for k, j := range joined {
		if j {
			number[k] = len(with)
			with = append(with, k)
		} else {
			alone = append(alone, k)
		}
	}
	renumbered := slices.Clone(edges)
	for k, e := range edges {
		renumbered[k].From, renumbered[k].To = number[e.From], number[e.To]
	}
	at := make([]point, n)
	laid := layout(len(with), renumbered)
	low, wide := 0., 0.
	for k, p := range laid {
		at[with[k]] = p
		low, wide = min(low, p.y), max(wide, math.Abs(p.x))
	}
	row := max(4, 1+int(2*wide/step))
	for k, node := range alone {
		in := min(row, len(alone)-k/row*row) // nodes of this row
		at[node] = point{step * (float64(k%row) - float64(in-1)/2), low - step*(1+0.5*float64(k/row))}
	}
	return at
}
