package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// onLevels runs a check on every level that there is.
func onLevels(t *testing.T, check func(l Level)) {
	t.Helper()
	defer func(l Level) { level = l }(level)
	for l := range best() + 1 {
		level = l
		check(l)
	}
}

// numbers are n normal numbers.
func numbers(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// edges are numbers that vectors might treat otherwise.
var edges = []float64{
	math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 5e-324, -1e-310, math.MaxFloat64, -math.MaxFloat64,
	1e-300, -745.2, -708.5, -720, 709.8, 709.78, 1e300,
}

func sameBits(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

func sameAll(x, y []float64) bool { return slices.EqualFunc(x, y, sameBits) }

// guarded calls do with a copy of x that begins offset numbers behind the begin of an allocation, and tells whether it
// left what is around alone.
func guarded(x []float64, offset int, do func(x []float64)) (out []float64, clean bool) {
	room := make([]float64, len(x)+16)
	for i := range room {
		room[i] = 17
	}
	out = room[offset : offset+len(x) : offset+len(x)]
	copy(out, x)
	do(out)
	outside := func(v float64) bool { return v != 17 }
	return out, !slices.ContainsFunc(room[:offset], outside) && !slices.ContainsFunc(room[offset+len(x):], outside)
}

// TestLevelsAgree compares the kernels of all levels with the plain ones, bit by bit, for lengths 0 to 300 at all
// alignments, among them with numbers that are not finite.
func TestLevelsAgree(t *testing.T) {
	onLevels(t, func(l Level) {
		for n := range 301 {
			offset, seed := n%11%8, uint64(n)
			x, y := numbers(n, seed), numbers(n, seed+1000)
			if n%3 == 0 {
				for i := range x {
					x[i] *= 300
				}
			}
			if n%2 == 1 {
				x[n*7%n], y[n/3] = edges[n%len(edges)], edges[n/2%len(edges)]
			}
			want := append([]float64(nil), y...)
			axpyPlain(want, 0.7, x)
			got, clean := guarded(y, offset, func(out []float64) { Axpy(out, 0.7, x) })
			if !clean || !sameAll(got, want) {
				t.Fatalf("%s axpy of %d numbers is %v, plain %v; left the rest alone: %t", l, n, got, want, clean)
			}
			expPlain(want, x, 0.3)
			got, clean = guarded(x, offset, func(out []float64) { Exp(out, out, 0.3) })
			if !clean || !sameAll(got, want) {
				t.Fatalf("%s exp of %d numbers is %v, plain %v; left the rest alone: %t", l, n, got, want, clean)
			}
			checkVariation(t, n, offset, x, y)
			at, _ := guarded(x, offset, func([]float64) {})
			if got, want := Dot(at, y), dotPlain(x, y); !sameBits(got, want) {
				t.Fatalf("%s dot of %d numbers is %v, plain %v", l, n, got, want)
			}
		}
	})
}

// checkVariation compares steps of total variation on n pixels with the plain ones.
func checkVariation(t *testing.T, n, offset int, x, y []float64) {
	t.Helper()
	const step, beta = 0.2, 0.9
	make4 := func() (p1, p2, r1, r2 []float64) {
		return slices.Clone(x), slices.Clone(y), numbers(n, 5), numbers(n, 6)
	}
	row, below := append(numbers(n, 7), 0.5), numbers(n, 8)
	p1, p2, r1, r2 := make4()
	variationStepPlain(p1, p2, r1, r2, row, below, step, beta)
	q1, q2, s1, s2 := make4()
	got, clean := guarded(q1, offset, func(q1 []float64) { VariationStep(q1, q2, s1, s2, row, below, step, beta) })
	if !clean || !sameAll(got, p1) || !sameAll(q2, p2) || !sameAll(s1, r1) || !sameAll(s2, r2) {
		t.Fatalf("%s: a step of total variation on %d pixels differs from the plain one", level, n)
	}
	variationTermsPlain(p1, p2, row, below, x, y)
	got, clean = guarded(s1, offset, func(norm []float64) { VariationTerms(norm, s2, row, below, x, y) })
	if !clean || !sameAll(got, p1) || !sameAll(s2, p2) {
		t.Fatalf("%s: terms of total variation of %d pixels differ from the plain ones", level, n)
	}
	for j := range p1 {
		p1[j] = y[j] + float64(step*(x[j]-r1[j]+below[j]-r2[j]))
	}
	got, clean = guarded(p2, offset, func(dst []float64) { VariationImage(dst, y, x, r1, below, r2, step) })
	if !clean || !sameAll(got, p1) {
		t.Fatalf("%s: an image of %d pixels differs from the plain one", level, n)
	}
}

// TestDot compares with a sum of 400 bits: the error is at most (n/32 + 6) 2⁻⁵³ Σ|x_i y_i|.
func TestDot(t *testing.T) {
	for _, n := range []int{0, 1, 5, 31, 32, 33, 100, 1000, 4097} {
		x, y := numbers(n, 1), numbers(n, 2)
		sum, size := new(big.Float).SetPrec(400), 0.
		for i := range x {
			sum.Add(sum, new(big.Float).SetPrec(400).Mul(big.NewFloat(x[i]), big.NewFloat(y[i])))
			size += math.Abs(x[i] * y[i])
		}
		exactly, _ := sum.Float64()
		if got := Dot(x, y); math.Abs(got-exactly) > (float64(n)/dotLanes+6)*0x1p-53*size {
			t.Errorf("of %d numbers: %v, exactly %v", n, got, exactly)
		}
	}
}

// TestExp compares with 384 bits: results are off by at most 1 unit in the last place, 1.5 where they are subnormal.
func TestExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := []float64{0, math.Copysign(0, -1), 1, -1, 709.78, 709.79, 710, -708.3, -708.4, -744, -745.13, -745.14, -1000, 1e9}
	for range 1000 {
		x = append(x, rng.NormFloat64(), 1400*rng.Float64()-700, -700-45*rng.Float64(), 1e-9*rng.NormFloat64())
	}
	got, worst := make([]float64, len(x)), 0.
	Exp(got, x, 0)
	for i, v := range x {
		precise := exact.Exp(exact.New(v))
		nearest, _ := precise.Float64()
		if got[i] == nearest && math.IsInf(nearest, 1) {
			continue
		}
		unit := math.Nextafter(nearest, math.Inf(1)) - nearest
		off, _ := new(big.Float).Sub(precise, big.NewFloat(got[i])).Float64()
		if nearest < 0x1p-1022 {
			off /= 1.5
		}
		if worst = max(worst, math.Abs(off)/unit); !(worst <= 1) {
			t.Fatalf("exp(%v) = %v, nearest %v: off by %.2f units", v, got[i], nearest, math.Abs(off)/unit)
		}
	}
	t.Logf("off by at most %.3f units in the last place", worst)
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
	Exp(special, special, 0)
	if !sameAll(special, []float64{math.NaN(), math.Inf(1), 0}) {
		t.Errorf("exp of NaN, ∞, −∞ is %v", special)
	}
}

// TestSharedOnes counts bit by bit.
func TestSharedOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	onLevels(t, func(l Level) {
		for n := range 40 {
			x, rows, dst := []uint64{rng.Uint64(), rng.Uint64()}, make([]uint64, 2*n), make([]uint16, n+1)
			for i := range rows {
				rows[i] = rng.Uint64()
			}
			SharedOnes(dst[:n], x, rows)
			for j, got := range dst[:n] {
				want := uint16(0)
				for bit := range 128 {
					want += uint16((x[bit/64] & rows[2*j+bit/64]) >> (bit % 64) & 1)
				}
				if got != want || dst[n] != 0 {
					t.Fatalf("%s: row %d of %d shares %d ones, and not %d; behind is %d", l, j, n, want, got, dst[n])
				}
			}
		}
	})
}

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		asked string
		best  Level
		want  Level
		fails bool
	}{
		{"", AVX2, AVX2, false}, {"plain", AVX512, Plain, false}, {"avx2", AVX512, AVX2, false},
		{"avx512", AVX2, AVX2, true}, {"AVX2", AVX512, AVX512, true}, {"avx2", Plain, Plain, true},
	} {
		if got, err := choose(test.asked, test.best); got != test.want || (err != nil) != test.fails {
			t.Errorf("%q where %s is best gives %s, %v", test.asked, test.best, got, err)
		}
	}
}

func BenchmarkVectors(b *testing.B) {
	positive := numbers(1000, 3)
	for i, v := range positive {
		positive[i] = math.Abs(v)
	}
	for name, do := range map[string]func(dst, x []float64){
		"dot":  func(dst, x []float64) { dst[0] = Dot(dst, x) },
		"axpy": func(dst, x []float64) { Axpy(dst, 1e-9, x) },
		"exp":  func(dst, x []float64) { Exp(dst, x, 0) },
		"log":  func(dst, x []float64) { Log(dst, positive) },
	} {
		b.Run(name, func(b *testing.B) {
			x, dst := numbers(1000, 1), numbers(1000, 2)
			for b.Loop() {
				do(dst, x)
			}
			b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds()/1e9, "G/s")
		})
	}
}
