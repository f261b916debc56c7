package rna

import (
	"context"
	"slices"
)

// triangle says where the cells (i, j) of a table are, i ≤ j < n: row by row.
type triangle struct {
	n     int
	start []int // cell (i, j) is at start[i] + j
}

func (t *triangle) begin(n int) {
	t.n, t.start = n, t.start[:0]
	for i, at := 0, 0; i < n; i++ {
		t.start = append(t.start, at-i)
		at += n - i
	}
}

// cells is how many there are.
func (t *triangle) cells() int { return t.n * (t.n + 1) / 2 }

// at is the place of a cell.
func (t *triangle) at(i, j int) int { return t.start[i] + j }

// row is row i of a table, from j = i on.
func (t *triangle) row(table []float64, i int) []float64 {
	return table[t.start[i]+i : t.start[i]+t.n]
}

// column is column j, i from 0 to j, of a table that is kept column by column.
func column(table []float64, j int) []float64 {
	at := j * (j + 1) / 2
	return table[at : at+j+1]
}

// partners are, for each base, the places of those that it pairs with, ascending.
type partners [bases][]int

func (p *partners) begin(x Sequence) {
	for b := range p {
		p[b] = p[b][:0]
		for j, other := range x {
			if pairType[b][other] >= 0 {
				p[b] = append(p[b], j)
			}
		}
	}
}

// after are the places after i of the bases that pair with a base.
func (p *partners) after(b Base, i int) []int {
	k, _ := slices.BinarySearch(p[b], i+1)
	return p[b][k:]
}

// resize makes a slice of length n, of the same memory where it suffices.
func resize(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	return v[:n]
}

// ended tells whether a context, nil for none, has ended.
func ended(ctx context.Context) bool { return ctx != nil && ctx.Err() != nil }
