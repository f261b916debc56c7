package bundle

import "math"

// bounds are the right sides of Proposition 3 and Theorem 5 after each call of Algorithm 4 with a radius R, from the
// norms ‖a_t‖ of its subgradients: with τ_t as the algorithm has it,
//
//	(1/T) Σ_t (2τ_t R² + (λR + ‖a_t‖)²/(2(λt + τ_{1:t})))      and      (λR + A)²(1 + ln T)/(λT),  A = max_t ‖a_t‖.
func bounds(lambda, radius float64, slopes []float64) (proposition3, theorem5 []float64) {
	var tau, sum, most float64
	for k, a := range slopes {
		t := float64(k + 1)
		x, g := lambda*t+tau, lambda*radius+a
		step := (math.Sqrt(x*x+g*g/(radius*radius)) - x) / 2
		tau += step
		sum += 2*step*radius*radius + g*g/(2*(lambda*t+tau))
		most = max(most, lambda*radius+a)
		proposition3 = append(proposition3, sum/t)
		theorem5 = append(theorem5, most*most*(1+math.Log(t))/(lambda*t))
	}
	return proposition3, theorem5
}

// theory is a run of Algorithm 4 beside its bounds, after each call.
type theory struct {
	radius                 float64
	proposition3, theorem5 []float64
	// The best objective is above the minimum by at least and at most so much: by the least objective that any method
	// found, and by the largest lower bound.
	least, most []float64
	outside     int     // calls at points beyond R, for which nothing is proved
	norm        float64 // the largest ‖w_t‖
}

// theoryOf looks at a run with R = 1/√λ; known are all runs at this λ.
func theoryOf(lambda float64, c Course, known []Course) theory {
	out := theory{radius: 1 / math.Sqrt(lambda)}
	out.proposition3, out.theorem5 = bounds(lambda, out.radius, c.Slopes)
	lowest, floor := math.Inf(1), math.Inf(-1)
	for _, k := range known {
		lowest, floor = min(lowest, k.Least), max(floor, k.Floor)
	}
	for t, best := range c.Best {
		out.least, out.most = append(out.least, best-lowest), append(out.most, best-floor)
		out.norm = max(out.norm, c.Norms[t])
		if c.Norms[t] > out.radius {
			out.outside++
		}
	}
	return out
}

// against counts the calls after which a bound is shown to be kept, and those after which it is shown to be broken.
func (h theory) against(bound []float64) (kept, broken int) {
	for t, b := range bound {
		switch {
		case h.most[t] <= b:
			kept++
		case h.least[t] > b:
			broken++
		}
	}
	return kept, broken
}
