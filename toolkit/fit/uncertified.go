package fit

// uncertified tells whether there is no gap to be had.
func (r *run) uncertified() bool {
	switch {
	case r.problem.WeakConvexity() > 0:
		return true
	case r.m.name == LeastSquares || r.p.Mu > 0:
		return false
	}
	if g, ok := r.p.penalty.(interface{ Unbounded(d int) bool }); ok && g.Unbounded(r.problem.Dim()) {
		return !r.problem.StronglyConvex()
	}
	_, certified := r.p.penalty.(interface{ Conjugate(v []float64) float64 })
	return !certified
}
