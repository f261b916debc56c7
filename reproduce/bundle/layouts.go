package bundle

import (
	"slices"

	"github.com/proxlab/proxlab/reproduce"
)

// The tables, figures and curves; those that end in a hyphen have the id of a set behind it.
const (
	tableCalls  = "calls-"
	tableStarts = "starts-"
	tableTheory = "bounds"
	tableNDCG   = "test-ndcg"
	tableFolds  = "folds"
	tableTies   = "ties"

	figureThree     = "figure3"
	figureBest      = "best-"
	figureCertified = "certified"
	figureStarts    = "starts"
	figureTheory    = "bounds"
	figureFolds     = "folds"

	curveBest   = "best-"
	curveTheory = "bounds-"
)

// tablesOf are the tables to which a set adds rows.
func tablesOf(s set) []string {
	out := []string{tableCalls + s.id}
	if s.starts != nil {
		out = append(out, tableStarts+s.id)
	}
	out = append(out, tableTheory)
	if s.ranks() {
		out = append(out, tableNDCG)
	}
	if s.kind == folding {
		out = append(out, tableTies, tableFolds)
	}
	return out
}

// parts are the sets, each with the tables that have no other's rows.
func parts() (out []reproduce.Part) {
	for _, s := range sets {
		own := slices.DeleteFunc(tablesOf(s), func(id string) bool { return id == tableTheory || id == tableNDCG })
		out = append(out, reproduce.Part{ID: s.id, Tables: own})
	}
	return out
}

func layouts() (out []reproduce.Layout) {
	for _, s := range sets {
		scale := reproduce.Paper
		if s.made != nil {
			scale = ""
		}
		out = append(out, callsLayout(s, scale))
		if s.starts != nil {
			out = append(out, startsLayout(s))
		}
	}
	return append(out, tiesLayout, foldsLayout, ndcgLayout, theoryLayout)
}

func callsLayout(s set, scale reproduce.Scale) reproduce.Layout {
	return reproduce.Layout{
		ID: tableCalls + s.id, Scale: scale,
		Title: "Best objective so far, and calls to a certified gap: " + s.title,
		Notes: []string{
			"f(w₁) is the objective at w = 0, where all methods begin; “below” is the first call with a lesser one.",
			"The gap after the last call shown, and the calls to a gap of 10, 1 and 0.1 % of f, are certified by a lower " +
				"bound of the minimum from the same cuts. A dash: not within the calls made.",
		},
		Columns: callFields.Columns(),
	}
}

func startsLayout(s set) reproduce.Layout {
	scale := reproduce.Scale("")
	return reproduce.Layout{
		ID: tableStarts + s.id, Scale: scale,
		Title: "Other first guesses of the radius, or of the weight: " + s.title,
		Notes: []string{
			"The first guess is the radius R₀ of Algorithm 4, whose own is 1 here, or the first weight u₀ of the " +
				"stabilized method in units of ‖a₁‖, its own.",
		},
		Columns: startFields.Columns(),
	}
}

var tiesLayout = reproduce.Layout{
	ID: tableTies, Title: "RNA folding: which structure is taken at w = 0, where all of a cost are maximizers",
	Notes: []string{
		"The folder takes the first in the order of its recursion; the others are chosen by the features that are fewest " +
			"or most in all, or by random weights of them. All have the same f(w₁), and features that are subgradients.",
	},
	Columns: tieFields.Columns(),
}

var foldsLayout = reproduce.Layout{
	ID: tableFolds, Title: "RNA folding in two-fold cross-validation",
	Notes: []string{
		"Each half of the sequences is folded by a model trained on the other; the pairs of all are counted together. " +
			"Mean ± deviation over random splits. A λ that is chosen, and γ of mea and centroid, are those of the largest " +
			"F₁ when each half of the sequences that are learnt from is folded by its other half.",
		"What is quoted was measured once on the same sequences with a program that is not trained on them.",
	},
	Columns: foldFields.Columns(),
}

var ndcgLayout = reproduce.Layout{
	ID: tableNDCG, Title: "NDCG@10 on test queries, after the calls shown",
	Notes: []string{
		"Mean over the test queries with a relevant document, gains 2^y − 1. No λ was selected: each has its row.",
		"What is quoted was measured once on the same split with other programs: from the least to the most over settings.",
	},
	Columns: ndcgFields().Columns(),
}

var theoryLayout = reproduce.Layout{
	ID: tableTheory, Title: "Algorithm 4 with R = 1/√λ beside Proposition 3 and Theorem 5",
	Notes: []string{
		"The best objective above the minimum after all calls: by the least objective of any method at least, by the " +
			"largest lower bound at most.",
		"“kept” counts the calls after which a bound is shown to be kept, and “broken” those after which it is not. The " +
			"statements assume ‖w_t‖ ≤ R, and that the minimizer is no farther.",
	},
	Columns: theoryFields.Columns(),
}
