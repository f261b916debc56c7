package parsing

import "github.com/proxlab/proxlab/reproduce"

// The replications differ in the sentences trained on, or in their order, and all methods of one have the same: they
// are compared one by one.

// The readings of how C and η0 were chosen, by the end of the ids of rows.
var readings = map[string]reproduce.Reading{
	"": {
		Name: "set by accuracy", Rank: reproduce.Ours,
		Reason: "The paper does not say how C and η0 were chosen in this experiment. Here every method has those of a grid " +
			"at which its model of all templates parses the dev sentences best, as one would for a parser; templates are " +
			"ranked by that same model.",
	},
	forRanking: {
		Name: "set by ranking", Rank: reproduce.Ours,
		Reason: "The paper does not say how C and η0 were chosen in this experiment, of which selecting templates is " +
			"the aim. Here every method has those of a grid at which its best 107 templates, trained again, parse the dev " +
			"sentences best.",
	},
}

// inText and inFigure are places of the paper.
const (
	inText   = "section 4, “Dependency parsing”"
	inFigure = "Figure 1, bottom left"
)

// Claims of the paper's section on parsing, before they have a set and a reading.
var (
	notBetter = reproduce.Criterion{
		ID: "D-M7a", Where: inText, Statement: "MKL did not outperform a standard SVM in this experiment",
		Paper: "90.67 against 90.92",
		Rule:  "with all templates, the SVM is at least as good as MKL on average over replications",
	}
	notMuchWorse = reproduce.Criterion{
		ID: "D-M7b", Where: inText, Statement: "(90.67% against 90.92%)", Paper: "MKL is 0.25 points below the SVM",
		Rule: "with all templates, MKL is at most 0.5 points below the SVM on average over replications (we take what the " +
			"paper shows for no more than that)",
	}
	prunes = reproduce.Criterion{
		ID: "D-M8", Where: inText + ", and Figure 1, bottom right",
		Statement: "it showed a good performance at pruning irrelevant feature templates (see Fig. 1, bottom right)",
		Paper:     "a curve for templates selected by MKL, and one for those selected by a standard SVM",
		Rule: "of the 107 best templates, the fewest of the figure, trained again, MKL's are at least as good as the SVM's " +
			"on average over replications",
	}
	prunesAtAll = reproduce.Criterion{
		ID: "D-M8b", Where: prunes.Where, Statement: prunes.Statement, Paper: "no templates drawn at random: they are ours",
		Rule: "of the 107 templates that are trained again, MKL's best are at least as good on average as templates drawn " +
			"at random",
	}
	separates = reproduce.Criterion{
		ID: "D-M9a", Where: inFigure, Statement: "Bottom left: group weights along the epochs of Alg. 3.",
		Paper: "curves, without numbers",
		Rule: "the weights part: the largest 107 of them have a larger share of their sum after the last epoch than after " +
			"the first, on average over replications",
		Judge: judgeSeparation,
	}
	someZero = reproduce.Criterion{
		ID: "D-M9b", Where: inFigure, Statement: "Bottom left: group weights along the epochs of Alg. 3.",
		Paper: "curves, without numbers", Rule: "after the last epoch some weight is exactly 0, in every replication",
	}
)

// zeroBy is D-M9b under a reading, with its numbers of zeros.
func zeroBy(zeros *reproduce.Value[course, []float64], reading reproduce.Reading) reproduce.Criterion {
	c := someZero.Under(reading)
	c.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgeZeros(t, zeros) }
	return c
}

// The readings of D-M9b.
var (
	anyGroup = reproduce.Reading{
		Name: "all groups", Rank: reproduce.Inferred,
		Reason: "The figure shows weights, and does not say of which templates; whatever is exactly 0 counts.",
	}
	livingGroup = reproduce.Reading{
		Name: "groups that count", Rank: reproduce.Ours,
		Reason: "13 of our 507 templates give all trees of a sentence the same features, and stay at 0 without any " +
			"regularizer. A reader takes a weight that is 0 for one that MKL put there: here those 13 do not count.",
	}
)

func claims() (out []reproduce.Criterion) {
	for _, set := range setIDs {
		for _, how := range choices {
			mine, theirs := mkl.id+how.suffix, svm.id+how.suffix // both are set in the same way
			for _, c := range []reproduce.Criterion{notBetter, notMuchWorse} {
				c.Figure, c.Needs = figureAccuracy+set, []string{theirs, mine}
				c.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
					return judgeAccuracy(t, c.ID, mine, theirs)
				}
				out = append(out, c.On(tableAccuracy+set).Under(readings[how.suffix]))
			}
			c := prunes
			c.Figure, c.Needs = figureRight+set, []string{keptID(mine, fewTemplates), keptID(theirs, fewTemplates)}
			c.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgePruning(t, mine, theirs) }
			out = append(out, c.On(tableKept+set).Under(readings[how.suffix]))
			c = prunesAtAll
			c.Figure, c.Needs = figureRight+set, []string{keptID(mine, fewTemplates), keptID("random", fewTemplates)}
			c.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding { return judgeChance(t, mine) }
			out = append(out, c.On(tableKept+set).Under(readings[how.suffix]))
		}
		for _, c := range []reproduce.Criterion{
			separates, zeroBy(zeroGroups, anyGroup), zeroBy(zeroLiving, livingGroup),
		} {
			c.Figure = figureLeft + set
			out = append(out, c.On(tableEpochs+set))
		}
	}
	return out
}
