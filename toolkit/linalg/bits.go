package linalg

import (
	"math/bits"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// Bits is a matrix of 0 and 1, its rows packed into words of 64 columns: column j of row i is bit j%64 of
// Data[i*Stride+j/64].
type Bits struct {
	R, C   int
	Stride int // words a row
	Data   []uint64
}

// NewBits makes an r×c matrix of zeros.
func NewBits(r, c int) *Bits {
	stride := (c + 63) / 64
	return &Bits{R: r, C: c, Stride: stride, Data: make([]uint64, r*stride)}
}

// Row views the words of row i. Bits from C on must stay 0.
func (a *Bits) Row(i int) []uint64 { return a.Data[i*a.Stride : (i+1)*a.Stride] }

// Dot is ⟨a_i, b_j⟩, the number of ones that row i of a and row j of b share.
func (a *Bits) Dot(i int, b *Bits, j int) int {
	x, y := a.Row(i), b.Row(j)
	n := 0
	for k, w := range x {
		n += bits.OnesCount64(w & y[k])
	}
	return n
}

// Dots writes ⟨a_i, b_j⟩ for all rows j of b to dst.
func (a *Bits) Dots(dst []uint16, i int, b *Bits) {
	if a.C != b.C || len(dst) != b.R {
		panic(badShape)
	}
	if a.Stride == 2 { // 65 to 128 columns
		simd.SharedOnes(dst, a.Row(i), b.Data)
		return
	}
	for j := range dst {
		dst[j] = uint16(a.Dot(i, b, j))
	}
}

// Ones is the number of ones in row i, its squared norm.
func (a *Bits) Ones(i int) int { return a.Dot(i, a, i) }

// Dense is a copy in floating point.
func (a *Bits) Dense() *Dense {
	out := NewDense(a.R, a.C, nil)
	for i := range a.R {
		for j := range a.C {
			out.Data[i*a.C+j] = float64(a.Row(i)[j/64] >> (j % 64) & 1)
		}
	}
	return out
}
