package parsing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The tables, figures and curves; each has the id of its set behind it.
const (
	tableAccuracy = "accuracy-"
	tableKept     = "kept-"
	tableEpochs   = "epochs-"

	figureAccuracy = "attachment-"
	figureLeft     = "figure1-left-"
	figureRight    = "figure1-right-"

	curveWeights = "weights-"
)

func tablesOf(set string) []string {
	return []string{tableAccuracy + set, tableKept + set, tableEpochs + set}
}

// titles of the sets, for headings.
var titles = map[string]string{
	grammar.id: "synthetic treebank", partOfEWT.id: "a part of EWT", wholeEWT.id: "EWT",
}

func layouts() (out []reproduce.Layout) {
	for _, set := range setIDs {
		scale := reproduce.Paper
		if set == grammar.id {
			scale = ""
		}
		out = append(out, accuracyLayout(set, scale), keptLayout(set, scale), epochsLayout(set, scale))
	}
	return out
}

// attached says what is measured.
const attached = "Attachment is the share of words whose head is right, without punctuation (UPOS = PUNCT); gold tags."

func accuracyLayout(set string, scale reproduce.Scale) reproduce.Layout {
	return reproduce.Layout{
		ID: tableAccuracy + set, Scale: scale,
		Title: "Attachment (%) with all 507 templates, by method: " + titles[set],
		Notes: []string{
			attached,
			"Mean ± deviation over replications. C = 1/(λm), η_t = η0/√t; “set by accuracy”: C and η0 are those of the best " +
				"dev attachment of the model itself, “set by ranking” those of its best 107 templates when they are trained again.",
			"The paper's numbers are those of another treebank: CoNLL-2008.",
		},
		Columns: accuracyFields.Columns(),
	}
}

func keptLayout(set string, scale reproduce.Scale) reproduce.Layout {
	return reproduce.Layout{
		ID: tableKept + set, Scale: scale,
		Title: "Attachment (%) of plain SVMs on the templates kept: " + titles[set],
		Notes: []string{
			attached,
			"dev / test ± deviation over replications; at random, over draws. Templates are ranked by ‖θ_k‖, or by " +
				"information gain, on the sentences to train on, and trained again with C = 10 and " +
				"η0 = 20; their C and η0 as in the table of accuracies.",
		},
		Show: showKept,
	}
}

// showKept has a line for every ranking, and a column for every number of templates kept.
func showKept(f *figures.Table, t *reproduce.Table) {
	rankings, kept := axes(t)
	kept = slices.DeleteFunc(kept, func(k int) bool { return k == allTemplates })
	heads := []string{"ranked by"}
	for _, k := range kept {
		heads = append(heads, fmt.Sprint(k))
	}
	if r, ok := t.Row(keptID("all", allTemplates)); ok {
		f.Notes = append(f.Notes, "With all 507 templates, and the same C and η0: "+devAndTest(r)+".")
	}
	known := len(kept) > 0 && slices.ContainsFunc(t.Rows, knowsRelevant)
	if known {
		heads = append(heads, fmt.Sprintf("relevant in %d", kept[0]))
	}
	f.Columns = figures.Columns(1, append(heads, "data")...)
	f.Columns[len(heads)].Aside = true
	for _, ranking := range rankings {
		if ranking == "all" {
			continue
		}
		line := []string{titleOf(ranking)}
		var of reproduce.Row
		for _, k := range kept {
			r, ok := t.Row(keptID(ranking, k))
			cell := "–"
			if ok {
				of = r
				cell = devAndTest(r)
			}
			line = append(line, cell)
		}
		if known {
			r, _ := t.Row(keptID(ranking, kept[0]))
			line = append(line, figures.Number(relevant.In(r), 1))
		}
		f.Rows = append(f.Rows, append(line, of.Data.String()))
	}
	if len(rankings) == 0 && len(t.Rows) > 0 { // the data are not at hand
		f.Rows = append(f.Rows, []string{"–", t.Rows[0].Status()})
	}
}

// knowsRelevant tells whether a row is of a treebank of which it is known which templates matter.
func knowsRelevant(r reproduce.Row) bool { return r.Data.Kind == datasets.Synthetic }

func devAndTest(r reproduce.Row) string {
	return figures.Number(dev.In(r), 2) + " / " + plusMinus(test.In(r), testSpread.In(r), 2)
}

// axes returns the rankings of a table and the numbers of templates kept, in the order in which they come.
func axes(t *reproduce.Table) (rankings []string, kept []int) {
	for _, r := range t.Rows {
		if k := among.In(r); k >= 0 && !slices.Contains(kept, k) {
			kept = append(kept, k)
		}
		if name := by.In(r); name != "" && !slices.Contains(rankings, name) {
			rankings = append(rankings, name)
		}
	}
	return rankings, kept
}

func epochsLayout(set string, scale reproduce.Scale) reproduce.Layout {
	return reproduce.Layout{
		ID: tableEpochs + set, Scale: scale,
		Title: "The weights of the templates along the epochs of MKL: " + titles[set],
		Notes: []string{
			"At the C and η0 of the best ranking; means over replications. The share is that of the largest 107 norms in " +
				"the sum of all 507; Spearman's rank correlation is with the norms after the last epoch.",
			"13 templates give all trees of a sentence the same features: their weights are 0 whatever is learned.",
		},
		Columns: epochFields.Columns(),
	}
}

// titleOf is the title of a row's method or ranking.
func titleOf(id string) string {
	base, how := id, ""
	for _, c := range choices[1:] {
		if cut, ok := strings.CutSuffix(id, c.suffix); ok {
			base, how = cut, ", "+c.title
		}
	}
	if how == "" {
		how = ", " + choices[0].title
	}
	base, at, fixed := strings.Cut(base, " at ")
	for _, m := range methods {
		switch {
		case m.id == base && fixed:
			return m.title + ", " + at
		case m.id == base:
			return m.title + how
		}
	}
	if t, ok := map[string]string{byGain.method: "information gain", "random": "at random", "all": "all of them"}[id]; ok {
		return t
	}
	return id
}
