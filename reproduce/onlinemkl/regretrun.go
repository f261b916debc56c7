package onlinemkl

import (
	"math"

	"github.com/proxlab/proxlab/reproduce"
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

// values are the run's at its end.
func (r RegretRun) values() reproduce.Values {
	last := len(r.Rounds) - 1
	return reproduce.Values{
		"rounds": r.Rounds[last], "regret": r.Regret[last], "bound": r.Bound[last], "bound_met": r.Met[last],
		"regret_most": r.most()[last], "share": r.share(),
		"minimum": r.Minimum, "minimum_lower": r.Dual, "comparator_norm": r.Comparator, "radius": r.Radius, "G": r.G,
		"eta_last": r.LearningRateEnd, "C": regretC, "words": r.Rounds[0],
	}
}
