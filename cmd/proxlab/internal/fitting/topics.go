package fitting

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/spf13/cobra"
)

const fitLong = `Fit a linear model f(x) = Wᵀx + b to data, by minimizing

    P(W, b) = Σ_i c_i ℓ_i(Wᵀx_i + b) + λ Ω(W) + (μ/2)‖W‖²

with c_i = 1/n, or weights that sum to 1, and print it with a gap that bounds
P − P*. The losses ℓ, the penalties Ω and all other flags stand in topics:

%s
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 3 the model was
written, and --tol was not reached (a limit, or rounding).`

const fitExamples = `  proxlab data sample > houses.csv
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
	}, "loss delta tau epsilon theta power ties trials find-theta event event-is strata entry depth queries positive " +
		"class-weight rare-labels"},
	{"penalties", "the penalties Ω, and the losses they go with", func() string {
		return "The penalties Ω, for --penalty:\n\n" + words.PenaltyHelp() + "\n\n" + words.SumHelp +
			"\n\nConstraints of the weights, for --constraint, with every convex penalty:\n\n" + words.ConstraintHelp +
			"\n\nThe pairs of loss and penalty that are allowed; with (μ) they need μ > 0:\n\n" +
			strings.TrimRight(words.Pairs, "\n")
	}, "penalty lambda mu mix groups slope graph shape gamma map penalty-weights nonnegative bounds constraint " +
		"intercept standardize"},
	{"tables", "files of data, columns, categories, dates, gaps", tableText,
		"target weights offset exposure tasks drop format zero-based categories reference all-levels min-count max-levels " +
			"unseen dates date-parts date-origin date-order missing decimal separator encoding"},
	{"choosing", "paths, folds, criteria, stability, intervals", func() string {
		return "A path fits many λ; folds, a criterion or halves of the data choose one of them or judge the choice.\n\n" +
			"  --path 50 --cv 10          the error of ten folds for each λ; --choose says which is kept\n" +
			"  --path 50 --criterion bic  one fit for each λ, and the least of the criterion\n" +
			"  --path 50 --stability 1    the features that halves of the data agree on\n" +
			"  --path 50 --cv 10 --nested 5  what the whole choice is worth on new data"
	}, "path cv choose l1-ratio mu-path relax repeats fold-by fold-order criterion ebic-gamma stability threshold " +
		"nested intervals seed"},
	{"solving", "solvers, tolerances, limits, data larger than memory", func() string {
		return "Which solver runs is chosen by the problem; --explain says why. It stops where the duality gap, which " +
			"bounds the distance to the minimum, is small enough, or at a limit; Ctrl-C keeps the best point.\n\n" +
			"A CSV or SVMlight file may be larger than memory: see --memory."
	}, "solver explain tol no-polish max-iter time-limit memory begin workers folder slurm-options warm"},
}

func tableText() string {
	return "Data are of the format that the end of the file's name says, and under other names of that which the " +
		"content shows:\n\n" + ui.FormatHelp() + "\n\n" +
		"They may be packed by gzip or bzip2; - is the standard input; @NAME is the training part of a registered set, " +
		"and @NAME:test its test part:\n\n  @" + strings.Join(datasets.Registered(), ", @") + "\n\n" +
		"A column is named by the header of a CSV file, or by its number from 1; in .npz and .mat files it is the name of " +
		"an array. The target, weights and tasks may also be a .npy or .mtx file of their own.\n\n" + encodeHelp
}

// topicList has a line for each topic.
func topicList() string {
	var out strings.Builder
	for _, t := range topics {
		fmt.Fprintf(&out, "  proxlab help %-10s %s\n", t.name, t.short)
	}
	return out.String()
}

// NewTopics are help alone, of what belongs to the command fit.
func NewTopics(fit *cobra.Command) (out []*cobra.Command) {
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
