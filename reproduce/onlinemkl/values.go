package onlinemkl

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// summary is what a row of Table 1 learned under a variant on the folds that are complete.
type summary struct {
	row
	variant
	table   string
	all     []choice
	seconds []float64                    // of training, by fold; nil where they are not there
	byC     func(eta0 float64) []float64 // mean accuracies by C; nil where there are none
}

func (x summary) each(of func(ch choice) float64) []float64 { return reproduce.Each(x.all, of) }

func (x summary) isTimed() bool { return x.seconds != nil && slices.Contains(forms, x.table) }

// The values of rows of the forms of Table 1, of more folds and of variants.
var (
	kernelOf = reproduce.Whole[summary]("kernel",
		reproduce.Left(func(r reproduce.Row, _ string) string { return specOf(r.ID).title }))
	accuracyStd = reproduce.Kept("accuracy_std", func(x summary) float64 {
		_, std := reproduce.MeanSpread(x.each(choice.accuracy))
		return std
	})
	accuracyOf = reproduce.Shown("accuracy", "accuracy (%)", spread(accuracyStd), func(x summary) float64 {
		mean, _ := reproduce.MeanSpread(x.each(choice.accuracy))
		return mean
	})
	ofFolds = reproduce.Shown("accuracies", "of the folds", fromTo("%.1f to %.1f"), func(x summary) []float64 {
		return x.each(choice.accuracy)
	})
	paperStd      = reproduce.Kept("paper_std", func(x summary) float64 { return x.paper.std })
	paperAccuracy = reproduce.Shown("paper_accuracy", "paper", spread(paperStd),
		func(x summary) float64 { return x.paper.accuracy })
	paperSeconds = reproduce.Shown("paper_seconds", "paper", reproduce.Decimals(0),
		func(x summary) float64 { return x.paper.seconds })
	trained = reproduce.Shown("train_seconds", "training (s)", reproduce.Decimals(2), func(x summary) float64 {
		mean, _ := reproduce.MeanSpread(x.seconds)
		return mean
	}).If(summary.isTimed)
	trainedOnFolds = reproduce.Shown("train_seconds_of_folds", "of the folds", fromTo("%.2f to %.2f"),
		func(x summary) []float64 { return x.seconds }).If(summary.isTimed)
	timedAt = reproduce.Kept("timed_C", func(summary) float64 { return timedC }).If(summary.isTimed)
	costs   = reproduce.Shown("C", "C", listed, func(x summary) []float64 {
		return x.each(func(ch choice) float64 { return grid[ch.c] })
	})
	etas = reproduce.Shown("eta0", "η0", listed, func(x summary) []float64 {
		return x.each(func(ch choice) float64 { return ch.Eta0 })
	})
	folds = reproduce.Shown("folds", "folds", reproduce.Right(counted), func(x summary) []float64 {
		return x.each(func(ch choice) float64 { return float64(ch.fold) })
	})
	learnedOn = reproduce.Whole[summary]("data", reproduce.Data)
	tried     = reproduce.Kept("grid", func(summary) []float64 { return grid })
	widths    = reproduce.Kept("h", func(x summary) []float64 { return x.each(func(ch choice) float64 { return ch.H }) }).
			If(func(x summary) bool { return x.usesSpline() })
	betas = reproduce.Kept("beta", func(x summary) []float64 {
		beta := make([][]float64, len(x.all))
		for i, ch := range x.all {
			beta[i] = shares(ch.Norms[ch.c][epochs-1])
		}
		return columnMeans(beta)
	}).If(func(x summary) bool { return x.learn })
	groups = reproduce.Kept("groups", func(x summary) []string { return groupNames(x.row, x.variant) }).
		If(func(x summary) bool { return x.learn })
)

// accuraciesAt is the mean accuracy by C at an η0.
func accuraciesAt(eta0 float64) *reproduce.Value[summary, []float64] {
	return reproduce.Kept(reproduce.Key[[]float64](fmt.Sprintf("accuracy_by_C_eta0_%g", eta0)),
		func(x summary) []float64 { return x.byC(eta0) }).
		If(func(x summary) bool { return x.table != tableMoreFolds && x.byC(eta0) != nil })
}

var (
	// paperFields are those that rows without data have too.
	paperFields = reproduce.Fields[summary]{paperAccuracy, paperStd, paperSeconds}
	// moreFields are those shown of more folds.
	moreFields = reproduce.Fields[summary]{kernelOf, accuracyOf, ofFolds, costs, etas, folds, learnedOn}
	// summaryFields are those of all these tables, as the forms of Table 1 show them.
	summaryFields = func() reproduce.Fields[summary] {
		ofVariants := func(x summary) bool { return x.table == tableVariants }
		out := reproduce.Fields[summary]{
			kernelOf, accuracyOf, paperAccuracy, ofFolds, trained, paperSeconds, trainedOnFolds, costs, etas, folds, learnedOn,
			accuracyStd, paperStd, timedAt, tried, widths, betas, groups,
			reproduce.Kept("variant", func(x summary) string { return x.variant.ID }).If(ofVariants),
			reproduce.Kept("row", func(x summary) string { return x.row.id }).If(ofVariants),
		}
		for _, eta0 := range rates {
			out = append(out, accuraciesAt(eta0))
		}
		return out
	}()
)

