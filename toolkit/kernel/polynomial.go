package kernel

import (
	"context"
	"math"
	"math/bits"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// polynomial is a kernel k(x, z) = s(‖x‖²) s(‖z‖²) (c_0 + c_1 ⟨x,z⟩ + c_2 ⟨x,z⟩²). For vectors of 0 and 1 it has the
// features 1, x_a and x_a x_b, since
//
//	⟨x,z⟩² = Σ_a x_a z_a + 2 Σ_{a<b} x_a x_b z_a z_b:
//
// an expansion over many points is one weight a feature, whatever the number of points.
type polynomial struct {
	c [3]float64
	s func(squared float64) float64
}

// polynomialOf is k as a polynomial, or nil.
func polynomialOf(k Kernel) *polynomial {
	switch k := k.(type) {
	case Linear:
		return &polynomial{[3]float64{0, 1, 0}, func(float64) float64 { return 1 }}
	case Quadratic:
		return &polynomial{[3]float64{k.Offset * k.Offset, 2 * k.Offset, 1}, func(float64) float64 { return 1 }}
	case Scaled:
		p := polynomialOf(k.Of)
		if p != nil {
			for i := range p.c {
				p.c[i] *= k.C
			}
		}
		return p
	case UnitDiagonal:
		p := polynomialOf(k.Of)
		if p == nil {
			return nil
		}
		return &polynomial{p.c, func(squared float64) float64 {
			if d := k.Of.OfDot(squared, squared, squared); d > 0 {
				return p.s(squared) / math.Sqrt(d)
			}
			return 0
		}}
	}
	return nil
}

// pays tells whether adding weights of features takes less than meeting all points: one of the former takes about as
// long as two values of the kernel.
func (p *polynomial) pays(x, z *linalg.Bits) bool {
	if p == nil {
		return false
	}
	features := 0
	for _, a := range []*linalg.Bits{x, z} {
		for i := range a.R {
			n := a.Ones(i)
			features += n + 1
			if p.c[2] != 0 {
				features += n * (n - 1) / 2
			}
		}
	}
	return 2*features < x.R*z.R
}

// features appends the rows of weights of the features of row i of x that are 1: row 0 is the constant's, 1 + a that of
// x_a, and those of pairs a < b follow.
func (p *polynomial) features(dst []int32, x *linalg.Bits, i int) []int32 {
	if p.c[0] != 0 {
		dst = append(dst, 0)
	}
	first := len(dst)
	for word, w := range x.Row(i) {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, int32(1+64*word+bits.TrailingZeros64(w)))
		}
	}
	if ones := dst[first:]; p.c[2] != 0 {
		for at, a := range ones {
			base := p.pairs(x.C, int(a)-1)
			for _, b := range ones[at+1:] {
				dst = append(dst, int32(base)+b-a-1)
			}
		}
	}
	return dst
}

// pairs is the row of weights of x_a x_{a+1}, for d columns; those of x_a x_b for greater b follow.
func (p *polynomial) pairs(d, a int) int { return 1 + d + a*(2*d-a-1)/2 }

// weights are those of an expansion over z, one row a feature.
func (p *polynomial) weights(z *linalg.Bits, alpha *linalg.Dense) *linalg.Dense {
	d := z.C
	out := linalg.NewDense(p.pairs(d, d), alpha.C, nil)
	var index []int32
	var scales []float64
	for j := range z.R {
		index = p.features(index[:0], z, j)
		scales = fill(scales, len(index), p.s(float64(z.Ones(j))))
		out.AddToRows(scales, index, alpha.Row(j))
	}
	for i := range out.R {
		c := 2 * p.c[2]
		switch {
		case i == 0:
			c = p.c[0]
		case i <= d:
			c = p.c[1] + p.c[2]
		}
		for j := range out.Row(i) {
			out.Row(i)[j] *= c
		}
	}
	return out
}

// add adds an expansion over z at the rows of x to out. The only error is the context's.
func (p *polynomial) add(ctx context.Context, out *linalg.Dense, x, z *linalg.Bits, alpha *linalg.Dense) error {
	w := p.weights(z, alpha)
	return inBlocks(ctx, x.R, tile, func(lo, hi int) {
		var index []int32
		var scales []float64
		for i := lo; i < hi; i++ {
			index = p.features(index[:0], x, i)
			scales = fill(scales, len(index), p.s(float64(x.Ones(i))))
			w.AddRows(out.Row(i), scales, index)
		}
	})
}

// fill is n numbers v, in room where there is enough.
func fill(room []float64, n int, v float64) []float64 {
	room = room[:0]
	for range n {
		room = append(room, v)
	}
	return room
}
