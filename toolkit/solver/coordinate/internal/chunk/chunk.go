// Package chunk takes passes over columns that several outputs share, a few columns at a time. With the residuals R,
// one row for each output, and columns x_1, …, x_B of which x_a has changed them by −δ_a x_aᵀ, a visit to x_b needs
//
//	R x_b − Σ_{a<b} ⟨x_a, x_b⟩ δ_a
//
// for the R before all of them: products with all B columns are taken at once, as one of matrices, and so are changes,
// where one by one each visit would go through R three times.
package chunk

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// A chunk has so many columns, of which so many numbers pass through the first-level cache at a time. Visits are worth
// another layout of the residuals from so many on. So many numbers of chunks are kept.
const (
	Most      = 16
	rowsEach  = 192
	fewVisits = 16
	mostKept  = 1 << 22
)

// columns are those of a chunk.
type columns struct {
	names   []int
	x, gram []float64 // one column after the other, and −⟨x_a, x_b⟩, row by row
}

// panel are the residuals of a few outputs, one example after the other, their products with the columns of a chunk,
// and what these have changed by.
type panel struct {
	from, to, width int // outputs, and numbers a row: those behind the outputs are 0
	r, products, by []float64
}

// Visits are those of columns, one after the other.
type Visits struct {
	n, long int       // numbers of a column, and with zeros behind it
	r       []float64 // R
	panels  []panel
	now     *columns // nil for none
	next    int      // the place of the column to visit
	by      []float64
	changed []int // places of columns with δ ≠ 0
	some    []float64
	kept    map[[2]int]*columns // by the first and the last name
	size    int                 // numbers that are kept
}

// New are visits to columns of n numbers.
func New(n int) *Visits {
	rows, _ := simd.Tile()
	return &Visits{n: n, long: (n + rows - 1) / rows * rows, kept: map[[2]int]*columns{}}
}

// Pays tells whether so many visits are worth it, after those that have begun.
func (v *Visits) Pays(visits int) bool { return v.now != nil || visits >= fewVisits }

// Begin begins visits to some columns, Most at most, in this order, for the residuals r, and ends those before.
func (v *Visits) Begin(r []float64, names []int, column func(name int) []float64) {
	of := v.columns(names, column)
	if v.now == nil {
		v.lay(r)
	}
	x, count := v.changes()
	for p := range v.panels {
		panel := &v.panels[p]
		panel.products = vec.Resize(panel.products, v.padded(len(names))*panel.width)
		clear(panel.products)
		for lo := 0; lo < v.long; lo += rowsEach {
			hi := min(lo+rowsEach, v.long)
			rows := panel.r[lo*panel.width : hi*panel.width]
			v.change(panel, rows, x, lo, hi, count)
			a := simd.Matrix{Data: of.x[lo:], Row: v.long, Col: 1}
			simd.AddPanel(panel.products, a, v.padded(len(names)), hi-lo, rows, panel.width)
		}
	}
	v.now, v.next, v.changed = of, 0, v.changed[:0]
	v.by = vec.Resize(v.by, len(r)/v.n*len(names))
	clear(v.by)
}

// padded is a number of rows with those that fill a tile.
func (v *Visits) padded(rows int) int {
	tile, _ := simd.Tile()
	return (rows + tile - 1) / tile * tile
}

// changes are the columns that have changed, one after the other, and in panels what by.
func (v *Visits) changes() (x []float64, count int) {
	count = len(v.changed)
	if count == 0 {
		return nil, 0
	}
	x = v.now.x
	if count < len(v.now.names) {
		v.some = vec.Resize(v.some, count*v.long)
		for i, b := range v.changed {
			copy(v.some[i*v.long:], x[b*v.long:(b+1)*v.long])
		}
		x = v.some
	}
	k := len(v.by) / len(v.now.names)
	for p := range v.panels {
		panel := &v.panels[p]
		panel.by = vec.Resize(panel.by, count*panel.width)
		for i, b := range v.changed {
			row := panel.by[i*panel.width : (i+1)*panel.width]
			clear(row[panel.to-panel.from:])
			for t, d := range v.by[b*k+panel.from : b*k+panel.to] {
				row[t] = -d
			}
		}
	}
	return x, count
}

