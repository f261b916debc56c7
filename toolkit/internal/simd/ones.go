package simd

import "math/bits"

// SharedOnes is how many ones each of some rows of two words shares with x, of two words.
func SharedOnes(dst []uint16, x, rows []uint64) {
	if len(x) != 2 || len(rows) != 2*len(dst) {
		panic(badShape)
	}
	done := sharedOnes(dst, x, rows)
	dst, rows = dst[done:], rows[2*done:]
	for j := range dst {
		dst[j] = uint16(bits.OnesCount64(x[0]&rows[2*j]) + bits.OnesCount64(x[1]&rows[2*j+1]))
	}
}
