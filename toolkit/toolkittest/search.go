package toolkittest

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// lower walks downhill from x without derivatives, and returns where it ends and the value there: steps along the
// coordinates and along random directions, which become shorter where none of them helps. Nonsmooth functions may
// stop it early, but each value is one that h has.
func lower(rng *rand.Rand, h func([]float64) float64, x []float64, step float64, rounds int) ([]float64, float64) {
	best, value := clone(x), h(x)
	trial, dir := make([]float64, len(x)), make([]float64, len(x))
	for range rounds {
		improved := false
		for k := range 2 * len(x) {
			clear(dir)
			if k < len(x) {
				dir[k] = 1
			} else {
				copy(dir, normal(rng, len(x), 1))
				floats.Scale(1/floats.Norm(dir, 2), dir)
			}
			for _, s := range []float64{step, -step} {
				floats.AddScaledTo(trial, best, s, dir)
				if v := h(trial); v < value {
					copy(best, trial)
					value, improved = v, true
					break
				}
			}
		}
		if improved {
			step *= 1.5
		} else {
			step /= 3
		}
	}
	return best, value
}
