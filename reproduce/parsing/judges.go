package parsing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// paired returns the test attachments of two rows; ok is false where they are not of the same replications.
func paired(a, b reproduce.Row) (x, y []float64, ok bool) {
	x, y = tests.In(a), tests.In(b)
	ok = len(x) > 0 && len(x) == len(y) && slices.Equal(seeds.In(a), seeds.In(b))
	return x, y, ok
}

// settings writes those of a row, each that occurs.
func settings(r reproduce.Row) string {
	return fmt.Sprintf("C = %s, η0 = %s", list(costs.In(r)), list(rates.In(r)))
}

// judgeAccuracy judges D-M7 on a row of MKL and one of the SVM.
func judgeAccuracy(t *reproduce.Table, id, mine, theirs string) reproduce.Finding {
	a, _ := t.Row(mine)
	b, _ := t.Row(theirs)
	x, y, ok := paired(a, b)
	if !ok {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("%s (MKL, %s) against %s (SVM, %s)", meanOf(x), settings(a), meanOf(y), settings(b))
	if id == notBetter.ID {
		return drawnToo(ours, evidence.Paired("SVM above MKL", y, x, 0), b, a)
	}
	return drawnToo(ours, evidence.Paired("MKL at most 0.5 points below the SVM", x, y, -0.5), a, b)
}

// drawnToo judges an effect on the attachments of two rows, to the spread of which it adds that of the test sentences.
func drawnToo(ours string, e evidence.Effect, a, b reproduce.Row) reproduce.Finding {
	if a.Data.Kind == datasets.Synthetic { // every replication has test sentences of its own
		return planned.All(ours, e)
	}
	says := "; that other test sentences might have been drawn is not in it: the record has no heads by sentence"
	if d := differences(a, b); d != nil {
		n := float64(len(d))
		shared := stat.StdDev(d, nil) * math.Sqrt(n) // of their sum
		e, says = e.Sampled(shared, n-1), fmt.Sprintf("; the test sentences besides ± %.2g", shared)
	}
	f := planned.All(ours, e)
	if f.Spread != "" {
		f.Spread += says
	}
	return f
}

// differences are by how many points each test sentence sets a row above another; nil where that is not known.
func differences(a, b reproduce.Row) (out []float64) {
	x, y := strings.Fields(heads.In(a)), strings.Fields(heads.In(b))
	if len(x) < 2 || len(x) != len(y) {
		return nil
	}
	total := 0.
	for i := range x {
		var found, other float64
		if _, err := fmt.Sscan(x[i]+" "+y[i], &found, &other); err != nil {
			return nil
		}
		total += found
		out = append(out, found-other)
	}
	words := total / tests.In(a)[0] // percent of the words are found
	return reproduce.Each(out, func(d float64) float64 { return d / words })
}

// judgePruning judges D-M8.
func judgePruning(t *reproduce.Table, mine, theirs string) reproduce.Finding {
	a, _ := t.Row(keptID(mine, fewTemplates))
	b, _ := t.Row(keptID(theirs, fewTemplates))
	x, y, ok := paired(a, b)
	if !ok {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("%s (107 by MKL, %s) against %s (107 by SVM, %s)", meanOf(x), settings(a), meanOf(y),
		settings(b))
	return drawnToo(ours, evidence.Paired("best 107 by MKL above those by SVM", x, y, 0), a, b)
}

// judgeChance judges D-M8b: the draws of templates are no replications of MKL.
func judgeChance(t *reproduce.Table, mine string) reproduce.Finding {
	a, _ := t.Row(keptID(mine, fewTemplates))
	b, _ := t.Row(keptID("random", fewTemplates))
	x, y := tests.In(a), tests.In(b)
	if len(x) == 0 || len(y) == 0 {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("%s (107 by MKL, %s) against %s (107 at random, %.2f to %.2f in %d draws)", meanOf(x), settings(a),
		meanOf(y), least.In(b), most.In(b), len(y))
	return drawnToo(ours, evidence.Unpaired("best 107 by MKL above 107 at random", x, y, 0), a, b)
}

// ends returns the first and the last row of a table of epochs; ok is false where there is one alone.
func ends(t *reproduce.Table) (first, last reproduce.Row, ok bool) {
	if len(t.Rows) < 2 {
		return first, last, false
	}
	first, last = t.Rows[0], t.Rows[len(t.Rows)-1]
	return first, last, slices.Equal(followedSeeds.In(first), followedSeeds.In(last))
}

// judgeSeparation judges D-M9a.
func judgeSeparation(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
	first, last, ok := ends(t)
	if !ok || len(helds.In(first)) != len(helds.In(last)) {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("the largest 107 have %.1f %% of the sum after epoch %d, %.1f %% after epoch %d; Spearman "+
		"between the two %.3f", held.In(first), epoch.In(first), held.In(last), epoch.In(last),
		agreement.In(first))
	return planned.All(ours, evidence.Paired("share after the last epoch above that after the first",
		helds.In(last), helds.In(first), 0))
}

// judgeZeros judges D-M9b by numbers of zeros.
func judgeZeros(t *reproduce.Table, zeros *reproduce.Value[course, []float64]) reproduce.Finding {
	_, last, ok := ends(t)
	if !ok {
		return reproduce.Finding{}
	}
	exceptions := 0
	for _, n := range zeros.In(last) {
		if n == 0 {
			exceptions++
		}
	}
	ours := fmt.Sprintf("weights that are 0 after epoch %d, by replication: %s", epoch.In(last),
		all(zeros.In(last)))
	return evidence.Always(ours, len(zeros.In(last)), exceptions)
}

// all writes numbers one after another.
func all(v []float64) string {
	out := ""
	for k, x := range v {
		if k > 0 {
			out += ", "
		}
		out += fmt.Sprintf("%g", x)
	}
	return out
}

// meanOf writes the mean of values over replications.
func meanOf(values []float64) string {
	mean, _ := reproduce.MeanSpread(values)
	return fmt.Sprintf("%.2f", mean)
}
