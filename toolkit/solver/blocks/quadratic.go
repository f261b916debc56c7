package blocks

import (
	"slices"
)

// quadratic is the Hessian of the loss in some features and the intercept, which is last: what the step of a pass is
// chosen by.
type quadratic struct {
	features []int // ascending
	size     int   // with the intercept
	h        []float64
}

// newQuadratic takes it from the sums of a pass; nil where no row was looked at.
func newQuadratic(s *Sums, r *Request) *quadratic {
	if s.Rows == 0 {
		return nil
	}
	w := len(r.Which)
	q := &quadratic{features: make([]int, w), size: w + 1, h: make([]float64, (w+1)*(w+1))}
	scale := 1 / s.Rows
	for i, place := range r.Which {
		q.features[i] = r.column(place)
		for j := i; j < w; j++ {
			v := scale * s.Hessian[i*w+j]
			q.h[i*q.size+j], q.h[j*q.size+i] = v, v
		}
		q.h[i*q.size+w], q.h[w*q.size+i] = scale*s.Border[i], scale*s.Border[i]
	}
	q.h[w*q.size+w] = scale * s.Corner
	return q
}

func (q *quadratic) row(i int) []float64 { return q.h[i*q.size : (i+1)*q.size] }

// of is the Hessian of some features alone, which ascend; features of its own that are not among them go.
func (q *quadratic) of(features []int) *quadratic {
	var at []int
	out := &quadratic{}
	for k, j := range q.features {
		if _, is := slices.BinarySearch(features, j); is {
			at, out.features = append(at, k), append(out.features, j)
		}
	}
	at = append(at, q.size-1)
	out.size, out.h = len(at), make([]float64, 0, len(at)*len(at))
	for _, i := range at {
		for _, j := range at {
			out.h = append(out.h, q.h[i*q.size+j])
		}
	}
	return out
}
