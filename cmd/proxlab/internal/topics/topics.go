// Package topics is what is to be known of the command fit, topic by topic, with the flags that belong to each.
package topics

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/spf13/cobra"
)

// Long is the help of fit; it has a place for List.
const Long = `Fit a linear model f(x) = Wᵀx + b to data, by minimizing

    P(W, b) = Σ_i c_i ℓ_i(Wᵀx_i + b) + λ Ω(W) + (μ/2)‖W‖²

with c_i = 1/n, or weights that sum to 1, and print it with a gap that bounds
P − P*. The losses ℓ, the penalties Ω and all other flags stand in topics:

%s
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 3 --tol not met.`

// Examples are its.
const Examples = `  proxlab data sample > houses.csv
  proxlab fit --data houses.csv --target price --categories auto --penalty l1 --lambda 0.1max \
    --intercept --model houses.json
  proxlab fit --data houses.csv --target price --drop kind --penalty l1 --path 50 --cv 10 \
    --intercept --figures out`

// topic is a part of what is to be known of fit, with the flags that belong to it. Every flag is of one topic, but for
// those that say what is read and written.
type topic struct {
	name, short string
	text        func() string
	flags       string // names
}

var topics = []topic{
	{"losses", "the losses ℓ and their parameters", func() string {
		return "The losses ℓ of one example with target y and score f = Wᵀx + b, for --loss:\n\n" + words.LossHelp()
	}, "loss delta tau epsilon theta power ties trials find-theta event event-is strata entry depth queries levels " +
		"positive class-weight rare-labels"},
	{"penalties", "the penalties Ω, and the losses they go with", func() string {
		return "The penalties Ω, for --penalty:\n\n" + words.PenaltyHelp() + "\n\n" + words.SumHelp +
			"\n\nConstraints of the weights, for --constraint, with every convex penalty:\n\n" + words.ConstraintHelp +
			"\n\nThe pairs of loss and penalty that are allowed; with (μ) they need μ > 0:\n\n" +
			strings.TrimRight(words.Pairs, "\n")
	}, "penalty lambda mu mix groups slope graph shape gamma map penalty-weights nonnegative bounds constraint " +
		"intercept standardize"},
	{"tables", "files of data, columns, formulas, dates, gaps", tableText,
		"target weights offset exposure tasks drop format zero-based categories reference all-levels min-count max-levels " +
			"unseen dates date-parts date-origin date-order missing decimal separator encoding " +
			"interactions poly log spline bspline bins text grams hash durations " +
			"formula"},
	{"choosing", "paths, folds, criteria, stability, intervals", func() string {
		return "A path fits many λ; folds, a criterion or halves of the data choose one of them or judge the choice.\n\n" +
			"  --path 50 --cv 10          the error of ten folds for each λ; --choose says which is kept\n" +
			"  --path 50 --criterion bic  one fit for each λ, and the least of the criterion\n" +
			"  --path 50 --stability 1    the features that halves of the data agree on\n" +
			"  --path 50 --cv 10 --nested 5  what the whole choice is worth on new data"
	}, "path cv choose choose-by l1-ratio mu-path relax repeats fold-by fold-order criterion ebic-gamma " +
		"stability threshold report " +
		"nested intervals selected conformal seed"},
	{"solving", "solvers, tolerances, limits, data larger than memory", func() string {
		return "Which solver runs is chosen by the problem; --explain says why. It stops where the duality gap, which " +
			"bounds the distance to the minimum, is small enough, or at a limit; Ctrl-C keeps the best point.\n\n" +
			"A CSV or SVMlight file may be larger than memory: see --memory."
	}, "solver explain tol no-polish max-iter time-limit memory begin workers folder slurm-options warm"},
}

const encodeHelp = "A CSV column of text becomes numbers by --categories: a feature COLUMN=LEVEL for each level, 1 " +
	"where the cell is that level; the most frequent level has none, and yes and no become 1 and 0. " +
	"--dates makes days since 1970-01-01 of dates, or parts of them. What was learned is kept with " +
	"the model, and proxlab predict does the same to other files."

func tableText() string {
	return "Data are of the format that the end of the file's name says, and under other names of that which the " +
		"content shows:\n\n" + ui.FormatHelp() + "\n\n" +
		"They may be packed by gzip or bzip2; - is the standard input; @NAME is the training part of a registered set, " +
		"and @NAME:test its test part:\n\n  @" + strings.Join(datasets.Registered(), ", @") + "\n\n" +
		"A column is named by the header of a CSV file, or by its number from 1; in .npz and .mat files it is the name of " +
		"an array. The target, weights and tasks may also be a .npy or .mtx file of their own.\n\n" +
		encodeHelp + "\n\n" + columnText
}

const columnText = "Columns of a CSV file are made of others, are kept with the model, and made again by proxlab " +
	"predict; what is " +
	"learnt, knots at quantiles, folds learn anew:\n\n" +
	"  --interactions size*kind,age*dose  products of the features of columns\n" +
	"  --spline age:5 --log distance      in the place of the columns\n" +
	"  --poly age:3                       age, and its square and cube\n" +
	"  --text note --grams 2              how often words, and pairs of words, are there\n" +
	"  --durations admitted..left         days between two dates\n" +
	"  --formula 'price ~ size*kind + spline(age, 5) + log(distance)'\n\n" +
	"In a formula a dot stands for all other columns, a:b is a product without its columns, -a takes one away, -1 the " +
	"intercept; there are log, poly, spline (ns), bspline (bs), bins, text and offset."

// List has a line for each topic.
func List() string {
	var out strings.Builder
	for _, t := range topics {
		fmt.Fprintf(&out, "  proxlab help %-10s %s\n", t.name, t.short)
	}
	return out.String()
}

// New are help alone, of what belongs to the command fit.
func New(fit *cobra.Command) (out []*cobra.Command) {
	for _, t := range topics {
		cmd := &cobra.Command{Use: t.name, Short: strings.ToUpper(t.short[:1]) + t.short[1:], Long: t.text()}
		cmd.Flags().SortFlags = false
		for name := range strings.FieldsSeq(t.flags) {
			cmd.Flags().AddFlag(fit.Flags().Lookup(name))
		}
		cmd.InitDefaultHelpFlag()
		if err := cmd.Flags().MarkHidden("help"); err != nil {
			panic(err)
		}
		out = append(out, cmd)
	}
	return out
}
