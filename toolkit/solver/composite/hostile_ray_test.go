package composite_test

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// judgeRay says what is wrong with a ray, of which numbers count as 0 that are a share of what they are sums of: the
// slope of its recession function, of products in 384 bits.
func judgeRay(out *outcome) string {
	const share = 0x1p-45
	var rise, size float64
	for j, c := range out.Linear {
		rise += c * out.ray[j]
		size += math.Abs(c * out.ray[j])
	}
	for j, mu := range out.Ridge {
		if mu > 0 && math.Abs(out.ray[j]) > share*out.Units[j]*relative(out.ray, out.Units) {
			return fmt.Sprintf("the ray moves variable %d, which has a ridge", j+1)
		}
	}
	for k, t := range out.Terms {
		z := make([]float64, len(t.Rows))
		var off float64
		for i, row := range t.Rows {
			sum, most := number(), 0.0
			for j, a := range row {
				sum = plus(sum, times(exact.New(a), exact.New(out.ray[j])))
				most += math.Abs(a * out.ray[j])
			}
			off = math.Hypot(off, share*most)
			if z[i] = float(sum); math.Abs(z[i]) <= share*most {
				z[i] = 0
			}
		}
		more, out := recession(t, z)
		if out > off {
			return fmt.Sprintf("the ray leaves the set of term %d, %s, by %g, beside %g", k+1, t.Kind, out, off)
		}
		rise, size = rise+more, size+math.Abs(more)
	}
	if !(-rise > 1e-14*size) {
		return fmt.Sprintf("the objective does not fall along the ray: %g", rise)
	}
	return ""
}

// relative is the largest of numbers in units.
func relative(x, units []float64) (most float64) {
	for j, v := range x {
		most = math.Max(most, math.Abs(v)/units[j])
	}
	return most
}

// recession is the recession function of a part, and how far z is from its domain.
func recession(t part, z []float64) (rise, out float64) {
	c := 1 / float64(len(z))
	for i, v := range z {
		switch t.Kind {
		case "quantile":
			rise += c * math.Max(-t.Numbers[0]*v, (1-t.Numbers[0])*v)
		case "hinge", "logistic":
			rise += c * math.Max(0, -t.Numbers[i]*v)
		case "l1":
			rise += math.Abs(v)
		case "squared", "point", "simplex", "l1-ball", "l2-ball":
			out = math.Hypot(out, v)
		case "below":
			out = math.Hypot(out, math.Max(0, v))
		case "above":
			out = math.Hypot(out, math.Max(0, -v))
		case "monotone":
			if i > 0 {
				out = math.Hypot(out, math.Max(0, z[i-1]-v))
			}
		case "cone":
			if i > 0 {
				out = math.Hypot(out, v)
			}
		}
	}
	if t.Kind == "cone" {
		out = math.Max(0, out-z[0])
	}
	for _, group := range t.Groups {
		var square, most float64
		for _, i := range group {
			square += z[i] * z[i]
			most = math.Max(most, math.Abs(z[i]))
		}
		if t.Kind == "groups" {
			most = math.Sqrt(square)
		}
		rise += most
	}
	return rise, out
}
