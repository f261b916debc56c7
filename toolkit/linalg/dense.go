package linalg

import "github.com/proxlab/proxlab/toolkit/internal/simd"

// Dense is an r×c matrix stored by rows, Data[i*c+j] = a_ij. mat.NewDense(r, c, Data) views it without a copy.
type Dense struct {
	R, C int
	Data []float64
}

// NewDense wraps data, row-major and of length r·c; nil data gives a zero matrix. It panics on any other length.
func NewDense(r, c int, data []float64) *Dense {
	if data == nil {
		data = make([]float64, r*c)
	}
	if len(data) != r*c {
		panic(badShape)
	}
	return &Dense{R: r, C: c, Data: data}
}

// Dims returns the number of rows and of columns.
func (a *Dense) Dims() (r, c int) { return a.R, a.C }

// Row views row i.
func (a *Dense) Row(i int) []float64 { return a.Data[i*a.C : (i+1)*a.C : (i+1)*a.C] }

// At is a_ij.
func (a *Dense) At(i, j int) float64 { return a.Data[i*a.C+j] }

// MulVec is dst = A x.
func (a *Dense) MulVec(dst, x []float64) {
	checkShape(a, len(dst), len(x))
	simd.DotRows(dst, a.Data, x)
}

// MulTransVec is dst = Aᵀ y.
func (a *Dense) MulTransVec(dst, y []float64) {
	checkShape(a, len(y), len(dst))
	clear(dst)
	simd.AxpyRows(dst, y, a.Data)
}

func (a *Dense) mulSome(dst, v []float64, from, to int) {
	simd.DotRows(dst, a.Data[from*a.C:to*a.C], v)
}

func (a *Dense) addTransSome(dst, y []float64, from, to int) {
	simd.AxpyRows(dst, y, a.Data[from*a.C:to*a.C])
}

// DotRow is ⟨a_i, x⟩.
func (a *Dense) DotRow(i int, x []float64) float64 { return simd.Dot(a.Row(i), x) }

// AddRow is dst ← dst + s·a_i.
func (a *Dense) AddRow(dst []float64, s float64, i int) { simd.Axpy(dst, s, a.Row(i)) }

// AddRows is dst ← dst + Σ_k s_k a_{rows_k}, one row after the other.
func (a *Dense) AddRows(dst, s []float64, rows []int32) {
	if len(dst) != a.C {
		panic(badShape)
	}
	simd.AxpyGathered(dst, s, rows, a.Data, a.C)
}

// AddToRows is a_{rows_k} ← a_{rows_k} + s_k x, one row after the other.
func (a *Dense) AddToRows(s []float64, rows []int32, x []float64) {
	if len(x) != a.C {
		panic(badShape)
	}
	simd.AxpyScattered(a.Data, a.C, s, rows, x)
}

// DotRows is ⟨a_i, a_j⟩.
func (a *Dense) DotRows(i, j int) float64 { return simd.Dot(a.Row(i), a.Row(j)) }