// change makes the changes of some rows of a panel.
func (v *Visits) change(p *panel, rows, x []float64, lo, hi, count int) {
	if count > 0 {
		simd.AddPanel(rows, simd.Matrix{Data: x[lo:], Row: 1, Col: v.long}, hi-lo, count, p.by, p.width)
	}
}

// lay makes panels of residuals.
func (v *Visits) lay(r []float64) {
	_, lanes := simd.Tile()
	k := len(r) / v.n
	if v.r = r; v.panels == nil || v.panels[len(v.panels)-1].to != k {
		v.panels = nil
		for from := 0; from < k; from += 3 * lanes {
			to := min(from+3*lanes, k)
			width := (to - from + lanes - 1) / lanes * lanes
			v.panels = append(v.panels, panel{from: from, to: to, width: width, r: make([]float64, v.long*width)})
		}
	}
	for p := range v.panels {
		panel := &v.panels[p]
		for t := panel.from; t < panel.to; t++ {
			at := t - panel.from
			for _, e := range r[t*v.n : (t+1)*v.n] {
				panel.r[at] = e
				at += panel.width
			}
		}
	}
}

// End makes the changes of all visits since Begin.
func (v *Visits) End() {
	if v == nil || v.now == nil {
		return
	}
	x, count := v.changes()
	for p := range v.panels {
		panel := &v.panels[p]
		v.change(panel, panel.r, x, 0, v.long, count)
		for t := panel.from; t < panel.to; t++ {
			at := t - panel.from
			row := v.r[t*v.n : (t+1)*v.n]
			for i := range row {
				row[i] = panel.r[at]
				at += panel.width
			}
		}
	}
	v.now, v.changed = nil, v.changed[:0]
}

// Products are those of the column of a name, which is after those that were visited; known is false, and all visits
// have ended, where it is none of them.
func (v *Visits) Products(dst []float64, name int) (known bool) {
	if v == nil || v.now == nil {
		return false
	}
	for ; v.next < len(v.now.names) && v.now.names[v.next] != name; v.next++ {
	}
	b, k := v.next, len(dst)
	if b == len(v.now.names) {
		v.End()
		return false
	}
	for p := range v.panels {
		panel := &v.panels[p]
		copy(dst[panel.from:panel.to], panel.products[b*panel.width:])
	}
	if len(v.changed) > 0 {
		simd.AxpyRows(dst, v.now.gram[b*len(v.now.names):][:b], v.by[:b*k])
	}
	return true
}

// Change takes note of what the weights of the column that was asked for last have changed by; known as of Products.
func (v *Visits) Change(by []float64, name int) (known bool) {
	if v == nil || v.now == nil {
		return false
	}
	if v.next == len(v.now.names) || v.now.names[v.next] != name {
		v.End()
		return false
	}
	if slices.ContainsFunc(by, func(d float64) bool { return d != 0 }) {
		copy(v.by[v.next*len(by):], by)
		v.changed = append(v.changed, v.next)
	}
	return true
}

// columns are those of some names.
func (v *Visits) columns(names []int, column func(name int) []float64) *columns {
	key, count, n := [2]int{names[0], names[len(names)-1]}, len(names), v.long
	if c := v.kept[key]; c != nil && slices.Equal(c.names, names) {
		return c
	}
	if v.size += count * n; v.size > mostKept {
		v.size = count * n
		clear(v.kept)
	}
	c := &columns{slices.Clone(names), make([]float64, v.padded(count)*n), make([]float64, count*count)}
	for b, name := range names {
		copy(c.x[b*n:], column(name))
		simd.DotRows(c.gram[b*count:][:b], c.x[:b*n], c.x[b*n:(b+1)*n])
		for a := range b {
			c.gram[b*count+a] *= -1
		}
	}
	v.kept[key] = c
	return c
}
