package calculus

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// each are the terms of functions of the same d coordinates; ok is false where one has none.
func each(of []toolkit.Proxable, d int) (all []toolkit.Terms, ok bool) {
	for _, g := range of {
		t, ok := terms.Of(g, d)
		if !ok {
			return nil, false
		}
		all = append(all, t)
	}
	return all, true
}

// joined is the sum of terms on d coordinates. The variables are the parts of the first that has parts; those of others
// come behind, and are made to have the same sums.
func joined(all []toolkit.Terms, d int) (out toolkit.Terms) {
	size, first, from := d, -1, make([]int, len(all))
	for k, t := range all {
		switch {
		case t.Part == nil:
		case first < 0:
			first, size = k, len(t.Part)
			out.Part = append(out.Part, t.Part...)
		default:
			from[k], size = size, size+len(t.Part)
			out.Part = append(out.Part, nowhere(len(t.Part))...)
		}
	}
	for k, t := range all {
		linear := t.Linear
		if t.Part == nil {
			for _, of := range t.Of {
				of.Map = terms.Columns(of.Map, out.Part)
				out.Of = append(out.Of, of)
			}
			linear = spread(linear, out.Part)
		} else {
			out.Of = append(out.Of, widened(t.Of, from[k], size)...)
			if k != first {
				out.Of = append(out.Of, toolkit.Term{Function: sets.Point(0), Map: tie(out.Part, t.Part, from[k], size, d)})
			}
		}
		out.Linear = sum(out.Linear, linear, from[k], size)
		out.Constant += t.Constant
	}
	return out
}

// nowhere are variables that are parts of nothing.
func nowhere(n int) []int {
	out := make([]int, n)
	for j := range out {
		out[j] = -1
	}
	return out
}

// spread is Sᵀc.
func spread(c []float64, part []int) []float64 {
	if c == nil || part == nil {
		return c
	}
	out := make([]float64, len(part))
	for p, j := range part {
		if j >= 0 {
			out[p] = c[j]
		}
	}
	return out
}

// sum is a + b, of which b begins at one of so many variables; nil stands for 0.
func sum(a, b []float64, from, size int) []float64 {
	if b == nil {
		return a
	}
	out := make([]float64, size)
	copy(out, a)
	floats.Add(out[from:from+len(b)], b)
	return out
}

func widened(of []toolkit.Term, from, size int) []toolkit.Term {
	out := append([]toolkit.Term(nil), of...)
	for k := range out {
		out[k].Map = terms.Widened(out[k].Map, from, size)
	}
	return out
}

// tie is the map to the differences of the sums of two sets of parts, of which the second begins at a variable.
func tie(part, own []int, from, size, d int) linalg.Map {
	col, val := make([][]int32, d), make([][]float64, d)
	add := func(part []int, from int, v float64) {
		for p, j := range part {
			if j >= 0 {
				col[j], val[j] = append(col[j], int32(from+p)), append(val[j], v)
			}
		}
	}
	add(part, 0, 1)
	add(own, from, -1)
	ptr := []int{0}
	var cols []int32
	var vals []float64
	for j := range d {
		cols, vals = append(cols, col[j]...), append(vals, val[j]...)
		ptr = append(ptr, len(vals))
	}
	return linalg.NewCSR(d, size, ptr, cols, vals)
}

// behind are the terms of g(Lx + d), of those of g.
func behind(t toolkit.Terms, l linalg.Map, offset []float64) (out toolkit.Terms) {
	rows, d := l.Dims()
	if t.Part != nil { // y with S y = Lx + d, beside x
		size := d + len(t.Part)
		out = toolkit.Terms{Part: append(counted(d), nowhere(len(t.Part))...), Of: widened(t.Of, d, size)}
		equal := maps.Beside(maps.Scaled(-1, l), maps.Sums(t.Part, rows))
		of := toolkit.Term{Function: sets.Point(0), Map: equal}
		if offset != nil {
			of.Offset = floats.ScaleTo(make([]float64, rows), -1, offset)
		}
		out.Of = append(out.Of, of)
		out.Linear, out.Constant = sum(nil, t.Linear, d, size), t.Constant
		return out
	}
	for _, of := range t.Of {
		if offset != nil {
			n, _ := of.Map.Dims()
			moved := make([]float64, n)
			of.Map.MulVec(moved, offset)
			of.Offset = sum(of.Offset, moved, 0, n)
		}
		if identity(of.Map) {
			of.Map = l
		} else {
			of.Map = maps.Composed(of.Map, l)
		}
		out.Of = append(out.Of, of)
	}
	out.Constant = t.Constant
	if t.Linear != nil {
		out.Linear = make([]float64, d)
		l.MulTransVec(out.Linear, t.Linear)
		if offset != nil {
			out.Constant += floats.Dot(t.Linear, offset)
		}
	}
	return out
}

// counted is 0, …, n − 1.
func counted(n int) []int {
	out := make([]int, n)
	for j := range out {
		out[j] = j
	}
	return out
}

// identity tells whether a map is one.
func identity(k linalg.Map) bool {
	n, d := k.Dims()
	stored, ok := k.(linalg.StoredRows)
	if !ok || n != d {
		return false
	}
	for i := range n {
		col, val := stored.Stored(i)
		if len(col) != 1 || int(col[0]) != i || val[0] != 1 {
			return false
		}
	}
	return true
}
