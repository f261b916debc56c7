package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// nearness is what of a point is along another, |α|, and the length of the rest with what rounding may add to it and to
// products of either; infinite for points that were forgotten.
type nearness struct{ share, rest float64 }

func (m *remembered) nearness(u []float64) []nearness {
	out, length := make([]nearness, len(m.points)), floats.Norm(u, 2)
	gamma := roundingOf(u)
	rest := make([]float64, len(u))
	for k, v := range m.points {
		out[k].rest = math.Inf(1)
		if v == nil {
			continue
		}
		share := 1.
		if m.lengths[k] > 0 {
			share = floats.Dot(u, v) / (m.lengths[k] * m.lengths[k])
		}
		floats.AddScaledTo(rest, u, -share, v)
		out[k] = nearness{math.Abs(share), floats.Norm(rest, 2) + gamma*(length+math.Abs(share)*m.lengths[k])}
	}
	return out
}

// roundingOf bounds what rounding adds to a product with a vector, as a share of the lengths.
func roundingOf(u []float64) float64 { return 0x1p-52 * float64(len(u)+32) }

// between is a point as a sum of two others, αv + βv', and a bound of the length of the rest, as in nearness. Where
// none was found the rest is infinite, and 0 stands for what was not looked for yet.
type between struct{ first, second, rest float64 }

// note fills in the inner products of the last point with those that are remembered.
func (m *remembered) note() {
	now := len(m.points) - 1
	for k := max(0, now-mostRemembered+1); k <= now; k++ {
		v := linalg.Dot(m.points[now], m.points[k])
		*m.inner(now, k), *m.inner(k, now) = v, v
	}
}

// inner is the place of the inner product of two points.
func (m *remembered) inner(i, j int) *float64 {
	return &m.inners[i%mostRemembered*mostRemembered+j%mostRemembered]
}

// between is the last point between two others, by their inner products, and what rounding of these may do:
//
//	‖u − αv − βv'‖² is off by at most γ(‖u‖ + |α|‖v‖ + |β|‖v'‖)².
func (m *remembered) between(i, j int) between {
	now := len(m.points) - 1
	uu, vv, ww, vw := *m.inner(now, now), *m.inner(i, i), *m.inner(j, j), *m.inner(i, j)
	uv, uw := *m.inner(now, i), *m.inner(now, j)
	det := vv*ww - vw*vw
	if !(det > 1e-12*vv*ww) {
		return between{rest: math.Inf(1)}
	}
	a, b := (uv*ww-uw*vw)/det, (uw*vv-uv*vw)/det
	square := uu - 2*(a*uv+b*uw) + a*a*vv + 2*a*b*vw + b*b*ww
	lengths := m.lengths[now] + math.Abs(a)*m.lengths[i] + math.Abs(b)*m.lengths[j]
	gamma := roundingOf(m.points[now])
	return between{a, b, math.Sqrt(math.Max(0, square)+2*gamma*lengths*lengths) + gamma*lengths}
}
