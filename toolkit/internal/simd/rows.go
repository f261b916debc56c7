package simd

// DotRows is dst_i = ⟨row i of a, x⟩ in the order that Dot adds in, for a of len(dst) rows of len(x) numbers, one after
// the other.
func DotRows(dst, a, x []float64) {
	if len(a) != len(dst)*len(x) {
		panic(badShape)
	}
	done := dotRows(dst, a, x)
	for i := done; i < len(dst); i++ {
		dst[i] = dot(a[i*len(x):(i+1)*len(x)], x)
	}
}

// AxpyRows is dst ← dst + Σ_i s_i row i of a, one row after the other as Axpy adds them, for a of len(s) rows of
// len(dst) numbers.
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

// eight is how many rows that are too long for registers are added at once, each time a block of columns: twice as
// quick as one by one where they are in cache.
const eight = 8

// rowsAtOnce is how many rows of n numbers are added at once: all where their sum is in registers, and one where rows
// come from memory, which begins to read ahead anew with each of them, unless they are long.
func rowsAtOnce(rows, n int) int {
	const (
		inCache = 1 << 17 // numbers
		long    = 2048
	)
	switch {
	case n <= dotLanes:
		return rows
	case rows*n <= inCache, n >= long:
		return eight
	}
	return 1
}

// axpyRowsPlain adds row by row.
func axpyRowsPlain(dst, s, a []float64) {
	for i, v := range s {
		axpyPlain(dst, v, a[i*len(dst):(i+1)*len(dst)])
	}
}

// AxpyGathered is dst ← dst + Σ_k s_k row index_k of a, one row after the other as Axpy adds them. Row i is the
// len(dst) numbers from number i·stride on.
func AxpyGathered(dst, s []float64, index []int32, a []float64, stride int) {
	inShape(dst, s, index, a, stride)
	for at := manyOf(len(s), len(dst)); len(s) > 0; s, index = s[at:], index[at:] {
		at = min(at, len(s))
		axpyGathered(dst, s[:at], index[:at], a, stride)
	}
}

// AxpyScattered is row index_k of a ← itself + s_k x for all k, one after the other as Axpy adds them. Row i is the
// len(x) numbers from number i·stride on; different rows do not overlap.
func AxpyScattered(a []float64, stride int, s []float64, index []int32, x []float64) {
	inShape(x, s, index, a, stride)
	for at := manyOf(len(s), len(x)); len(s) > 0; s, index = s[at:], index[at:] {
		at = min(at, len(s))
		axpyScattered(x, s[:at], index[:at], a, stride)
	}
}

// inShape panics where an index is not that of a row of len(x) numbers of a.
func inShape(x, s []float64, index []int32, a []float64, stride int) {
	last := uint32(0)
	for _, i := range index {
		last = max(last, uint32(i))
	}
	if len(s) != len(index) || len(s) > 0 && int(last)*stride+len(x) > len(a) {
		panic(badShape)
	}
}

// manyOf is how many of some rows of n numbers meet a block of columns one after the other.
func manyOf(rows, n int) int {
	if n <= dotLanes {
		return rows
	}
	return eight
}

func axpyGatheredPlain(dst, s []float64, index []int32, a []float64, stride int) {
	for k, i := range index {
		axpyPlain(dst, s[k], a[int(i)*stride:][:len(dst)])
	}
}

func axpyScatteredPlain(x, s []float64, index []int32, a []float64, stride int) {
	for k, i := range index {
		axpyPlain(a[int(i)*stride:][:len(x)], s[k], x)
	}
}
