package axes

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// LinearTicks marks about six round numbers, or as many as Most says, at 1, 2 or 5 times a power of ten. Powers are
// written as superscripts where Raised says so.
type LinearTicks struct {
	Most   float64
	Raised bool
}

// Ticks returns them.
func (l LinearTicks) Ticks(lo, hi float64) []plot.Tick {
	var t []plot.Tick
	for _, v := range Round(lo, hi, l.Most) {
		label := Short(v)
		if l.Raised {
			label = Raised(label)
		}
		t = append(t, plot.Tick{Value: v, Label: label})
	}
	return t
}

// Round returns about most numbers in [lo, hi], six where it is 0, at an even step of 1, 2 or 5 times a power of ten.
func Round(lo, hi, most float64) []float64 {
	if !(lo < hi) || math.IsInf(hi-lo, 0) {
		return nil
	}
	if most == 0 {
		most = 6
	}
	span := (hi - lo) / most
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*step >= span {
			step *= m
			break
		}
	}
	var out []float64
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*step; k++ {
		out = append(out, Tidy(k*step, step)+0) // no −0
	}
	return out
}

// LogTicks marks an axis of decimal exponents: the decades, of which about eight at most, or as many as Most says, have
// labels, and the digits between them where there is room. Below two decades 2 and 5 have labels too, and all digits
// where those are too few. Powers are written as superscripts where Raised says so, on an axis that leaves .01 to 1000.
type LogTicks struct {
	Most   float64
	Raised bool
}

// Ticks returns them.
func (l LogTicks) Ticks(lo, hi float64) []plot.Tick {
	first, last := math.Floor(lo+1e-9), math.Ceil(hi-1e-9)
	most := l.Most
	if most == 0 {
		most = 8
	}
	step := math.Max(1, math.Ceil((last-first)/most))
	few := 0 // of 1, 2 and 5
	for e := first; e <= last; e++ {
		for _, d := range []float64{1, 2, 5} {
			if v := e + math.Log10(d); v >= lo-1e-9 && v <= hi+1e-9 {
				few++
			}
		}
	}
	var t []plot.Tick
	add := func(exponent, digit float64, labelled bool) {
		tick := plot.Tick{Value: exponent + math.Log10(digit)}
		if tick.Value < lo-1e-9 || tick.Value > hi+1e-9 {
			return // would take up room
		}
		switch {
		case labelled && l.Raised && (lo < -2-1e-9 || hi > 3+1e-9):
			tick.Label = Raised(fmt.Sprintf("%ge%g", digit, exponent))
		case labelled:
			tick.Label = Short(digit * math.Pow(10, exponent))
		}
		t = append(t, tick)
	}
	for e := first; e <= last; e++ {
		add(e, 1, math.Mod(e-first, step) == 0)
		for d := 2.0; d < 10 && hi-lo <= 5; d++ {
			add(e, d, few < 3 || hi-lo < 2 && (d == 2 || d == 5))
		}
	}
	return t
}

// Raised writes the power of ten of a number such as 2e-5 as a superscript, and minus signs as such.
func Raised(number string) string {
	digits, power, ok := strings.Cut(strings.ReplaceAll(number, "-", "−"), "e")
	if !ok {
		return digits
	}
	power = "10^{" + power + "}"
	switch digits {
	case "1", "−1":
		return strings.TrimSuffix(digits, "1") + power
	}
	return digits + "×" + power
}

// Short writes a number in as few characters as read well, without the last digits, which rounding may have touched.
func Short(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64) // its own output
	if a := math.Abs(v); a != 0 && (a < 1e-3 || a >= 1e5) {
		return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(strconv.FormatFloat(v, 'e', -1, 64))
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Tidy removes the rounding error of a multiple of a step.
func Tidy(v, step float64) float64 {
	digits := max(0, 1-int(math.Floor(math.Log10(step))))
	if digits > 15 {
		return v
	}
	p := math.Pow(10, float64(digits))
	return math.Round(v*p) / p
}
