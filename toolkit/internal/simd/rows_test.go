package simd

import (
	"slices"
	"testing"
)

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
	s = append(s, numbers(rows, seed+3)...)
	checkGathered(t, l, a, columns, x, s)
	if columns > 0 {
		checkGathered(t, l, numbers(rows*(columns+3), seed+4), columns+3, x, s)
	}
}

// checkGathered adds rows in an order with repetitions, and to them.
func checkGathered(t *testing.T, l Level, a []float64, stride int, x, s []float64) {
	t.Helper()
	columns, rows := len(x), len(s)/2
	index, offset := make([]int32, len(s)), (rows+columns)%8
	sum, added := slices.Clone(x), slices.Clone(a)
	for k := range index {
		i := (7*k + 3) % rows
		index[k] = int32(i)
		axpyPlain(sum, s[k], a[i*stride:i*stride+columns])
		axpyPlain(added[i*stride:i*stride+columns], s[k], x)
	}
	got, clean := guarded(x, offset, func(dst []float64) { AxpyGathered(dst, s, index, a, stride) })
	if !clean || !sameAll(got, sum) {
		t.Fatalf("%s: sums of rows %v of %d numbers are %v, plain %v", l, index, columns, got, sum)
	}
	got, clean = guarded(a, offset, func(a []float64) { AxpyScattered(a, stride, s, index, x) })
	if !clean || !sameAll(got, added) {
		t.Fatalf("%s: rows %v of %d numbers with one more are %v, plain %v", l, index, columns, got, added)
	}
}

// TestRowsOutside asks for rows that there are not.
func TestRowsOutside(t *testing.T) {
	for _, index := range []int32{-1, 2} {
		for name, do := range map[string]func(a, s []float64, index []int32, x []float64){
			"added":    func(a, s []float64, index []int32, x []float64) { AxpyGathered(x, s, index, a, 5) },
			"added to": func(a, s []float64, index []int32, x []float64) { AxpyScattered(a, 5, s, index, x) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("row %d of two is %s", index, name)
					}
				}()
				do(make([]float64, 10), []float64{0, 1}, []int32{0, index}, make([]float64, 5))
			}()
		}
	}
}
