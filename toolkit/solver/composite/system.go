package composite

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// system is H = Σ_k K_kᵀM_kK_k/s_k + diag(μ) + σI and its Cholesky factor, the upper triangle.
type system struct {
	n       int
	h       []float64
	factors int
}

func (y *system) symmetric() blas64.Symmetric {
	return blas64.Symmetric{N: y.n, Stride: y.n, Data: y.h, Uplo: blas.Upper}
}

// solve replaces b by H⁻¹b.
func (y *system) solve(b []float64) {
	upper := blas64.Triangular{N: y.n, Stride: y.n, Data: y.h, Uplo: blas.Upper, Diag: blas.NonUnit}
	x := blas64.Vector{N: y.n, Inc: 1, Data: b}
	blas64.Trsv(blas.Trans, upper, x)
	blas64.Trsv(blas.NoTrans, upper, x)
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
		d := 1.0
		if !t.whole {
			d = t.jacobian.Diagonal[i]
		}
		if d != 0 {
			rows, weights = append(rows, i), append(weights, d/t.s)
		}
	}
	if len(rows) > 0 {
		linalg.AddGramOfSome(h, n, t.k, rows, weights)
	}
	if t.whole {
		return
	}
	dst := make([]float64, n)
	for _, r := range t.jacobian.Ones {
		t.addOne(h, n, dst, r)
	}
}

// addOne takes Weight/s (Kᵀq)(Kᵀq)ᵀ from h, on the columns where Kᵀq is not 0; dst is 0, and is left so.
func (t *term) addOne(h []float64, n int, dst []float64, r toolkit.RankOne) {
	for k, i := range r.At {
		t.k.AddRow(dst, r.Q[k], i)
	}
	var at []int
	for j, v := range dst {
		if v != 0 {
			at = append(at, j)
		}
	}
	for a, i := range at {
		c := -r.Weight / t.s * dst[i]
		for _, j := range at[a:] {
			h[i*n+j] += c * dst[j]
		}
	}
	for _, j := range at {
		dst[j] = 0
	}
}
