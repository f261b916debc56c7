package tracenorm

import (
	"slices"

	"github.com/proxlab/proxlab/reproduce"
)

// claims are what the paper says of its own algorithm: all are judged on the literal one. The sound form is a stronger
// algorithm than the paper's, and stands in the tables beside it.
func claims() []reproduce.Criterion {
	return slices.Concat(claimsOnRaces(), claimsOnStairs(), claimsOnErrors(), claimsOnRanks())
}

// judge is a criterion's judgement.
type judge = func(*reproduce.Table, *reproduce.Record) reproduce.Finding

// rowsOf returns the ids of the rows of some methods in panels or sets.
func rowsOf(where []string, methods ...string) (ids []string) {
	for _, w := range where {
		for _, m := range methods {
			ids = append(ids, w+"/"+m)
		}
	}
	return ids
}

var (
	highCorrelation = []string{"light-0.9", "heavy-0.9"}
	lowCorrelation  = []string{"light-0.1", "heavy-0.1"}
)

// stepReadings are those of the step of Prox++, with the method that takes it.
var stepReadings = []struct {
	rival string
	reproduce.Reading
}{
	{proxH, reproduce.Reading{
		Name: "step 1/H", Rank: reproduce.Stated,
		Reason: "Appendix C gives Prox++ the step 1/H, and Propositions B.1 and B.2 “the Lipschitz constant H = M²” with " +
			"“M = sup_i ‖x_i‖₂”. It is the paper's own formula; its H belongs to another norm than the step's, and is larger " +
			"than what the step needs.",
	}},
	{proxTrue, reproduce.Reading{
		Name: "true constant", Rank: reproduce.Inferred,
		Reason: "“Its convergence rate is directly controlled by the Lipschitz constant of the gradient” (section 4.1): " +
			"the constant of the Frobenius norm, which the proximal step of Appendix C rests on, in the place of H.",
	}},
	{proxThin, reproduce.Reading{
		Name: "backtracking", Rank: reproduce.Ours,
		Reason: "“If the upper bound H is not known ahead of time, it is possible to use a search strategy as in [26]” " +
			"(section 3.2, of R1D). The paper does not say that Prox++ has none; its sources [3] and [24] have one.",
	}},
}

// stepReading is a further reading with its judgement.
type stepReading struct {
	reading reproduce.Reading
	needs   []string
	judge   judge
}

// byStep makes of a criterion one for each reading of the step of Prox++, and for further ones.
func byStep(
	c reproduce.Criterion, needs func(rival string) []string, of func(rival string) judge, more ...stepReading,
) (out []reproduce.Criterion) {
	for _, s := range stepReadings {
		more = append(more, stepReading{s.Reading, needs(s.rival), of(s.rival)})
	}
	for _, s := range more {
		c := c.Under(s.reading)
		c.Needs, c.Judge = s.needs, s.judge
		out = append(out, c)
	}
	return out
}

// halfDecade is what we take for similar work: neither needs more than √10 times as much as the other.
const halfDecade = 0.5

// visible is the least difference of test errors, in points, that we take for one.
const visible = 0.1
