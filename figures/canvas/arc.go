package canvas

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// arc is the beginning of an arc, and curves of at most a quarter of a circle, by two points of control and their end,
// which are right to 3e-4 of the radius.
func arc(s vg.PathComp) [][3]vg.Point {
	n := math.Max(1, math.Ceil(math.Abs(s.Angle)/(math.Pi/2)))
	part, r := s.Angle/n, s.Radius.Points()
	reach := 4. / 3 * math.Tan(part/4)
	at := func(x, y float64) vg.Point { return s.Pos.Add(vg.Point{X: vg.Length(r * x), Y: vg.Length(r * y)}) }
	sin, cos := math.Sincos(s.Start)
	out := [][3]vg.Point{{at(cos, sin)}}
	for k := range int(n) {
		sin2, cos2 := math.Sincos(s.Start + float64(k+1)*part)
		out = append(out, [3]vg.Point{at(cos-reach*sin, sin+reach*cos), at(cos2+reach*sin2, sin2-reach*cos2), at(cos2, sin2)})
		sin, cos = sin2, cos2
	}
	return out
}
