//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// best is the widest level that the processor and its system have.
func best() Level {
	x := &cpu.X86
	switch {
	case !(x.HasAVX2 && x.HasFMA && x.HasBMI2):
		return Plain
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512BW:
		return AVX512
	}
	return AVX2
}

func dot(x, y []float64) float64 {
	switch level {
	case AVX512:
		return dotAVX512(x, y)
	case AVX2:
		return dotAVX2(x, y)
	}
	return dotPlain(x, y)
}

func axpy(dst []float64, s float64, x []float64) {
	switch level {
	case AVX512:
		axpyAVX512(dst, s, x)
	case AVX2:
		axpyAVX2(dst, s, x)
	default:
		axpyPlain(dst, s, x)
	}
}

// dotRows does as many rows as fill registers, and returns their number.
func dotRows(dst, a, x []float64) int {
	n := len(dst)
	switch level {
	case AVX512:
		n = n / 8 * 8
		dotRowsAVX512(dst[:n], a, x)
	case AVX2:
		n = n / 4 * 4
		dotRowsAVX2(dst[:n], a, x)
	default:
		return 0
	}
	return n
}

// axpyRows adds at least one row.
func axpyRows(dst, s, a []float64) {
	switch level {
	case AVX512:
		axpyRowsAVX512(dst, s, a, len(dst))
	case AVX2:
		axpyRowsAVX2(dst, s, a, len(dst))
	default:
		axpyRowsPlain(dst, s, a)
	}
}

// axpyGathered adds at least one row.
func axpyGathered(dst, s []float64, index []int32, a []float64, stride int) {
	switch level {
	case AVX512:
		axpyGatheredAVX512(dst, s, index, a, stride)
	case AVX2:
		axpyGatheredAVX2(dst, s, index, a, stride)
	default:
		axpyGatheredPlain(dst, s, index, a, stride)
	}
}

// axpyScattered adds to at least one row.
func axpyScattered(x, s []float64, index []int32, a []float64, stride int) {
	switch level {
	case AVX512:
		axpyScatteredAVX512(x, s, index, a, stride)
	case AVX2:
		axpyScatteredAVX2(x, s, index, a, stride)
	default:
		axpyScatteredPlain(x, s, index, a, stride)
	}
}

func exp(dst, x []float64, shift float64) {
	switch level {
	case AVX512:
		expAVX512(dst, x, shift)
	case AVX2:
		expAVX2(dst, x, shift)
	default:
		expPlain(dst, x, shift)
	}
}

func log(dst, x []float64) {
	switch level {
	case AVX512:
		logAVX512(dst, x)
	case AVX2:
		logAVX2(dst, x)
	default:
		logPlain(dst, x)
	}
}

// variationStep does as many pixels as fill registers, and returns their number.
func variationStep(p1, p2, r1, r2, row, below []float64, step, beta float64) int {
	n := len(p1)
	switch level {
	case AVX512:
		n = n / 8 * 8
		variationStepAVX512(p1[:n], p2, r1, r2, row, below, step, beta)
	case AVX2:
		n = n / 4 * 4
		variationStepAVX2(p1[:n], p2, r1, r2, row, below, step, beta)
	default:
		return 0
	}
	return n
}

// variationTerms does as many pixels as fill registers, and returns their number.
func variationTerms(norm, slack, row, below, p1, p2 []float64) int {
	n := len(norm)
	switch level {
	case AVX512:
		n = n / 8 * 8
		variationTermsAVX512(norm[:n], slack, row, below, p1, p2)
	case AVX2:
		n = n / 4 * 4
		variationTermsAVX2(norm[:n], slack, row, below, p1, p2)
	default:
		return 0
	}
	return n
}

// variationImage does as many pixels as fill registers, and returns their number.
func variationImage(dst, y, right, left, down, up []float64, c float64) int {
	n := len(dst)
	switch level {
	case AVX512:
		n = n / 8 * 8
		variationImageAVX512(dst[:n], y, right, left, down, up, c)
	case AVX2:
		n = n / 4 * 4
		variationImageAVX2(dst[:n], y, right, left, down, up, c)
	default:
		return 0
	}
	return n
}

// partner does as many numbers as fill registers, and returns how many.
func partner(r, fall, row, diagonal []float64, top, mine, flat float64, l *[24]float64) int {
	n := len(r)
	switch level {
	case AVX512:
		n = n / 8 * 8
		partnerAVX512(r[:n], fall, row, diagonal, top, mine, flat, l)
	case AVX2:
		n = n / 4 * 4
		partnerAVX2(r[:n], fall, row, diagonal, top, mine, flat, l)
	default:
		return 0
	}
	return n
}

// movePair does as many numbers as fill registers, and returns how many.
func movePair(r, rise, row, other []float64, t float64, l *[24]float64) int {
	n := len(r)
	switch level {
	case AVX512:
		n = n / 8 * 8
		movePairAVX512(r[:n], rise, row, other, t, l)
	case AVX2:
		n = n / 4 * 4
		movePairAVX2(r[:n], rise, row, other, t, l)
	default:
		return 0
	}
	return n
}

// sharedOnes does as many rows as fill registers, where the processor counts ones in them, and returns their number.
func sharedOnes(dst []uint16, x, rows []uint64) int {
	if level != AVX512 || !cpu.X86.HasAVX512VPOPCNTDQ {
		return 0
	}
	n := len(dst) / 8 * 8
	sharedOnesAVX512(dst[:n], x, rows)
	return n
}

// PrefetchRow asks for a sparse row to be brought into the cache, and does not wait for it. Without kernels it does
// nothing.
func PrefetchRow(columns []int32, values []float64) {
	if level != Plain {
		prefetchRow(columns, values)
	}
}

// PrefetchLanes asks for values[p·stride] of each place p to be brought into the cache, and does not wait for them.
// Without kernels it does nothing.
func PrefetchLanes(values []float32, stride int, places []uint32) {
	if level != Plain {
		prefetchLanes(values, stride, places)
	}
}

// addLanes tells whether it added.
func addLanes(sums []float64, wide int, c []float64, values []float32, stride int, places []uint32) bool {
	if level == Plain {
		return false
	}
	addLanesAVX2(sums, wide, c, values, stride, places)
	return true
}

var (
	tilesAVX2 = tiles{
		rows: 4, lanes: 4, of: [3]tile{tileAVX2x1, tileAVX2x2, tileAVX2x3}, pack: packAVX2, spread: spreadAVX2,
	}
	tilesAVX512 = tiles{
		rows: 8, lanes: 8, of: [3]tile{tileAVX512x1, tileAVX512x2, tileAVX512x3}, pack: packAVX512, spread: spreadAVX512,
	}
)

// tilesOf are the tiles of a level.
func tilesOf(l Level) *tiles {
	switch l {
	case AVX512:
		return &tilesAVX512
	case AVX2:
		return &tilesAVX2
	}
	return &tilesPlain
}
