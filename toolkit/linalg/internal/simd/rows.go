package simd

// DotRows is dst_i = ⟨row i of a, x⟩ in the order that Dot adds in, for a of len(dst) rows of len(x) numbers, one after the
// other.
func DotRows(dst, a, x []float64) {
	if len(a) != len(dst)*len(x) {
		panic(badShape)
	}
	done := dotRows(dst, a, x)
	for i := done; i < len(dst); i++ {
		dst[i] = dot(a[i*len(x):(i+1)*len(x)], x)
	}
}

// AxpyRows is dst ← dst + Σ_i s_i row i of a, one row after the other as Axpy adds them, for a of len(s) rows of len(dst)
// numbers.
func AxpyRows(dst, s, a []float64) {
	n := len(dst)
	if len(a) != len(s)*n {
		panic(badShape)
	}
	at := rowsAtOnce(len(s), n)
	for ; len(s) > 0 && at == 1; s, a = s[1:], a[n:] {
		axpy(dst, s[0], a[:n])
	}
	for len(s) > 0 {
		at = min(at, len(s))
		axpyRows(dst, s[:at], a[:at*n])
		s, a = s[at:], a[at*n:]
	}
}

// rowsAtOnce is how many rows of n numbers are added at once: all where their sum is in registers. Else eight, each time
// a block of columns: twice as quick as one by one, but not where rows come from memory, which begins to read ahead anew
// with each of them, unless they are long.
func rowsAtOnce(rows, n int) int {
	const (
		inCache = 1 << 17 // numbers
		long    = 2048
	)
	switch {
	case n <= dotLanes:
		return rows
	case rows*n <= inCache, n >= long:
		return 8
	}
	return 1
}

// axpyRowsPlain adds row by row.
func axpyRowsPlain(dst, s, a []float64) {
	for i, v := range s {
		axpyPlain(dst, v, a[i*len(dst):(i+1)*len(dst)])
	}
}
