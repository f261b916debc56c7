package gradient

// Lipschitzer is a smooth function that knows a constant L ≥ 0 with ‖∇f(x) − ∇f(y)‖ ≤ L‖x − y‖: FISTA then starts with
// steps of 1/L.
type Lipschitzer interface {
	Lipschitz() float64
}
