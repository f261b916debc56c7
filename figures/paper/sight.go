package paper

import (
	"image/color"
	"math"
)

// linear are the shares of light of a color's channels (IEC 61966-2-1).
func linear(c color.Color) (rgb [3]float64) {
	n, _ := color.NRGBAModel.Convert(c).(color.NRGBA)
	for k, v := range []uint8{n.R, n.G, n.B} {
		s := float64(v) / 0xff
		if rgb[k] = s / 12.92; s > 0.04045 {
			rgb[k] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// Lightness is the L* of CIELAB, 0 for black and 100 for white: how light a color is as a grey.
func Lightness(c color.Color) float64 {
	l := linear(c)
	y := 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	if y <= 216./24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}
