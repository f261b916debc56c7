package loss

import (
	"math"
	"math/rand/v2"
	"testing"
)

// counted are counts of all sizes with predictions near and far, with weights or without.
func counted(weighted bool) (l Poisson, f []float64) {
	rng := rand.New(rand.NewPCG(81, 1))
	for k := range 700 {
		y := math.Floor(math.Exp(20*rng.Float64())) - 1
		if k%3 == 0 {
			y = float64(rng.IntN(4))
		}
		l.Y = append(l.Y, y)
		f = append(f, math.Log(y+0.5)+math.Exp(-15*rng.Float64())*rng.NormFloat64())
		if weighted {
			l.Weights = append(l.Weights, rng.Float64())
		}
	}
	f[0], f[1], f[2] = 700, -700, 0
	return l, f
}

// TestPoissonRange agrees with example by example, also bound, where logarithms are kept.
func TestPoissonRange(t *testing.T) {
	t.Parallel()
	for _, weighted := range []bool{false, true} {
		l, f := counted(weighted)
		bound, _ := l.Bind(l.Y, l.Weights).(Poisson)
		slopes, seconds := append([]float64(nil), f...), make([]float64, len(f))
		const from = 3
		sum := bound.Range(slopes[from:], slopes[from:], from)
		bound.SecondRange(seconds[from:], f[from:], from)
		want := 0.
		for i := from; i < len(f); i++ {
			value, slope := l.At(i, f[i])
			want += l.Weight(i) * value
			if s := l.Weight(i) * slope; math.Abs(slopes[i]-s) > 1e-12*math.Abs(s) {
				t.Errorf("slope %d is %g, and %g alone", i, slopes[i], s)
			}
			if h := l.Weight(i) * l.Second(i, f[i]); math.Abs(seconds[i]-h) > 1e-14*h {
				t.Errorf("second derivative %d is %g, and %g alone", i, seconds[i], h)
			}
		}
		if math.Abs(sum-want) > 1e-12*want {
			t.Errorf("the sum is %.16g, and %.16g one by one", sum, want)
		}
		few := []int{5, 9, 600}
		part, total := bound.Part(few), 0.
		for _, i := range few {
			total += l.Weight(i)
		}
		for k, i := range few {
			value, slope := bound.At(i, 1.5)
			v, s := part.At(k, 1.5)
			if v != value || s != slope || math.Abs(part.Weight(k)*total-l.Weight(i)) > 1e-15 {
				t.Errorf("example %d in part: %g, %g, %g; want %g, %g", i, v, s, part.Weight(k), value, slope)
			}
		}
	}
}

// TestPoissonLevel: at the best level means sum up to counts, and none is lower; of counts of 0 there is none.
func TestPoissonLevel(t *testing.T) {
	t.Parallel()
	for _, weighted := range []bool{false, true} {
		l, f := counted(weighted)
		f = append([]float64(nil), f...)
		f[0] = 3
		b := l.Level(f)
		var means, counts float64
		for i := range f {
			means += l.Weight(i) * math.Exp(f[i]+b)
			counts += l.Weight(i) * l.Y[i]
		}
		if math.Abs(means-counts) > 1e-12*counts {
			t.Errorf("means sum up to %g, counts to %g", means, counts)
		}
		for i := range f { // far beyond what has an exponential
			f[i] += 5000
		}
		if far := l.Level(f); math.Abs(far-(b-5000)) > 1e-10*5000 {
			t.Errorf("the level is %g, and %g of predictions 5000 higher", b, far)
		}
	}
	if b := (Poisson{Y: []float64{0, 0}}).Level([]float64{1, 2}); !math.IsInf(b, -1) {
		t.Errorf("counts of 0 have the level %g", b)
	}
}
