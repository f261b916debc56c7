package line

// Soft is soft thresholding of one number at t ≥ 0, the prox of t|·|; NaN stays NaN.
func Soft(x, t float64) float64 {
	switch {
	case x > t:
		return x - t
	case x < -t:
		return x + t
	case x != x:
		return x
	}
	return 0
}
