package profile

import "math"

func sigma(t float64) float64 { return 1 / (1 + math.Exp(-t)) }

func softplus(t float64) float64 { return math.Max(t, 0) + math.Log1p(math.Exp(-math.Abs(t))) }

// entropy is p log p + r log r.
func entropy(p, r float64) (out float64) {
	if p > 0 {
		out = p * math.Log(p)
	}
	if r > 0 {
		out += r * math.Log(r)
	}
	return out
}
