package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Pairs are singular values of a d×k matrix, in descending order, with their vectors, row by row: Left has len(Values)
// rows of d numbers, Right as many of k.
type Pairs struct {
	Values, Left, Right []float64
}

// SingularPairs are the pairs of G, d×k numbers row by row, with values above a threshold, and the largest singular
// value, whether above or not. They come from the eigenvalues of the smaller Gram matrix: more than twice as fast as a
// thin decomposition, values to 1e-16 σ₁²/σ. ok is false where there are none: of NaN.
func SingularPairs(g []float64, d, k int, above float64) (p Pairs, top float64, ok bool) {
	if len(g) != d*k {
		panic(badShape)
	}
	if len(g) == 0 {
		return Pairs{}, 0, true
	}
	small, wide := g, d <= k
	if !wide {
		small = make([]float64, d*k)
		Transpose(small, g, d, k)
		d, k = k, d
	}
	values, vectors, ok := eigenOfGram(small, d, k)
	if !ok {
		return Pairs{}, math.NaN(), false
	}
	r := 0
	for r < d && values[r] > above {
		r++
	}
	p.Values = values[:r]
	near, far := vectors[:r*d], make([]float64, r*k)
	Gemm(far, near, small, r, d, k, false)
	for j, s := range p.Values {
		floats.Scale(1/s, far[j*k:(j+1)*k])
	}
	if p.Left, p.Right = near, far; !wide {
		p.Left, p.Right = far, near
	}
	return p, values[0], true
}

// SingularValues are those of G, d×k numbers row by row, descending, from the eigenvalues of the smaller Gram matrix,
// as those of SingularPairs are. ok is false where there are none: of NaN.
func SingularValues(g []float64, d, k int) (values []float64, ok bool) {
	if len(g) != d*k {
		panic(badShape)
	}
	if len(g) == 0 {
		return nil, true
	}
	small := NewDense(d, k, g)
	var gram []float64
	if d <= k {
		gram = GramOfRows(small, nil)
	} else {
		gram = GramOfColumns(small, nil)
	}
	d = min(d, k)
	if !allFinite(gram) {
		return nil, false
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(d, gram), false) {
		return nil, false
	}
	values = eigen.Values(nil)
	slices.Reverse(values)
	for j, e := range values {
		values[j] = math.Sqrt(math.Max(0, e))
	}
	return values, true
}

// ThinPairs are all pairs of G, d×k numbers row by row, by the thin singular value decomposition: accurate to rounding.
// ok is false where there are none: of NaN.
func ThinPairs(g []float64, d, k int) (p Pairs, ok bool) {
	if len(g) != d*k {
		panic(badShape)
	}
	if len(g) == 0 || !allFinite(g) {
		return Pairs{}, len(g) == 0
	}
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(d, k, append([]float64(nil), g...)), mat.SVDThin) {
		return Pairs{}, false
	}
	p.Values = svd.Values(nil)
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	r := len(p.Values)
	p.Left, p.Right = make([]float64, r*d), make([]float64, r*k)
	Transpose(p.Left, left.RawMatrix().Data, d, r)
	Transpose(p.Right, right.RawMatrix().Data, k, r)
	return p, true
}

// ProductPairs are all pairs of Uᵀ V, for U of r×d and V of r×k numbers with r ≤ d and r ≤ k, from orthogonal
// decompositions of both: accurate to rounding, and without forming the product. ok is false where there are none: of
// NaN.
func ProductPairs(u, v []float64, d, k, r int) (p Pairs, ok bool) {
	if len(u) != r*d || len(v) != r*k || r > d || r > k {
		panic(badShape)
	}
	if r == 0 {
		return Pairs{}, true
	}
	qu, ru := thinQR(u, r, d)
	qv, rv := thinQR(v, r, k)
	core := make([]float64, r*r)
	Gemm(core, ru, rv, r, r, r, true)
	small, ok := ThinPairs(core, r, r)
	if !ok {
		return Pairs{}, false
	}
	p = Pairs{small.Values, make([]float64, r*d), make([]float64, r*k)}
	Gemm(p.Left, small.Left, qu, r, r, d, false)
	Gemm(p.Right, small.Right, qv, r, r, k, false)
	return p, true
}

