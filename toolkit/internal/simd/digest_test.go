package simd

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"testing"
)

// plainly are n numbers between −4 and 4 that are the same on every processor: no function of a library makes them.
func plainly(n int, seed uint64) []float64 {
	x := make([]float64, n)
	for i := range x {
		seed = seed*6364136223846793005 + 1442695040888963407
		x[i] = float64(int64(seed)>>20) / (1 << 41)
	}
	return x
}

// digests are hashes of what the loops make of the same numbers, bit by bit.
func digests() map[string]string {
	const rows, n = 13, 301 // more than registers hold, and a rest
	out := map[string]string{}
	keep := func(of string, parts ...[]float64) {
		h := fnv.New64a()
		for _, x := range parts {
			_ = binary.Write(h, binary.LittleEndian, x)
		}
		out[of] = fmt.Sprintf("%016x", h.Sum64())
	}
	matrix, long, short := plainly(rows*n, 1), plainly(n, 2), plainly(rows, 3)
	var dots []float64
	for k := range n {
		dots = append(dots, Dot(long[:k], matrix[:k]))
	}
	keep("dot", dots)
	from := func(x []float64, do func(x []float64)) []float64 {
		x = slices.Clone(x)
		do(x)
		return x
	}
	keep("axpy", from(long, func(x []float64) { Axpy(x, 0.7, matrix[:n]) }))
	keep("exp", from(matrix, func(x []float64) { Exp(x, x, 0.3) }))
	keep("log", from(matrix, func(x []float64) {
		for i := range x {
			x[i] *= x[i]
		}
		Log(x, x)
	}))
	keep("rows", from(short, func(x []float64) { DotRows(x, matrix, long) }),
		from(long, func(x []float64) { AxpyRows(x, short, matrix) }))
	index := []int32{7, 2, 12}
	keep("named rows", from(long, func(x []float64) { AxpyGathered(x, short[:3], index, matrix, n) }),
		from(matrix, func(x []float64) { AxpyScattered(x, n, short[:3], index, long) }))
	keep("product", from(matrix[:rows*rows], func(x []float64) {
		a, b := Matrix{matrix, n, 1}, Matrix{matrix, 1, n}
		p := Product{R: rows, C: rows, Inner: n, Alpha: -0.3, A: a, B: b, Sum: x, Stride: rows}
		p.Serial()
	}))
	a, b, c, d := plainly(n, 4), plainly(n, 5), plainly(n, 6), plainly(n, 7)
	VariationStep(a, b, c, d, plainly(n+1, 8), long, 0.2, 0.9)
	image := make([]float64, n)
	VariationImage(image, a, b, c, d, long, 0.2)
	keep("variation", a, b, c, d, image)
	norm, slack := make([]float64, n), make([]float64, n)
	VariationTerms(norm, slack, plainly(n+1, 8), long, c, d)
	keep("terms of variation", norm, slack)
	at, least := Partner(a, long, c, plainly(n, 9), 1, 5, 1e-12)
	to, top := MovePair(a, long, c, d, 0.4)
	keep("pairs", a, []float64{float64(at), least, float64(to), top})
	factors, values := make([]float64, 5, 8), make([]float32, 6*n)
	copy(factors, short)
	for i := range values {
		values[i] = float32(matrix[i])
	}
	keep("lanes", from(matrix[:24], func(x []float64) { AddLanes(x, 8, factors, values, 6, []uint32{3, 150, 3}) }))
	return out
}

// TestDigests compares with what amd64 has at every level: plain Go is to give the same bits on all processors with a
// fused operation.
func TestDigests(t *testing.T) {
	want := map[string]string{
		"axpy":               "29b2a8faa3f33da0",
		"dot":                "0200151b5c0fe130",
		"exp":                "39c16398803eb602",
		"lanes":              "d2e05e5b12e35d48",
		"log":                "90f97820c23237ed",
		"named rows":         "1332eb13658bb85d",
		"pairs":              "c4d09e7d4457dcc5",
		"product":            "d958b84a62123bc2",
		"rows":               "4e278799493f0a2e",
		"terms of variation": "a9c4dc3fba084efa",
		"variation":          "d8f08e9b5e0c7190",
	}
	onLevels(t, func(l Level) {
		got := digests()
		for _, of := range slices.Sorted(maps.Keys(got)) {
			if got[of] != want[of] {
				t.Errorf("%s: %s is %s and not %s", l, of, got[of], want[of])
			}
		}
	})
}
