package coordinate

// LeastSquares is a toolkit.Separable loss ½ (f − Target(i))²: coordinate descent then keeps residuals.
type LeastSquares interface {
	Target(i int) float64
}