// thinQR are Qᵀ, r×c, and R of Aᵀ = Q R, for A of r ≤ c rows of c numbers.
func thinQR(a []float64, r, c int) (qT, upper []float64) {
	t := make([]float64, c*r)
	Transpose(t, a, r, c)
	m, tau := general(t, c, r), make([]float64, r)
	work := make([]float64, 1)
	lapack64.Geqrf(m, tau, work, -1)
	work = make([]float64, max(int(work[0]), r))
	lapack64.Geqrf(m, tau, work, len(work))
	upper = make([]float64, r*r)
	for i := range r {
		copy(upper[i*r+i:(i+1)*r], t[i*r+i:(i+1)*r])
	}
	lapack64.Orgqr(m, tau, work, len(work))
	qT = make([]float64, r*c)
	Transpose(qT, t, c, r)
	return qT, upper
}

// eigenOfGram are the square roots of the eigenvalues of A Aᵀ, descending, and its eigenvectors as rows, for A of r×c
// numbers.
func eigenOfGram(a []float64, r, c int) (values, vectors []float64, ok bool) {
	gram := make([]float64, r*r)
	Gemm(gram, a, a, r, c, r, true)
	values, vectors, ok = EigenSym(gram, r)
	for j, e := range values {
		values[j] = math.Sqrt(math.Max(0, e))
	}
	return values, vectors, ok
}

// EigenSym are the eigenvalues of a symmetric matrix of r×r numbers, descending, and its eigenvectors as rows; ok is
// false where there are none: of NaN.
func EigenSym(a []float64, r int) (values, vectors []float64, ok bool) {
	if r == 0 || !allFinite(a) {
		return nil, nil, r == 0
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(r, a), true) {
		return nil, nil, false
	}
	ascending := eigen.Values(nil)
	var q mat.Dense
	eigen.VectorsTo(&q)
	values, vectors = make([]float64, r), make([]float64, r*r)
	for j := range r {
		values[j] = ascending[r-1-j]
		for i := range r {
			vectors[j*r+i] = q.At(i, r-1-j)
		}
	}
	return values, vectors, true
}

// Product is a d×k matrix known by its products with few vectors at once, row by row: Times is B Gᵀ, r×d, of B with r
// rows of k numbers, and TransTimes is B G, r×k, of B with r rows of d numbers.
type Product struct {
	D, K       int
	Times      func(dst, b []float64, r int)
	TransTimes func(dst, b []float64, r int)
}

// SubspacePairs are approximate pairs of a matrix from the span of r given right vectors, by passes of subspace
// iteration: all Ritz values are at most the singular values they stand for. The vectors need not be orthonormal.
//
// Source: Halko, Martinsson, Tropp, Finding Structure with Randomness, SIAM Review 2011, algorithms 4.4 and 5.1.
func SubspacePairs(g Product, right []float64, r, passes int) (p Pairs, ok bool) {
	left := make([]float64, r*g.D)
	for range passes {
		g.Times(left, right, r)
		q, rank, ok := Orthonormal(left, r, g.D)
		if !ok || rank == 0 { // of NaN; of 0
			return Pairs{}, ok
		}
		c := make([]float64, rank*g.K)
		g.TransTimes(c, q, rank)
		values, vectors, ok := eigenOfGram(c, rank, g.K)
		if !ok {
			return Pairs{}, false
		}
		for rank > 0 && values[rank-1] <= 1e-12*values[0] {
			rank--
		}
		p = Pairs{values[:rank], make([]float64, rank*g.D), make([]float64, rank*g.K)}
		Gemm(p.Left, vectors[:rank*len(values)], q, rank, len(values), g.D, false)
		Gemm(p.Right, vectors[:rank*len(values)], c, rank, len(values), g.K, false)
		for j, s := range p.Values {
			floats.Scale(1/s, p.Right[j*g.K:(j+1)*g.K])
		}
		right, r = p.Right, rank
		left = left[:r*g.D]
	}
	return p, true
}

// Orthonormal are orthonormal rows that span those of A, r×c numbers row by row: as many as are independent. ok is
// false where there are none: of NaN.
func Orthonormal(a []float64, r, c int) (q []float64, rank int, ok bool) {
	values, vectors, ok := eigenOfGram(a, r, c)
	if !ok {
		return nil, 0, false
	}
	for rank < r && values[rank] > 1e-7*values[0] && values[rank] > 0 {
		rank++
	}
	q = make([]float64, rank*c)
	Gemm(q, vectors[:rank*r], a, rank, r, c, false)
	for j := range rank {
		floats.Scale(1/floats.Norm(q[j*c:(j+1)*c], 2), q[j*c:(j+1)*c])
	}
	return q, rank, true
}
