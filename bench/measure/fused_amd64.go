package main

// fma256 and fma512 do n times twelve independent fused multiplications and additions of registers of 256 and 512 bits.
//
//go:noescape
func fma256(n int)

//go:noescape
func fma512(n int)

// fused does fused multiplications and additions by the widest instructions that run, and counts them as 2 each.
func fused(kernel string) float64 {
	const n = 5_000_000
	switch kernel {
	case "avx512":
		fma512(n)
		return 2 * 12 * 8 * n
	case "avx2":
		fma256(n)
		return 2 * 12 * 4 * n
	}
	return inCache()
}
