package composite_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

func (d *drawing) penalty(c int) {
	lambda := math.Pow(10, -float64(d.IntN(4)))
	var rows [][]float64 // in the columns' own units, of x or of its differences
	for j := range c {
		row := make([]float64, c)
		row[j] = lambda * d.size / d.Units[j]
		rows = append(rows, row)
	}
	if d.IntN(2) == 0 {
		for j := 1; j < c; j++ {
			floats.Sub(rows[j-1], rows[j])
		}
		rows = rows[:max(1, c-1)]
	}
	var groups [][]int
	for j := range rows {
		if j%3 == 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], j)
	}
	switch kind := []string{"l1", "groups", "maxima"}[d.IntN(3)]; kind {
	case "l1":
		d.add(kind, rows, nil, 1)
	default:
		d.add(kind, rows, groups, 1)
	}
}

// row is one of some kinds.
func (d *drawing) row() []float64 {
	row := make([]float64, len(d.x))
	switch d.IntN(3) {
	case 0:
		for j, u := range d.Units {
			row[j] = d.NormFloat64() / u
		}
	case 1:
		copy(row, d.a[d.IntN(len(d.a))])
	default:
		for j, u := range d.Units {
			row[j] = 1 / u
		}
	}
	return row
}

func (d *drawing) constraint() {
	switch d.IntN(4) {
	case 0:
		row := d.row()
		d.add("point", [][]float64{row}, nil, floats.Dot(row, d.x))
	case 1:
		rows, right := [][]float64{d.row(), d.row()}, make([]float64, 2)
		for i, row := range rows {
			right[i] = floats.Dot(row, d.x) + d.size*math.Max(0, d.NormFloat64())
		}
		d.add("below", rows, nil, right...)
	case 2:
		right := make([]float64, len(d.x))
		for j, x := range d.x {
			right[j] = x + d.Units[j]*math.Max(0, d.NormFloat64())
		}
		d.add("below", d.whole, nil, right...)
	default:
		right := make([]float64, len(d.x))
		for j, x := range d.x {
			right[j] = x - d.Units[j]*math.Max(0, d.NormFloat64())
		}
		d.add("above", d.whole, nil, right...)
	}
}

// contradict adds constraints that cannot hold, by a margin that may be small.
func (d *drawing) contradict() {
	row := d.row()
	size := floats.Norm(row, 2)
	if size == 0 {
		return
	}
	d.Made = "infeasible"
	at, margin := floats.Dot(row, d.x), d.size*math.Pow(10, -float64(d.IntN(4)))
	switch d.IntN(3) {
	case 0:
		d.add("point", [][]float64{row, row}, nil, at, at+margin)
	case 1:
		d.add("below", [][]float64{row}, nil, at-margin)
		d.add("above", [][]float64{row}, nil, at)
	default:
		twice := floats.ScaleTo(make([]float64, len(row)), -2, row)
		d.add("below", [][]float64{row, twice}, nil, at-margin, -2*at)
	}
}

// release leaves a direction in which the objective falls: a column on which nothing else depends.
func (d *drawing) release() {
	d.Made = "unbounded"
	d.Units = append(d.Units, 1)
	for k, t := range d.Terms {
		rows := make([][]float64, len(t.Rows))
		for i, row := range t.Rows {
			rows[i] = append(slices.Clone(row), 0)
		}
		d.Terms[k].Rows = rows
	}
	d.Linear = make([]float64, len(d.Units))
	d.Linear[len(d.x)] = d.size * d.NormFloat64()
}
