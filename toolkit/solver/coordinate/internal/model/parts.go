package model

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Only are some of the blocks, and which of the columns theirs are.
func (b *Blocks) Only(set []int) (out *Blocks, columns []int) {
	out = &Blocks{N: b.N, From: []int{0}}
	for _, g := range set {
		for k := b.From[g]; k < b.From[g+1]; k++ {
			columns = append(columns, k)
		}
		if out.Add(b.Omega[g], b.Of(g)...); b.IsPenalized(g) {
			out.Penalized++
		}
		if b.Signs != nil {
			out.Signs = append(out.Signs, b.Sign(g))
		}
	}
	if len(out.Columns) > 0 && out.Columns[0].A == b.Columns[0].A {
		out.ByRows = b.ByRows
	}
	return out, columns
}

// Part are some of the blocks, nil for all, with row i of A times s_i.
func (b *Blocks) Part(set []int, s []float64) *Blocks {
	if set == nil {
		set = vec.UpTo(b.Count())
	}
	type source struct {
		a  linalg.Rows
		lo int
	}
	type copied struct {
		rows, columns []int // of the source, and of the part
		hi            int
	}
	out, _ := b.Only(set)
	copies := map[source]*copied{}
	for k := range out.Columns {
		e := &out.Columns[k]
		from := copies[source{e.A, e.Lo}]
		if from == nil {
			from = &copied{hi: e.Hi}
			copies[source{e.A, e.Lo}] = from
		}
		from.rows, from.columns = append(from.rows, e.Row), append(from.columns, k)
		e.Row = len(from.rows) - 1
	}
	for from, c := range copies {
		scaled, by := from.a, s[from.lo:c.hi]
		switch count, _ := scaled.Dims(); {
		case linalg.IsDense(scaled):
			some := copyOf(scaled, c.rows)
			for i := range some.R {
				floats.Mul(some.Row(i), by)
			}
			scaled = some
		case len(c.rows) < count || !slices.Equal(c.rows, vec.UpTo(count)):
			scaled = linalg.ScaleColumns(linalg.SelectRows(scaled, c.rows), by)
		default:
			scaled = linalg.ScaleColumns(scaled, by)
		}
		for _, k := range c.columns {
			out.Columns[k].A = scaled
		}
	}
	return out
}
