// Package factor holds graphs of discrete variables and what decodes them: labels of pixels, of the nodes of a network,
// of anything whose parts depend on each other in cycles. A labelling y of the nodes scores
//
//	S(y) = Σ_s θ_s(y_s) + Σ_{e=(a,b)} θ_e(y_a, y_b),      y_s ∈ {0, …, k_s − 1},
//
// where rules (exactly one, at most k, implications) may forbid some. The best labelling is hard to find in general:
// every decoder here says, besides the labelling that it found and its score, a bound that no labelling exceeds, with
// what rounding may have hidden, and whether the two meet.
//
//	TRWS            any graph of pairs; a bound by messages, best for many states and large grids
//	AD3             any graph, rules too; the linear program, and its fractional point
//	GraphCut        two states that attract each other: exact; more by expansions, with their bound
//	BranchAndBound  any graph, rules too; exact where nodes do
//
// Marginals come with a bound of log Z by spanning forests. Hinge, Likelihood and Pseudo are losses of labelled graphs,
// oracles for every method of package solver; the first two are a toolkit.Bounded.
package factor
