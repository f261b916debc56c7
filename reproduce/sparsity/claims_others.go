package sparsity

import (
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// Whether other penalties are as multi-task learning: the paper's three questions, asked of each.

const shared = "we believe that all the other learning algorithms considered in this paper share the same properties."

var claimsOnOthers = slices.Concat(
	onBoth(reproduce.Criterion{
		ID: "D-S8a", Where: "section 5", Paper: "shared", Statement: shared,
		Rule: "prediction: for lasso, elastic net and group lasso the mean test error at α = 0.001 is, at every n, within " +
			"10 % of that at μ = 0",
		Judge: forOthers(errorsOverlap(errorsOf, least)),
	}, tableInstances),
	onBoth(reproduce.Criterion{
		ID: "D-S8b", Where: "section 5", Paper: "shared", Statement: shared,
		Rule: "selection: for lasso, elastic net and group lasso, at every n of at most d/4, at most one feature more is " +
			"selected on average at α = 0.001 than at μ = 0",
		Judge: forOthers(negligible),
	}, tableInstances),
	onBoth(reproduce.Criterion{
		ID: "D-S8c", Where: "section 5", Paper: "shared", Statement: shared,
		Rule: "running time: for lasso, elastic net and group lasso, at every n, no α takes over 5 % more iterations on " +
			"average than the α before, and the largest takes fewer than μ = 0",
		Judge: forOthers(fewerWithAlpha),
	}, tableInstances),
)

// forOthers judges every penalty of a table by itself, and all of it together.
func forOthers(f finding) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var all []string
		var effects []evidence.Effect
		for _, in := range instances {
			part := gridOf(t).of(keyInstance, in.id)
			if len(part.rows) == 0 {
				continue
			}
			ours, of := f(part)
			for _, e := range of {
				e.Name = in.title + ", " + e.Name
				effects = append(effects, e)
			}
			all = append(all, in.title+": "+ours)
		}
		return planned.All(strings.Join(all, "; "), effects...)
	}
}
