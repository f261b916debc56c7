package exact

import (
	"math"
	"math/big"
	"sync"
)

// The series of exp: arguments are halved halvings times, and guard bits hide what that and its undoing lose.
const (
	guard    = 64
	halvings = 20
	terms    = 20
)

// Exp is eˣ, 0 below −1e4, where sums lose it, and +Inf above 1e6. x = k log 2 + r, e^r − 1 by Taylor's series at
// r/2^20, and then e^{2y} − 1 = (e^y − 1)(e^y + 1) twenty times.
func Exp(x *Float) *Float {
	at, _ := x.Float64()
	switch {
	case at < -1e4:
		return zero()
	case at > 1e6:
		return zero().SetInf(false)
	}
	c := constants()
	wide := func() *Float { return new(Float).SetPrec(Prec + guard) }
	k := int(math.Round(at / math.Ln2))
	r := wide().Mul(c.log2, wide().SetInt64(int64(k)))
	r.Sub(x, r)
	r.SetMantExp(r, -halvings)
	y := wide()
	for _, f := range c.inverseFactorials {
		y.Mul(y.Add(y, f), r)
	}
	two, scratch := wide().SetInt64(2), wide()
	for range halvings {
		y.Mul(y, scratch.Add(y, two))
	}
	y.Add(y, wide().SetInt64(1))
	return zero().SetMantExp(zero().Set(y), k)
}

// Log is the natural logarithm of x > 0. By Halley's method y ← y + 2 (x − e^y)/(x + e^y), which has three times as
// many digits after a step, from those of package math.
func Log(x *Float) *Float {
	mantissa := zero()
	k := x.MantExp(mantissa)
	m, _ := mantissa.Float64()
	y := New(math.Log(m))
	for range 2 {
		e := Exp(y)
		step := quo(sub(mantissa, e), add(mantissa, e))
		y.Add(y, step.SetMantExp(step, 1))
	}
	shift := new(Float).SetPrec(Prec + guard)
	shift.Mul(constants().log2, shift.SetInt64(int64(k)))
	return y.Add(y, shift)
}

type expConstants struct {
	log2              *Float
	inverseFactorials []*Float // 1/20!, …, 1/1!
}

// constants are computed once. log 2 = 18 artanh(1/26) − 2 artanh(1/4801) + 8 artanh(1/8749).
var constants = sync.OnceValue(func() expConstants {
	wide := func() *Float { return new(Float).SetPrec(Prec + 2*guard) }
	c := expConstants{log2: wide()}
	for _, term := range [][2]int64{{18, 26}, {-2, 4801}, {8, 8749}} {
		square := wide().SetInt64(term[1] * term[1])
		for power, j := wide().Quo(wide().SetInt64(term[0]), wide().SetInt64(term[1])), int64(1); ; j += 2 {
			part := wide().Quo(power, wide().SetInt64(j))
			if part.MantExp(nil) < -Prec-2*guard {
				break
			}
			c.log2.Add(c.log2, part)
			power.Quo(power, square)
		}
	}
	factorial := big.NewInt(1)
	for j := int64(1); j <= terms; j++ {
		factorial.Mul(factorial, big.NewInt(j))
		inverse := wide().Quo(wide().SetInt64(1), wide().SetInt(factorial))
		c.inverseFactorials = append([]*Float{inverse}, c.inverseFactorials...)
	}
	return c
})
