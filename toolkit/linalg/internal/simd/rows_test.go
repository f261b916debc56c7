package simd

import "testing"

// TestRows compares products of rows on all levels, bit by bit, with those of one row after the other in plain Go: all
// remainders of rows and columns, all alignments, numbers that are not finite.
func TestRows(t *testing.T) {
	onLevels(t, func(l Level) {
		for columns := range 101 {
			for _, rows := range []int{0, 1, 3, 4, 7, 8, 9, 16, 21} {
				checkRows(t, l, rows, columns)
			}
		}
	})
}

func checkRows(t *testing.T, l Level, rows, columns int) {
	t.Helper()
	seed := uint64(1000*rows + columns)
	a, x, s := numbers(rows*columns, seed), numbers(columns, seed+1), numbers(rows, seed+2)
	if columns%3 == 1 && rows > 0 {
		a[seed*7%uint64(len(a))], s[seed%uint64(rows)] = edges[columns%len(edges)], edges[columns/2%len(edges)]
		x[seed*5%uint64(columns)] = edges[columns/3%len(edges)]
	}
	if columns%3 == 2 {
		clear(x)
	}
	products, sums := make([]float64, rows), append([]float64(nil), x...)
	for i := range rows {
		row := a[i*columns : (i+1)*columns]
		products[i] = dotPlain(row, x)
		axpyPlain(sums, s[i], row)
	}
	offset := (rows + columns) % 8
	at, _ := guarded(a, offset, func([]float64) {})
	got, clean := guarded(s, 7-offset, func(dst []float64) { DotRows(dst, at, x) })
	if !clean || !sameAll(got, products) {
		t.Fatalf("%s: products of %d rows of %d numbers are %v, plain %v", l, rows, columns, got, products)
	}
	got, clean = guarded(x, offset, func(dst []float64) { AxpyRows(dst, s, at) })
	if !clean || !sameAll(got, sums) {
		t.Fatalf("%s: sums of %d rows of %d numbers are %v, plain %v", l, rows, columns, got, sums)
	}
}
