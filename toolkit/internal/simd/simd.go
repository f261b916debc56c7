package simd

//go:generate go -C generate run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg simd

const badShape = "simd: length mismatch"

// Dot is Σ x_i y_i in the order that the package's comment gives.
func Dot(x, y []float64) float64 {
	if len(x) != len(y) {
		panic(badShape)
	}
	return dot(x, y)
}

// Axpy is dst ← dst + s·x, each product rounded before it is added.
func Axpy(dst []float64, s float64, x []float64) {
	if len(dst) != len(x) {
		panic(badShape)
	}
	axpy(dst, s, x)
}

// Exp is dst_i = exp(x_i − shift), off by at most 1 unit in the last place of exp at the rounded
// difference, and 1.5 where that is subnormal. dst may be x.
func Exp(dst, x []float64, shift float64) {
	if len(dst) != len(x) {
		panic(badShape)
	}
	exp(dst, x, shift)
}
