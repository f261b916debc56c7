package paper_test

import (
	"image/color"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/paper"
)

// deuteranope is how a color looks to those without the cones of medium waves: the matrix of full severity of Machado,
// Oliveira and Fernandes (2009), on linear light.
func deuteranope(c color.RGBA) [3]float64 {
	m := [3][3]float64{
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
	}
	light := linear(c)
	var out [3]float64
	for i := range m {
		for j := range light {
			out[i] += m[i][j] * light[j]
		}
		out[i] = math.Max(0, math.Min(1, out[i]))
	}
	return lab(out)
}

func linear(c color.RGBA) (light [3]float64) {
	for k, v := range []uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if light[k] = s / 12.92; s > 0.04045 {
			light[k] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return light
}

// lab is CIELAB of linear light under D65.
func lab(l [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (t*24389/27 + 16) / 116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.95047)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// TestGreyAndColorBlind: any two of the usual colors are different greys and different to a deuteranope, all stand out
// from white.
func TestGreyAndColorBlind(t *testing.T) {
	t.Parallel()
	for i, a := range paper.Safe {
		l := lab(linear(a))[0]
		if math.Abs(l-paper.Lightness(a)) > 1e-6 {
			t.Errorf("color %d: lightness %g and %g", i, l, paper.Lightness(a))
		}
		y := math.Pow((l+16)/116, 3)
		if ratio := 1.05 / (y + 0.05); ratio < 3 {
			t.Errorf("color %d has a contrast of %.2f with white", i, ratio)
		}
		for j, b := range paper.Safe[:i] {
			if d := math.Abs(l - paper.Lightness(b)); d < 8 {
				t.Errorf("colors %d and %d differ by %.1f as greys", j, i, d)
			}
			if d := distance(deuteranope(a), deuteranope(b)); d < 22 {
				t.Errorf("a deuteranope sees colors %d and %d at a distance of %.1f", j, i, d)
			}
		}
	}
}

// TestScreens: charts of pages have the same colors. Those of the dark theme, their brighter sisters, stand out from it
// as text has to, at 4.5:1; any two are different greys, by less, and different to a deuteranope.
func TestScreens(t *testing.T) {
	t.Parallel()
	read := func(name, part string) (all []color.RGBA) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(text), part)
		after, _, _ = strings.Cut(after, ";")
		for _, m := range regexp.MustCompile(`"#(..)(..)(..)"`).FindAllStringSubmatch(after, -1) {
			c := color.RGBA{A: 0xff}
			for k, v := range []*uint8{&c.R, &c.G, &c.B} {
				n, err := strconv.ParseUint(m[k+1], 16, 8)
				if err != nil {
					t.Fatal(err)
				}
				*v = uint8(n)
			}
			all = append(all, c)
		}
		return all
	}
	if got := read("../explore.js", "const palette = "); !slices.Equal(got, paper.Safe) {
		t.Errorf("explorables have the colors %v", got)
	}
	pairs := read("../chart.js", "const bright = ")
	var dark []color.RGBA
	for k, c := range paper.Safe {
		if pairs[2*k] != c {
			t.Errorf("color %d of charts is %v", k, pairs[2*k])
		}
		dark = append(dark, pairs[2*k+1])
	}
	luminance := func(c color.RGBA) float64 { return math.Pow((paper.Lightness(c)+16)/116, 3) }
	ground := luminance(color.RGBA{0x1c, 0x1c, 0x1c, 0xff})
	for i, a := range dark {
		if ratio := (luminance(a) + 0.05) / (ground + 0.05); ratio < 4.5 {
			t.Errorf("color %d has a contrast of %.2f with the dark page", i, ratio)
		}
		for j, b := range dark[:i] {
			if d := math.Abs(paper.Lightness(a) - paper.Lightness(b)); d < 6 {
				t.Errorf("colors %d and %d differ by %.1f as greys", j, i, d)
			}
			if d := distance(deuteranope(a), deuteranope(b)); d < 20 {
				t.Errorf("a deuteranope sees colors %d and %d at a distance of %.1f", j, i, d)
			}
		}
	}
}
