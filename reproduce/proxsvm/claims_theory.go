package proxsvm

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// oneOrder is the spread of a regret, which the paper bounds for any sequence of functions.
const oneOrder = "none is needed: the bound is claimed for every order of the examples, and one order is drawn"

// ofTheory are what the paper proves, beside the regret that was met.
func ofTheory() []reproduce.Criterion {
	return []reproduce.Criterion{
		{
			ID: "D-P8", Where: "Theorem 1", Paper: "a factor of 2", Table: tableRegret, Figure: figureRegret,
			Statement: "The regret obtained by Algorithm 2 is at most twice that of the optimal offline choice of τ_1, …, τ_T",
			Rule: "after 20 passes in shuffled order, on every set of the table but the part of covtype, the regret of " +
				"Algorithm 2 is at most the bound with the best τ, in the closed form of Theorem 2",
			Judge: below(byProximal, theorem1, oneOrder),
		},
		{
			ID: "D-P9", Where: "section 3.2", Paper: "4RG√T < G²(1 + log T)/λ", Table: tableRegret, Figure: figureRegret,
			Statement: "For example, when RG is sufficiently small relative to G²/λ, the seemingly inferior square root " +
				"bound can actually be better than the logarithmic regret bound for values of T that are not too large.",
			Rule: "with R = 1.1 ‖w*‖ the bound of Corollary 3 is below that of Corollary 2 after 20 passes on every set of " +
				"the table but the part of covtype",
			Judge: below(corollary3, corollary2, reproduce.NothingDrawn),
		},
		{
			ID: "D-P10", Where: "section 3", Paper: "G²(1 + log T)/(2λ)", Table: tableRegret, Figure: figureRegret,
			Statement: "When λ_t = λ and G_t = G in each round, then the right hand side of the inequality can be further " +
				"upper-bounded by G²/(2λ)(1 + log T).",
			Rule: "after 20 passes in shuffled order, on every set of the table but the part of covtype, the regret of " +
				"Algorithm 1 is at most this bound",
			Judge: below(byPegasos, lemma1, oneOrder),
		},
	}
}

// below judges that in every row one value is at most another.
func below(
	value, bound *reproduce.Value[bounded, float64], spread string,
) func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var parts []string
		holds := true
		for _, r := range t.Rows {
			if r.ID == subset { // of a set that is judged itself
				continue
			}
			holds = holds && value.In(r) <= bound.In(r)
			parts = append(parts, fmt.Sprintf("%s %.2g of it", r.ID, value.In(r)/bound.In(r)))
		}
		return reproduce.Decided(strings.Join(parts, ", "), holds, spread)
	}
}
