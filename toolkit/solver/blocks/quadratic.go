package blocks

import "slices"

// quadratic is the Hessian of the loss in some features and the intercepts, which are last: what the step of a pass is
// chosen by.
type quadratic struct {
	features []int // ascending
	size     int   // with the intercepts
	h        []float64
}

// quadratic takes it from the sums of a pass: 0 where no row was looked at.
func (p *Problem) quadratic(s *Sums, r *Request) *quadratic {
	w, k, free := len(r.Which), p.outputs(), p.free()
	size := w + free
	q := &quadratic{features: make([]int, w), size: size, h: make([]float64, size*size)}
	scale := 0.
	if s.Rows > 0 {
		scale = 1 / s.Rows
	}
	for i, place := range r.Which {
		q.features[i] = r.column(place)
		for j := i; j < w; j++ {
			v := scale * s.Hessian[i*w+j]
			q.h[i*q.size+j], q.h[j*q.size+i] = v, v
		}
		for c := range free {
			v := scale * s.Border[i*k+c]
			q.h[i*size+w+c], q.h[(w+c)*size+i] = v, v
		}
	}
	mean := 0. // a constant added to all scores of a row changes nothing: steps of intercepts are to add up to 0
	for c := 0; c < free && p.joint(); c++ {
		mean += scale * s.Corner[c*k+c] / float64(k)
	}
	for c := range free {
		for o := range free {
			q.h[(w+c)*size+w+o] = scale*s.Corner[c*k+o] + mean
		}
	}
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
	for c := len(q.features); c < q.size; c++ {
		at = append(at, c)
	}
	out.size, out.h = len(at), make([]float64, 0, len(at)*len(at))
	for _, i := range at {
		for _, j := range at {
			out.h = append(out.h, q.h[i*q.size+j])
		}
	}
	return out
}
