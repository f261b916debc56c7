package exact_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// digits is a number in decimal digits.
func digits(t *testing.T, s string) *exact.Float {
	t.Helper()
	v, _, err := big.ParseFloat(s, 10, exact.Prec, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// within compares to 2^exponent, relative to the larger of b and 1.
func within(a, b *exact.Float, exponent int) bool {
	diff := new(exact.Float).Sub(a, b)
	size := new(exact.Float).Abs(b)
	if one := exact.New(1); size.Cmp(one) < 0 {
		size = one
	}
	return diff.Abs(diff).Cmp(size.SetMantExp(size, exponent)) <= 0
}

// TestPublishedDigits: e, log 2, log 10, and Ramanujan's constant exp(π√163), which is an integer but for 7.5e-13.
func TestPublishedDigits(t *testing.T) {
	t.Parallel()
	pi := digits(t, "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825"+
		"3421170679821")
	ramanujan := new(exact.Float).Mul(pi, new(exact.Float).Sqrt(exact.New(163)))
	for name, c := range map[string]struct {
		got  *exact.Float
		want string
		bits int
	}{
		"e": {exact.Exp(exact.New(1)), "2.7182818284590452353602874713526624977572470936999595749669676277240766303535" +
			"475945713821785251664274", -328},
		"log 2": {exact.Log(exact.New(2)), "0.69314718055994530941723212145817656807550013436025525412068000949339362" +
			"196969471560586332699641868754", -328},
		"log 10": {exact.Log(exact.New(10)), "2.3025850929940456840179914546843642076011014886287729760333279009675726" +
			"09677352480235997205089598298341967784042286", -328},
		"exp(π√163)": {exact.Exp(ramanujan), "262537412640768743.9999999999992500725971981856888793538563373369908627" +
			"07537410378210647910118607312951", -300},
	} {
		if !within(c.got, digits(t, c.want), c.bits) {
			t.Errorf("%s = %.110g", name, c.got)
		}
	}
}

// TestExpAndLog: exp(a + b) = exp(a) exp(b), log(exp(a)) = a, and log(x²) = 2 log x, from tiny to large.
func TestExpAndLog(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 170))
	for range 60 {
		a, b := exact.New(rng.NormFloat64()), exact.New(rng.NormFloat64())
		a.SetMantExp(a, rng.IntN(24)-12)
		b.SetMantExp(b, rng.IntN(24)-12)
		sum := new(exact.Float).Add(a, b)
		product := new(exact.Float).Mul(exact.Exp(a), exact.Exp(b))
		ratio := new(exact.Float).Quo(exact.Exp(sum), product)
		if !within(ratio, exact.New(1), 24-exact.Prec) {
			t.Errorf("exp(%g + %g) is %.30g of the product", a, b, ratio)
		}
		if back := exact.Log(exact.Exp(a)); !within(back, a, 8-exact.Prec) {
			t.Errorf("log(exp(%g)) = %.30g", a, back)
		}
		x := exact.New(rng.ExpFloat64() + 1e-3)
		twice := exact.Log(x)
		twice.SetMantExp(twice, 1)
		if square := exact.Log(new(exact.Float).Mul(x, x)); !within(square, twice, 8-exact.Prec) {
			t.Errorf("log(%g²) = %.30g", x, square)
		}
	}
	if exact.Exp(exact.New(-1e300)).Sign() != 0 || !exact.Exp(exact.New(1e300)).IsInf() {
		t.Error("exp far out")
	}
}
