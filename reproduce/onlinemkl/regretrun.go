package onlinemkl

import (
	"math"
)

// RegretRun is one rule's regret after every pass.
type RegretRun struct {
	Rule            string
	G, Radius       float64
	Comparator      float64   // ‖θ*‖
	Minimum, Dual   float64   // the batch objective at θ*, and a lower bound of its minimum
	Rounds          []float64 // T
	Regret          []float64 // against the batch objective at θ*: the true one is larger by T (Minimum − Dual) at most
	Bound           []float64 // Proposition 5
	Met             []float64 // its proof with the subgradients met in place of G: a bound as well
	LearningRateEnd float64   // η_T
}

// most returns what the regret can be at most.
func (r RegretRun) most() []float64 {
	out := make([]float64, len(r.Rounds))
	for i, t := range r.Rounds {
		out[i] = r.Regret[i] + t*(r.Minimum-r.Dual)
	}
	return out
}

// share returns the largest share of the bound that the regret can have, after any pass.
func (r RegretRun) share() float64 {
	share := math.Inf(-1)
	for i, most := range r.most() {
		share = max(share, most/r.Bound[i])
	}
	return share
}
