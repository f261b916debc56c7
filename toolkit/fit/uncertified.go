package fit

import "github.com/proxlab/proxlab/toolkit"

// uncertified tells whether there is no gap to be had.
func (r *run) uncertified() bool {
	switch {
	case r.problem.WeakConvexity() > 0:
		return true
	case r.m.name == LeastSquares || r.p.Mu > 0:
		return false
	}
	if g, ok := r.p.penalty.(Unbounded); ok && g.Unbounded(r.problem.Dim()) {
		return !r.problem.StronglyConvex()
	}
	_, certified := r.p.penalty.(toolkit.Conjugate)
	return !certified
}
