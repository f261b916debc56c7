package outputs

// LineCurved is a loss of several outputs with a bound of its own of d²ℓ_i(f + tv)/dt², over all f and t, below
// Curvature's.
type LineCurved interface {
	LineCurvature(i int, v []float64) float64
}