// picked and reached are the keys of the η0 that were chosen for a row, and its accuracies, in the table of rates.
func picked(row string) reproduce.Key[[]float64] { return reproduce.Key[[]float64]("eta0_" + row) }

func reached(row string) reproduce.Key[[]float64] {
	return reproduce.Key[[]float64]("accuracies_" + row)
}

// The values of sample words.
const (
	keyTruth  reproduce.Key[string]   = "truth"
	keyGuess  reproduce.Key[string]   = "guess"
	keyPixels reproduce.Key[[]string] = "pixels"
)

func (r RegretRun) last() int { return len(r.Rounds) - 1 }

// atEnd is a value of a run at its end.
func atEnd(key, title string, f reproduce.Format, of func(r RegretRun) float64) *reproduce.Value[RegretRun, float64] {
	return reproduce.Shown(reproduce.Key[float64](key), title, f, of)
}

const keyRounds reproduce.Key[float64] = "rounds"

// The values of the table of regret.
var (
	regretOf   = atEnd("regret", "regret/T, from", perRound(3), func(r RegretRun) float64 { return r.Regret[r.last()] })
	regretMost = atEnd("regret_most", "to", perRound(3), func(r RegretRun) float64 { return r.most()[r.last()] })
	regretCap  = atEnd("bound", "bound/T", perRound(2), func(r RegretRun) float64 { return r.Bound[r.last()] })
	shareOf    = atEnd("share", "share", reproduce.Decimals(3), RegretRun.share)

	regretFields = reproduce.Fields[RegretRun]{
		reproduce.Whole[RegretRun]("learning rate",
			reproduce.Left(func(r reproduce.Row, _ string) string { return ruleTitle(r.ID) })),
		regretOf, regretMost, regretCap, shareOf,
		atEnd("bound_met", "with the subgradients met", perRound(2), func(r RegretRun) float64 { return r.Met[r.last()] }),
		atEnd("minimum", "minimum", reproduce.Decimals(3), func(r RegretRun) float64 { return r.Minimum }),
		atEnd("minimum_lower", "at least", reproduce.Decimals(3), func(r RegretRun) float64 { return r.Dual }),
		atEnd("comparator_norm", "‖θ*‖", reproduce.Decimals(1), func(r RegretRun) float64 { return r.Comparator }),
		atEnd("radius", "radius", reproduce.Decimals(1), func(r RegretRun) float64 { return r.Radius }),
		atEnd("G", "G", reproduce.Decimals(1), func(r RegretRun) float64 { return r.G }),
		reproduce.Shown(keyRounds, "T", reproduce.Decimals(0), func(r RegretRun) float64 { return r.Rounds[r.last()] }),
		atEnd("eta_last", "η_T", reproduce.Short, func(r RegretRun) float64 { return r.LearningRateEnd }),
		reproduce.Whole[RegretRun]("data", reproduce.Data),
		reproduce.Kept("C", func(RegretRun) float64 { return regretC }),
		reproduce.Kept("words", func(r RegretRun) float64 { return r.Rounds[0] }),
	}
)

// perRound writes a number over that of the rounds.
func perRound(digits int) reproduce.Format {
	return reproduce.Right(func(r reproduce.Row, key string) string {
		return figures.Number(reproduce.Key[float64](key).In(r)/keyRounds.In(r), digits)
	})
}

// spread writes a number with its deviation.
func spread(deviation *reproduce.Value[summary, float64]) reproduce.Format {
	return reproduce.Right(func(r reproduce.Row, key string) string {
		return plusMinus(reproduce.Key[float64](key).In(r), deviation.In(r))
	})
}

// plusMinus writes a number with its deviation, where there is one.
func plusMinus(v, sd float64) string {
	if math.IsNaN(sd) {
		return figures.Number(v, 1)
	}
	return figures.Number(v, 1) + " ± " + figures.Number(sd, 1)
}

var listed = reproduce.Right(func(r reproduce.Row, key string) string {
	return list(reproduce.Key[[]float64](key).In(r))
})

func counted(r reproduce.Row, key string) string {
	return strconv.Itoa(len(reproduce.Key[[]float64](key).In(r)))
}

// fromTo writes the least and the largest of several numbers.
func fromTo(format string) reproduce.Format {
	return reproduce.Right(func(r reproduce.Row, key string) string {
		v := reproduce.Key[[]float64](key).In(r)
		if len(v) < 2 {
			return "–"
		}
		return fmt.Sprintf(format, slices.Min(v), slices.Max(v))
	})
}
