package bundle

import "github.com/proxlab/proxlab/reproduce"

// The sentences of the paper that are judged, and their places.
const (
	experiments = "section 5.2"
	batch       = "section 4"

	flatStretch = "In both methods, many iterations pass before the algorithms are able to identify parameters which " +
		"improve upon the initial parameter set; for the standard bundle method, this problem is especially pronounced " +
		"for small regularization parameters."
	outperforms = "Again, the results show that the proximal variant significantly outperforms the standard algorithm, " +
		"especially when λ is small."
	sameRate = "Provided that λR + A = Õ(1), then our analysis yields a worst case convergence rate of Õ(1/(λT)), " +
		"matching the convergence rate of our online algorithm, as well as the best known convergence rates for bundle " +
		"methods."
	noTuning = "In practice, each of these prior methods require considerable parameter tuning on the part of the user. " +
		"In contrast, our bundle algorithm is straightforward, with the curvature terms τ_t automatically chosen in order " +
		"to minimize a regret bound."
	others = "We note that the idea of stabilizing standard bundle method algorithms to improve convergence has been " +
		"suggested previously in the bundle method literature. Proximal bundle methods originated with (Kiwiel, 1983), …"
)

// optimistic is how the paper ran its method. Algorithm 4 with R = 1/√λ, the bound of its analysis, stands beside it in
// the tables: no verdict on an experiment rests on that.
var optimistic = reproduce.Reading{
	Name: "R guessed", Rank: reproduce.Stated,
	Reason: "“In both the online and batch cases, we ran the optimistic version of our proximal algorithm, setting ε = " +
		"0 and δ = 1” (section 5). Of bundle methods it has no pseudocode: “the optimistic strategy for bounding the " +
		"optimal parameter norm … carries over with little modification” (section 4). Here R begins at 1 and grows by √2 " +
		"as in its Algorithm 3, where t and τ begin anew; cuts and w stay.",
}

// The claims, before they have a set.
var (
	earlier = reproduce.Criterion{
		ID: "D-P7", Where: experiments + ", Figure 3, left", Statement: flatStretch, Paper: "curves, without numbers",
		Rule: "at every λ the proximal method improves on f(w₁) for the first time after at most half as many calls as the " +
			"standard one; one that never does in the calls shown comes after all that do",
	}
	growing = reproduce.Criterion{
		ID: "D-B8", Where: experiments + ", Figure 3, left", Statement: outperforms, Paper: "curves, without numbers",
		Rule: "after the last call shown the proximal method's best objective is below the standard one's at every λ, and " +
			"by no less at each λ than at the one before it, of which 1 % of f(w₁) is taken for equal",
	}
	alsoRanking = reproduce.Criterion{
		ID: "D-B9", Where: experiments + ", Figure 3, right", Statement: outperforms, Paper: "curves, without numbers",
		Rule: "for ranking, what D-P7 and D-B8 ask for",
	}
	flat = reproduce.Criterion{
		ID: "D-B10", Where: experiments, Statement: flatStretch, Paper: "curves, without numbers",
		Rule: "“many”: at every λ neither method improves on f(w₁) before the fifth call",
	}
	proposition3 = reproduce.Criterion{
		ID: "D-B11a", Where: "Proposition 3", Paper: "a bound for every T", Table: tableTheory, Figure: figureTheory,
		Statement: "Suppose that ‖w_t‖ ≤ R and ‖a_t‖ ≤ A_t for t = 1, …, T. Then, min f(w_t) − f(w*) ≤ (1/T) Σ_t [2τ_tR² + " +
			"(λR + A_t)²/(2(λt + τ_{1:t}))].",
		Rule: "with R = 1/√λ and A_t = ‖a_t‖, on every set and λ, and after every call: the best objective is above a " +
			"certified lower bound of the minimum by no more than that",
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgeBound(t, third) },
	}
	theorem5 = reproduce.Criterion{
		ID: "D-B11b", Where: "Theorem 5", Paper: "a bound for every T", Table: tableTheory, Figure: figureTheory,
		Statement: "Suppose that ‖w_t‖ ≤ R and ‖a_t‖ ≤ A for t = 1, …, T. Then, Algorithm 4 achieves, min f(w_t) − f(w*) ≤ " +
			"(λR + A)²(1 + log T)/(λT).",
		Rule: "with R = 1/√λ and A the largest ‖a_t‖ so far, on every set and λ, and after every call: the best objective " +
			"is above a certified lower bound of the minimum by no more than that",
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgeBound(t, fifth) },
	}
	untuned = reproduce.Criterion{
		ID: "D-P12", Where: batch, Statement: noTuning, Paper: "no numbers", Figure: figureStarts,
		Rule: "R, on which the curvature depends, need not be tuned: with R₀ = 0.1, 1 and 10 the proximal method's best " +
			"objectives after as many calls are within 1 % of f(w₁) of each other",
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgeStarts(t) },
	}
	stable = reproduce.Criterion{
		ID: "D-P13", Where: batch, Statement: others, Paper: "no comparison: it is ours",
		Rule: "after the last call shown the best objective of Kiwiel's stabilized method is at most that of the proximal " +
			"method with R guessed, at every λ",
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgeStabilized(t) },
	}
	asQuick = reproduce.Criterion{
		ID: "D-B14", Where: batch, Statement: sameRate, Paper: "the same order of calls", Figure: figureCertified,
		Rule: "“matching”: to a certified gap of 0.1 % of the objective the proximal method needs at most twice as many " +
			"calls as the standard one, at every λ at which one of them comes there within the calls made",
	}
)

// figureOf is the figure that shows the courses of a set.
func figureOf(s set) string {
	if s.id == "rna" || s.id == "ndcg" {
		return figureThree
	}
	return figureBest + s.id
}

func claims() (out []reproduce.Criterion) {
	on := func(c reproduce.Criterion, judge func(t *reproduce.Table) reproduce.Finding, sets ...string) {
		for _, id := range sets {
			s := setOf(id)
			c.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judge(t) }
			if c.Figure == "" {
				c.Figure = figureOf(s)
			}
			out = append(out, c.On(tableCalls+s.id).Under(optimistic))
		}
	}
	on(earlier, judgeEarlier, "rna")
	on(growing, judgeGrowing, "rna")
	on(alsoRanking, judgeBoth, "ndcg", "mq2008-ndcg")
	on(flat, judgeFlat, "rna", "ndcg", "mq2008-ndcg", "pairs", "mq2008-pairs", "hinge")
	out = append(out, proposition3, theorem5)
	for _, s := range sets {
		if s.starts != nil {
			out = append(out, untuned.On(tableStarts+s.id))
		}
	}
	for _, s := range sets {
		c := stable
		c.Figure = figureOf(s)
		out = append(out, c.On(tableCalls+s.id))
	}
	on(asQuick, judgeCertified, "hinge", "a9a", "w8a", "ijcnn1")
	return out
}
