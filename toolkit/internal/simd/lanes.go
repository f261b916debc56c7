package simd

// AddLanes adds rows of single numbers, of which one begins every stride numbers, each column times a factor, to rows
// of sums, of which one begins every wide numbers, wide a multiple of 4:
//
//	sums_{j·wide+l} ← sums_{j·wide+l} + c_l values_{places_j·stride+l},      0 ≤ l < n = len(c),  0 ≤ j < len(places).
//
// Products and sums are rounded each, at every level. What is behind column n of a row of sums may be added 0.
// The capacity of c is a multiple of 4, and it has zeros behind its end.
func AddLanes(sums []float64, wide int, c []float64, values []float32, stride int, places []uint32) {
	n := len(c)
	if n == 0 || len(places) == 0 {
		return
	}
	most := uint32(0)
	for _, p := range places {
		most = max(most, p)
	}
	full := (n + 3) / 4 * 4
	if wide%4 != 0 || full > wide || len(sums) < len(places)*wide || int(most)*stride+n > len(values) || cap(c) < full {
		panic(badShape)
	}
	if addLanes(sums, wide, c, values, stride, places) {
		return
	}
	for j, p := range places {
		row := sums[j*wide:][:n]
		for l, v := range values[int(p)*stride:][:n] {
			row[l] += float64(c[l] * float64(v))
		}
	}
}
