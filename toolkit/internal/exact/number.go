package exact

import (
	"math/big"
)

// Float is a number of Prec bits.
type Float = big.Float

// Prec is the precision of all numbers: 115 digits, of which the squares of data that span forty orders of magnitude
// leave enough.
const Prec = 384

// New is a float64 as it is.
func New(v float64) *Float { return zero().SetFloat64(v) }

func zero() *Float { return new(Float).SetPrec(Prec) }

func add(a, b *Float) *Float { return zero().Add(a, b) }
func sub(a, b *Float) *Float { return zero().Sub(a, b) }
func mul(a, b *Float) *Float { return zero().Mul(a, b) }
func quo(a, b *Float) *Float { return zero().Quo(a, b) }
func neg(a *Float) *Float    { return zero().Neg(a) }
func sqrt(a *Float) *Float   { return zero().Sqrt(a) }

// half is a/2.
func half(a *Float) *Float { return zero().SetMantExp(a, -1) }

// power is 2^e.
func power(e int) *Float { return zero().SetMantExp(New(1), e) }

// Zeros are n zeros.
func Zeros(n int) []*Float {
	v := make([]*Float, n)
	for j := range v {
		v[j] = zero()
	}
	return v
}

// Of are float64s as they are.
func Of(v []float64) []*Float {
	out := make([]*Float, len(v))
	for j, x := range v {
		out[j] = New(x)
	}
	return out
}

// accumulate is sum += a b, with scratch space.
func accumulate(sum, a, b, scratch *Float) {
	if a.Sign() != 0 && b.Sign() != 0 {
		sum.Add(sum, scratch.Mul(a, b))
	}
}

// dot is ⟨a, b⟩.
func dot(a, b []*Float) *Float {
	sum, scratch := zero(), zero()
	for j, v := range a {
		accumulate(sum, v, b[j], scratch)
	}
	return sum
}

// larger is max(a, b).
func larger(a, b *Float) *Float {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}
