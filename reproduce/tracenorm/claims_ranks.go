package tracenorm

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// lowRank is the share of min(d, k) up to which we call the rank of an optimum low.
const lowRank = 0.5

// moreRank is by how much, on average over the splits, we take a rank for a higher one: more splits have it than not.
const moreRank = 0.5

// claimsOnRanks are those on the rank of solutions.
func claimsOnRanks() []reproduce.Criterion {
	rescaled := reproduce.Criterion{
		ID: "D-R8", Table: tableFigure2, Figure: "figure2", Where: "section 3.3",
		Statement: "The numerical experiments will show that this method does not approximate well optimal solutions when " +
			"they are of low rank.",
		Paper: "worse at low rank",
	}
	distance, rank := rescaled.Under(reproduce.Reading{
		Name: "distance", Rank: reproduce.Stated,
		Reason: "“Numerical experiments show that this method produces worse solutions” (Appendix C): of a worse objective.",
	}), rescaled.Under(reproduce.Reading{
		Name: "rank", Rank: reproduce.Stated,
		Reason: "“We lose (part of) the benefit of the trace-norm regularization, which is that the trace-norm penalty is " +
			"enforcing low rank” (section 3.3): solutions of a higher rank.",
	})
	distance.Rule = "where the rank of the best solution is at most half of what it can be, IR ends farther than 1e-3 " +
		"above the best objective"
	distance.Judge = rescalingStays(farFromOptimum)
	rank.Figure = "ranks"
	rank.Rule = "where the rank of the best solution is at most half of what it can be, that of IR at its end is higher " +
		"by at least a half"
	rank.Judge = rescalingStays(aboveItsRank)
	early := reproduce.Criterion{
		ID: "D-R9", Table: tableFigure2, Figure: "ranks", Where: "section 4.2", Paper: "lower",
		Statement: "This phenomenon might be due to the fact that early iterates of our algorithm tend to have lower rank",
	}
	byIteration, byWork := early.Under(reproduce.Reading{
		Name: "first iterations", Rank: reproduce.Inferred,
		Reason: "“Early iterates”: the first ten of them, as an iterate is what an iteration ends with.",
	}), early.Under(reproduce.Reading{
		Name: "first tenth of the work", Rank: reproduce.Inferred,
		Reason: "“The early stages of training” (the sentence before), of which Figure 2 shows time: the iterate after a " +
			"tenth of the evaluations of the loss.",
	})
	byIteration.Rule = "on Conjoint (II), of which the sentence speaks, the mean rank of the first ten iterates of " +
		"ContR1D is below that of its last, by at least a half"
	byIteration.Judge = earlyRank(eachRankFirst)
	byWork.Rule = "on Conjoint (II), of which the sentence speaks, the rank of ContR1D after a tenth of its evaluations " +
		"below that of its last, by at least a half"
	byWork.Judge = earlyRank(eachRankTenth)
	return []reproduce.Criterion{distance, rank, byIteration, byWork}
}

// eachSet does something with every set that has a row of a method.
func eachSet(t *reproduce.Table, method string, do func(set string, r reproduce.Row)) {
	for _, set := range []string{conjoint1, conjoint2, pictures} {
		if r, ok := t.Row(set + "/" + method); ok && r.Status() == "" {
			do(set, r)
		}
	}
}

// rescalingStays judges IR on the sets whose best solution has a low rank.
func rescalingStays(effect func(set string, r reproduce.Row) evidence.Effect) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var parts []string
		var effects []evidence.Effect
		eachSet(t, rescaling, func(set string, r reproduce.Row) {
			best := mean(eachBestRank.In(r))
			most := math.Min(features.In(r), outputs.In(r))
			if !(best <= lowRank*most) {
				parts = append(parts, fmt.Sprintf("%s: not low, %.1f of %.0f", set, best, most))
				return
			}
			effects = append(effects, effect(set, r))
			parts = append(parts, fmt.Sprintf("%s: best rank %.1f of %.0f, IR %.0e above the best objective with rank %.1f", set,
				best, most, accuracyOf.In(r), mean(eachRank.In(r))))
		})
		if len(effects) == 0 {
			return reproduce.Finding{}
		}
		return firstOf[t.ID].All(strings.Join(parts, "; "), effects...)
	}
}

func farFromOptimum(set string, r reproduce.Row) evidence.Effect {
	accuracy := reproduce.Each(eachAccuracy.In(r), math.Log10)
	return evidence.AtLeast(set+", IR above 1e-3, in decades", accuracy, -3)
}

func aboveItsRank(set string, r reproduce.Row) evidence.Effect {
	ranks, best := eachRank.In(r), eachBestRank.In(r)
	return evidence.Paired(set+", rank of IR above the best", ranks, best, moreRank)
}

// earlyRank judges that an early rank is below the last on Conjoint (II), and tells those of the other sets.
func earlyRank(of *reproduce.Value[raced, []float64]) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var parts []string
		var effects []evidence.Effect
		eachSet(t, literal, func(set string, r reproduce.Row) {
			early, end := of.In(r), eachRank.In(r)
			if set == conjoint2 {
				effects = append(effects, evidence.Paired("rank at the end above the early one", end, early, moreRank))
			}
			parts = append(parts, fmt.Sprintf("%s: %.1f, at the end %.1f", set, mean(early), mean(end)))
		})
		return firstOf[t.ID].All(strings.Join(parts, "; "), effects...)
	}
}
