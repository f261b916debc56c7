package composite

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/sparse"
)

// system is H = Σ_k K_kᵀM_kK_k/s_k + diag(μ) + σI and its Cholesky factor: of a sparse matrix where all maps are sparse
// and it is quicker so, else the upper triangle.
type system struct {
	n       int
	factors int
	h       []float64

	sparse *sparse.Symmetric // its pattern has all that was needed so far
	ldl    *sparse.Factor
	dense  bool // for good
}

func (y *system) symmetric() blas64.Symmetric {
	return blas64.Symmetric{N: y.n, Stride: y.n, Data: y.h, Uplo: blas.Upper}
}

// solve replaces b by H⁻¹b.
func (y *system) solve(b []float64) {
	if !y.dense {
		y.ldl.Solve(b)
		return
	}
	upper := blas64.Triangular{N: y.n, Stride: y.n, Data: y.h, Uplo: blas.Upper, Diag: blas.NonUnit}
	x := blas64.Vector{N: y.n, Inc: 1, Data: b}
	blas64.Trsv(blas.Trans, upper, x)
	blas64.Trsv(blas.NoTrans, upper, x)
}

// set computes H, with so much on its diagonal beside what terms give, and factors it. Where rounding leaves it
// singular its diagonal grows by what that takes.
func (y *system) set(terms []*term, diagonal []float64) {
	y.factors++
	for !y.dense && !y.add(terms) {
		y.grow(terms)
	}
	if y.dense {
		y.setDense(terms, diagonal)
		return
	}
	for j, d := range diagonal {
		y.sparse.AddDiagonal(j, d)
	}
	for extra := 1e-14; !y.ldl.Factorize(y.sparse); extra *= 100 {
		for j := range y.n {
			now := y.sparse.AddDiagonal(j, 0)
			y.sparse.AddDiagonal(j, extra*max(1, now))
		}
	}
}

// leastSparse is the number of variables from which on a sparse factor may be worth its pattern, and quicker how many
// times quicker a product of a dense factorization is than one of a sparse.
const (
	leastSparse = 32
	quicker     = 8
)

// grow makes a pattern that has all entries of H as it is now and as it was, or decides for the dense matrix.
func (y *system) grow(terms []*term) {
	full := slices.ContainsFunc(terms, func(t *term) bool { return t.full })
	if y.dense = full || y.n < leastSparse; y.dense {
		return
	}
	most := max(64*y.n, y.n*y.n/2)
	y.sparse = sparse.NewSymmetric(y.n, y.sparse, most, func(list func(of []int32)) {
		for _, t := range terms {
			t.each(y.n, func(_ float64, at []int32, _ []float64) bool {
				list(at)
				return true
			})
		}
	})
	if y.sparse != nil {
		y.ldl = sparse.Analyze(y.sparse)
	}
	n := float64(y.n)
	y.dense = y.sparse == nil || quicker*y.ldl.Products() > n*n*n/6
}

// add computes the terms' part of the sparse H, and tells whether its pattern has all of it.
func (y *system) add(terms []*term) bool {
	if y.sparse == nil {
		return false
	}
	y.sparse.Clear()
	for _, t := range terms {
		if !t.each(y.n, y.sparse.AddOuter) {
			return false
		}
	}
	return true
}

// setDense computes and factors the dense H, anew with more on its diagonal where it is singular.
func (y *system) setDense(terms []*term, diagonal []float64) {
	if y.h == nil {
		y.h = make([]float64, y.n*y.n)
	}
	for extra := 0.0; ; extra = max(1e-14, 100*extra) {
		clear(y.h)
		for _, t := range terms {
			t.addTo(y.h, y.n)
		}
		for j, d := range diagonal {
			at := &y.h[j*y.n+j]
			*at += d
			*at += extra * max(1, *at)
		}
		if _, ok := lapack64.Potrf(y.symmetric()); ok {
			return
		}
	}
}

// addTo adds the upper triangle of KᵀMK/s to h.
func (t *term) addTo(h []float64, n int) {
	if t.whole && t.full {
		if t.gram == nil {
			t.gram = linalg.GramOfColumns(t.k, nil)
		}
		floats.AddScaled(h, 1/t.s, t.gram)
		return
	}
	var rows []int
	var weights []float64
	for i := range t.z {
		if d := t.weight(i); d != 0 {
			rows, weights = append(rows, i), append(weights, d)
		}
	}
	if len(rows) > 0 {
		linalg.AddGramOfSome(h, n, t.k, rows, weights)
	}
	t.eachOne(n, func(s float64, at []int32, values []float64) bool {
		for a, i := range at {
			row, c := h[int(i)*n:], s*values[a]
			for b, j := range at[a:] {
				row[j] += c * values[a+b]
			}
		}
		return true
	})
}

// weight is M_ii/s.
func (t *term) weight(i int) float64 {
	if t.whole {
		return 1 / t.s
	}
	return t.jacobian.Diagonal[i] / t.s
}

// each calls f with scalars and sparse vectors of which KᵀMK/s is the sum of c v vᵀ, until it says false.
func (t *term) each(n int, f func(c float64, at []int32, values []float64) bool) bool {
	for i := range t.z {
		if d := t.weight(i); d != 0 {
			if at, values := t.k.Stored(i); !f(d, at, values) {
				return false
			}
		}
	}
	return t.eachOne(n, f)
}

// eachOne is each for the matrices of rank one, which are −Weight/s (Kᵀq)(Kᵀq)ᵀ.
func (t *term) eachOne(n int, f func(c float64, at []int32, values []float64) bool) bool {
	if t.whole || len(t.jacobian.Ones) == 0 {
		return true
	}
	sum := make([]float64, n)
	var at []int32
	var values []float64
	for _, r := range t.jacobian.Ones {
		at, values = t.combined(r, sum, at[:0]), values[:0]
		for _, j := range at {
			values = append(values, sum[j])
			sum[j] = 0
		}
		if !f(-r.Weight/t.s, at, values) {
			return false
		}
	}
	return true
}

// combined adds Kᵀq to a vector that is 0, and appends the columns where it may be other than 0, ascending.
func (t *term) combined(r toolkit.RankOne, sum []float64, at []int32) []int32 {
	for k, i := range r.At {
		t.k.AddRow(sum, r.Q[k], i)
		if !t.full {
			columns, _ := t.k.Stored(i)
			at = append(at, columns...)
		}
	}
	if t.full {
		for j := range sum {
			at = append(at, int32(j))
		}
		return at
	}
	slices.Sort(at)
	return slices.Compact(at)
}
