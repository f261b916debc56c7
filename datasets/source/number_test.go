package source

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestNumbersAsStrconv: the same bits for numbers of all lengths, and for those in the middle between two.
func TestNumbersAsStrconv(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 8))
	same := func(s string) {
		t.Helper()
		want, err := strconv.ParseFloat(s, 64)
		if got, ok := ParseNumber([]byte(s)); !ok || err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s: %v (%v), by strconv %v (%v)", s, got, ok, want, err)
		}
	}
	for range 30_000 {
		v := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(30)-15))
		same(strconv.FormatFloat(v, "gfe"[rng.IntN(3)], []int{-1, 3, 17, 18, 19, 25}[rng.IntN(6)], 64))
		digits := strconv.FormatUint(rng.Uint64()>>rng.IntN(64), 10)
		at := rng.IntN(len(digits) + 1)
		same([]string{"", "-", "+", "0", "00000000000000000000"}[rng.IntN(5)] + digits[:at] + "." + digits[at:])
		// The middle between m and its neighbor, 2⁵³ ≤ m < 2⁵⁴, is a whole number; so is that ± 10⁻ᵏ in the next place.
		m := (1<<53 + rng.Uint64N(1<<53)) | 1
		same(strconv.FormatUint(m, 10) + ".0")
		same(strconv.FormatUint(m, 10) + "." + strings.Repeat("0", rng.IntN(3)) + "1")
		same(strconv.FormatUint(m-1, 10) + "." + strings.Repeat("9", 1+rng.IntN(3)))
	}
}

// TestParseNumber compares with strconv.
func TestParseNumber(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"0", "-0", "1", "+1", "0.1", "-.5", "5.", "123456789012345", "0.000123456789012", "1234567890123456789", "1e-5",
		"-2.5E3", "0.30000000000000004",
	} {
		want, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := ParseNumber([]byte(s)); !ok || got != want || math.Signbit(got) != math.Signbit(want) {
			t.Errorf("%s: %v (%v), not %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "-", ".", "+.", "1.2.3", "1_000", "0x10", "e5", "inf", "NaN", "1e400"} {
		if v, ok := ParseNumber([]byte(s)); ok {
			t.Errorf("%q was read as %v", s, v)
		}
	}
}
