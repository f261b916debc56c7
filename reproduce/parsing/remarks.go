package parsing

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// guide says what is run and how to read the tables.
const guide = `
A dependency parser gives every word of a sentence its head, another word or the root, so that a tree comes about. The
score of a tree is the sum of the scores of its arcs; the tree of the highest score is found by the algorithm of Chu,
Liu and Edmonds. Every arc has a feature for each of 507 templates, such as the head's tag with the modifier's word and
the direction; each template is a group, with a table of hashed weights. The paper lists none of its 507 templates:
ours are a reconstruction. Its treebank, CoNLL-2008, is licensed; ours are the English Web Treebank, whole and a part of
2,000 sentences, and a synthetic treebank whose trees were drawn with 20 of the templates.

In the first stage the online proximal algorithm trains on all templates: with the squared sum of the groups' norms it
is multiple kernel learning (MKL), with the sum of squared norms a structured support vector machine (SVM), with the
sum of norms ℓ2,1. In the second stage the templates with the largest norms are kept and a plain SVM is trained again
with these alone. For comparison templates are ranked by information gain, which looks at no tree but at arcs one by
one, and drawn at random, several times.

The tables accuracy have the first stage, at every C and η0 tried and at those that are best on the dev sentences; the
tables kept the second, Figure 1 of the paper on the right; the tables epochs the weights along the epochs, Figure 1 on
the left. The replications differ in the sentences drawn and in their order. At quick scale there is a small
synthetic treebank alone; a table that is named is made of 200 sentences of EWT, or of all.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) (out []string) {
	for _, set := range setIDs {
		out = append(out, againstRandom(rec, set), pruned(rec, set), foundRelevant(rec, set), choiceOfC(rec, set),
			choiceOfRate(rec, set))
	}
	var some []string
	for _, r := range out {
		if r != "" {
			some = append(some, r)
		}
	}
	return some
}

// keptTest is the mean test attachment of a ranking at 107 templates; NaN where it is missing.
func keptTest(rec *reproduce.Record, set, ranking string) float64 {
	r, _ := rec.Table(tableKept + set).Row(keptID(ranking, fewTemplates))
	return test.In(r)
}

// againstRandom compares the best templates with random ones, the plainest filter of all.
func againstRandom(rec *reproduce.Record, set string) string {
	r, ok := rec.Table(tableKept + set).Row(keptID("random", fewTemplates))
	best, gain := keptTest(rec, set, mkl.id+forRanking), keptTest(rec, set, byGain.method)
	if !ok || math.IsNaN(best+gain+test.In(r)) {
		return ""
	}
	draws := len(tests.In(r))
	where := "within the band of"
	switch {
	case best > most.In(r):
		where = "above all of"
	case best < least.In(r):
		where = "below all of"
	}
	return fmt.Sprintf("%s: the best 107 templates by MKL, set by ranking, have %.2f %%, %s %d random draws (%.2f to "+
		"%.2f, mean %.2f); those by information gain %.2f %%.", capital(titles[set]), best, where, draws, least.In(r),
		most.In(r), test.In(r), gain)
}

// pruned tells what is lost by keeping 107 templates of 507.
func pruned(rec *reproduce.Record, set string) string {
	whole, _ := rec.Table(tableKept + set).Row(keptID("all", allTemplates))
	best, theirs := keptTest(rec, set, mkl.id+forRanking), keptTest(rec, set, svm.id+forRanking)
	all := test.In(whole)
	if math.IsNaN(best + theirs + all) {
		return ""
	}
	side := func(v float64) string {
		if v < all {
			return fmt.Sprintf("%.2f points below", all-v)
		}
		return fmt.Sprintf("%.2f points above", v-all)
	}
	return fmt.Sprintf("%s: a plain SVM on all 507 templates has %.2f %%; on MKL's best 107 it is %s that, on the SVM's "+
		"best 107 %s.", capital(titles[set]), all, side(best), side(theirs))
}

// foundRelevant tells how many of the templates that made a synthetic treebank are among the best.
func foundRelevant(rec *reproduce.Record, set string) string {
	t := rec.Table(tableKept + set)
	if t == nil {
		return ""
	}
	_, kept := axes(t)
	var parts []string
	for _, ranking := range []string{mkl.id + forRanking, svm.id + forRanking, byGain.method, "random"} {
		for _, k := range kept[:min(1, len(kept))] {
			r, ok := t.Row(keptID(ranking, k))
			if !ok || !knowsRelevant(r) {
				continue
			}
			if n := relevant.In(r); !math.IsNaN(n) {
				parts = append(parts, fmt.Sprintf("%.1f (%s)", n, titleOf(ranking)))
			}
		}
	}
	if len(parts) < 4 {
		return ""
	}
	return fmt.Sprintf("%s: of the 20 templates that its trees were drawn with, the first %d kept have %s.",
		capital(titles[set]), kept[0], strings.Join(parts, ", "))
}

// choiceOfC tells what the choice of C does to the accuracy of MKL.
func choiceOfC(rec *reproduce.Record, set string) string {
	accuracy, ranking := keyed(rec, set, ""), keyed(rec, set, forRanking)
	if accuracy.ID == "" || ranking.ID == "" || settings(accuracy) == settings(ranking) {
		return ""
	}
	return fmt.Sprintf("%s: what is best for the accuracy of MKL is not the best for its ranking: %s, with %.2f %%, "+
		"against %s, with %.2f %%.", capital(titles[set]), settings(accuracy), test.In(accuracy), settings(ranking),
		test.In(ranking))
}

// keyed is the row of MKL's accuracy under a choice of C.
func keyed(rec *reproduce.Record, set, how string) reproduce.Row {
	r, _ := rec.Table(tableAccuracy + set).Row(mkl.id + how)
	if math.IsNaN(test.In(r)) {
		return reproduce.Row{}
	}
	return r
}

// choiceOfRate tells what η0 does to the ranking by the SVM.
func choiceOfRate(rec *reproduce.Record, set string) string {
	quick, slow := setting{10, 20}, setting{10, 5}
	a, b := keptTest(rec, set, svm.id+" at "+quick.String()), keptTest(rec, set, svm.id+" at "+slow.String())
	best := keptTest(rec, set, mkl.id+forRanking)
	if math.IsNaN(a + b + best) {
		return ""
	}
	return fmt.Sprintf("%s: how well an SVM ranks depends on its steps. Its best 107 templates have %.2f %% at η0 = %g "+
		"and %.2f %% at η0 = %g; those of MKL, set by ranking, %.2f %%.", capital(titles[set]), a, quick.Eta0, b, slow.Eta0,
		best)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
