package onlinemkl

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// bounds are the claims of Proposition 5, judged with the regret at its largest; see regret.go. Words come in the
// file's order and the parameters begin at zero: nothing is drawn.
var bounds = []reproduce.Criterion{
	{
		ID: "D-M10a", Where: "section 3.3, Proposition 5, (14)", Table: tableRegret, Figure: tableRegret,
		Needs:     []string{"fixed"},
		Statement: "Running Alg. 1 with fixed learning rate η yields Reg_T ≤ (ηT/2) G² + ‖θ*‖²/(2η)",
		Paper:     "a bound, proved",
		Rule:      holdsBelow + ", with θ* the best parameters found", Judge: underBound("fixed"),
	},
	{
		ID: "D-M10b", Where: "section 3.3, Proposition 5, (15)", Table: tableRegret, Figure: tableRegret,
		Needs: []string{"inv-sqrt", "inv-sqrt-1"},
		Statement: "Let the learning rate be η_t = η0/√t, with arbitrary η0 > 0. Then, Reg_T ≤ (F²/(2η0) + G²η0) √T. " +
			"Optimizing the bound gives η0 = F/(√2 G)",
		Paper: "a bound, proved",
		Rule:  holdsBelow + ", at η0 = F/(√2 G) and at η0 = 1", Judge: underBound("inv-sqrt", "inv-sqrt-1"),
	},
	{
		ID: "D-M10c", Where: "section 3.3, Proposition 5, (16)", Table: tableRegret, Figure: tableRegret,
		Needs: []string{"inv-linear"},
		Statement: "If L is σ-strongly convex, and η_t = 1/(σt), we obtain a logarithmic regret bound: " +
			"Reg_T ≤ G²(1 + log T)/(2σ).",
		Paper: "a bound, proved",
		Rule:  holdsBelow + ", with σ = λ and (σ/2)‖θ‖² added to the loss", Judge: underBound("inv-linear"),
	},
}

const holdsBelow = "after every pass the regret, measured against a lower bound of the minimum, is at most the bound"

// underBound judges that the regret of some rules is within their bounds.
func underBound(rules ...string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		holds := true
		var parts []string
		for _, id := range rules {
			r, _ := t.Row(id)
			share := shareOf.In(r)
			if share != share {
				return reproduce.Finding{}
			}
			holds = holds && share <= 1
			parts = append(parts, fmt.Sprintf("%s: regret from %.0f to %.0f, bound %.0f, at most %.3f of it after any pass",
				ruleTitle(id), regretOf.In(r), regretMost.In(r), regretCap.In(r), share))
		}
		return reproduce.Decided(strings.Join(parts, "; "), holds, reproduce.NothingDrawn)
	}
}
