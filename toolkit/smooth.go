package toolkit

// Smooth is a differentiable function f. Value is f(x); ValueGrad writes ∇f(x) to dst and returns f(x); dst must not
// alias x.
type Smooth interface {
	Value(x []float64) float64
	ValueGrad(dst, x []float64) float64
}

// Certifier bounds how far a point is from optimal: Gap(w) ≥ P(w) − P*, absolute; +Inf where there is no bound.
type Certifier interface {
	Objective(w []float64) float64
	Gap(w []float64) float64
}
