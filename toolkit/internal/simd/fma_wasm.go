package simd

// fma is x·y + z, rounded twice: WebAssembly has no instruction that rounds once, and math.FMA computes it in software
// there.
func fma(x, y, z float64) float64 { return float64(x*y) + z }
