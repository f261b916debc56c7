package sparsity

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// What is proved, measured.

var claimsOnTheory = []reproduce.Criterion{
	{
		ID: "D-S9a", Where: "Corollary 1", Paper: "L_σ < 1", Table: tableTheory, Figure: figureContraction,
		Statement: "The optimal a priori choice for the step-size is given by … and in this case we can choose " +
			"L_σ = (a−b)/(a+b+4μ).",
		Rule: "with that step and b = 0, no step of the iteration is longer than L_σ times the one before, in any " +
			"replication",
		Judge: onContraction(tooLong, func(r reproduce.Row) string {
			return fmt.Sprintf("%.6f of at most %.6f", measured.In(r), factor.In(r))
		}),
	},
	{
		ID: "D-S9b", Where: "section 2.3", Paper: "bounded", Table: tableTheory, Figure: figureContraction,
		Statement: "the following inequality relates the solution f^p at p - th iteration step and the solution f^* of the " +
			"minimization problem, ‖f^* − f^p‖ ≤ L_σ^p/(1 − L_σ) ‖f^1 − f^0‖.",
		Rule: "no distance to the limit is above that bound, in any replication",
		Judge: onContraction(beyond, func(r reproduce.Row) string {
			return fmt.Sprintf("at most %.4f of the bound", distance.In(r))
		}),
	},
	{
		ID: "D-S9c", Where: "section 5.3", Paper: "(1 + α)⁻¹", Table: tableTheory, Figure: figureContraction,
		Statement: "By choosing μ = ‖∇²F‖/4 α with α > 0, the Lipschitz constant becomes L_σ = (1+α)^{-1} < 1",
		Rule:      "L_σ, from the eigenvalues, is 1/(1 + α) to six decimals, in every replication",
		Judge: onContraction(other, func(r reproduce.Row) string {
			return fmt.Sprintf("%.6f and %.6f", factor.In(r), formula.In(r))
		}),
	},
	{
		ID: "D-S10a", Where: "Theorem 2, its proof", Paper: "decreasing", Table: tableTheory, Figure: figureProjection,
		Statement: "Hence if η ≤ ‖JJᵀ‖⁻¹, either ‖Jᵀv^q − g/λ‖_H is decreasing or v^{q+1} = v^q.",
		Rule:      "at η = ‖JJᵀ‖⁻¹ no step raises ‖Jᵀv − g/λ‖ by more than rounding, in any replication",
		Needs:     []string{"projection-1"},
		Judge:     onProjection(risen, increase, "largest relative increase in a step"),
	},
	{
		ID: "D-S10b", Where: "Theorem 2", Paper: "converges", Table: tableTheory, Figure: figureProjection,
		Statement: "Then ‖λJᵀv^q − π_{λK}(g)‖_H converges to 0 as q → ∞.",
		Rule: "at η = ‖JJᵀ‖⁻¹ the distance after 2,000 steps is at most a thousandth of the projection's norm, in every " +
			"replication",
		Needs: []string{"projection-1"},
		Judge: onProjection(away, off, "largest relative distance after 2,000 steps"),
	},
}

// onContraction judges the rows of contraction factors by their exceptions.
func onContraction(
	exceptions *reproduce.Value[found[Contraction], float64], says func(r reproduce.Row) string,
) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var ours []string
		all, wrong := 0., 0.
		for _, r := range gridOf(t).of(keyWhat, ofContraction).rows {
			all, wrong = all+keyReplications.In(r), wrong+exceptions.In(r)
			ours = append(ours, fmt.Sprintf("α = %g: %s", keyAlpha.In(r), says(r)))
		}
		if wrong != wrong { // a record of before
			return reproduce.Finding{}
		}
		return evidence.Always(strings.Join(ours, "; "), int(all), int(wrong))
	}
}

func onProjection(exceptions, of *reproduce.Value[found[Projection], float64], says string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		r, _ := t.Row("projection-1")
		if wrong := exceptions.In(r); wrong == wrong {
			return evidence.Always(fmt.Sprintf("%s %.1e", says, of.In(r)), int(keyReplications.In(r)), int(wrong))
		}
		return reproduce.Finding{}
	}
}
