//go:build !amd64 || purego

package simd

// best is Plain: there are no kernels for this processor, or none are wanted.
func best() Level { return Plain }

func dot(x, y []float64) float64                 { return dotPlain(x, y) }
func axpy(dst []float64, s float64, x []float64) { axpyPlain(dst, s, x) }
func dotRows(_, _, _ []float64) int              { return 0 }
func axpyRows(dst, s, a []float64)               { axpyRowsPlain(dst, s, a) }
func axpyGathered(dst, s []float64, index []int32, a []float64, stride int) {
	axpyGatheredPlain(dst, s, index, a, stride)
}
func axpyScattered(x, s []float64, index []int32, a []float64, stride int) {
	axpyScatteredPlain(x, s, index, a, stride)
}
func exp(dst, x []float64, shift float64) { expPlain(dst, x, shift) }
func log(dst, x []float64)                { logPlain(dst, x) }

func variationStep(_, _, _, _, _, _ []float64, _, _ float64) int { return 0 }
func variationTerms(_, _, _, _, _, _ []float64) int              { return 0 }
func variationImage(_, _, _, _, _, _ []float64, _ float64) int   { return 0 }
func partner(_, _, _, _ []float64, _, _, _ float64, _ *[24]float64) int {
	return 0
}
func movePair(_, _, _, _ []float64, _ float64, _ *[24]float64) int { return 0 }
func sharedOnes([]uint16, []uint64, []uint64) int                  { return 0 }

// PrefetchRow does nothing here.
func PrefetchRow([]int32, []float64) {}

// PrefetchLanes does nothing here.
func PrefetchLanes([]float32, int, []uint32) {}

func addLanes([]float64, int, []float64, []float32, int, []uint32) bool { return false }

func tilesOf(Level) *tiles { return &tilesPlain }
