package matrices

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

// completeFlags are the flags of the command as they are given.
type completeFlags struct {
	data, pairs, lambda, out string
	features                 [2]string // files of rows and of columns
	columns                  [3]string
	path, folds              int
	of                       matrices.Completion
}

// NewComplete is the command complete.
func NewComplete() *cobra.Command {
	var f completeFlags
	cmd := &cobra.Command{
		Use:   "complete --data TRIPLES [--predict PAIRS] [-o OUT]",
		Short: "Fill in a matrix of which some entries are known, such as ratings, with a certificate",
		Long: "Fill in a matrix of which some entries are known: a table in CSV with a row, a column and a value in each " +
			"line, the first three columns unless others are named; rows and columns may have any names. Entries are a mean, " +
			"offsets of rows and columns, which are shrunk by --ridge, and a matrix of low rank, by the trace norm times λ: " +
			"--lambda, or that of a path which predicts known entries best that were held out. --predict names a table of " +
			"rows and columns; -o has their values. Of a row or a column of which nothing is known the offset is 0. " +
			"--row-features and --column-features have tables of what else is known of them, of which the matrix of low rank " +
			"is then made: it fills in rows and columns without any value, too. After Ctrl-C what there is is written.",
		Example: "  proxlab complete --data ratings.csv --predict pairs.csv -o predicted.csv\n" +
			"  proxlab complete --data ratings.csv --rows user --columns film --values stars --lambda 0.1max",
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runComplete(cmd, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.data, "data", "", "the file of what is known, CSV with a heading")
	flags.StringVar(&f.columns[0], "rows", "", "its column of rows (default: the first)")
	flags.StringVar(&f.columns[1], "columns", "", "its column of columns (default: the second)")
	flags.StringVar(&f.columns[2], "values", "", "its column of values (default: the third)")
	flags.StringVar(&f.pairs, "predict", "", "a file of the rows and columns whose values are asked for, with the same "+
		"names of columns")
	flags.StringVar(&f.features[0], "row-features", "", "a file with features of rows, whose names are in its column as "+
		"in --data: the matrix of low rank is made of them, also where nothing else is known of a row")
	flags.StringVar(&f.features[1], "column-features", "", "the same of columns")
	flags.StringVarP(&f.out, "out", "o", ui.StandardOutput, "the file of predictions; - for the standard output")
	flags.StringVar(&f.lambda, "lambda", "", "λ: a number, or a share of λ_max as in 0.1max (default: of a path)")
	flags.IntVar(&f.path, "path", 8, "the number of λ that are tried, from λ_max down to a hundredth of it")
	flags.IntVar(&f.folds, "folds", 5, "the number of folds that they are compared by")
	flags.Float64Var(&f.of.Mu, "ridge", 1, "of k values an offset is k/(k + this) of their mean")
	flags.BoolVar(&f.of.NoOffsets, "no-offsets", false, "no mean and no offsets: values are about 0 already")
	flags.IntVar(&f.of.Rank, "rank", 0, "the largest rank (default: no limit); what is said of the minimum stays true")
	flags.Float64Var(&f.of.Tol, "tol", 1e-4, "end where the gap is this share of the objective")
	flags.IntVar(&f.of.MaxIter, "max-iter", 0, "at most so many steps for each λ (default: 500)")
	flags.Uint64Var(&f.of.Seed, "seed", 1, "of folds")
	return cmd
}

func (f *completeFlags) checkAll() error {
	switch {
	case f.data == "":
		return ui.Usage(errors.New("--data FILE is needed: the table of what is known"))
	case f.path < 2 || f.folds < 2:
		return ui.Usage(fmt.Errorf("--path %d, --folds %d: two are the least of each", f.path, f.folds))
	case !(f.of.Mu > 0) || math.IsInf(f.of.Mu, 1):
		return ui.Usage(fmt.Errorf("--ridge %g: it must be positive and finite", f.of.Mu))
	case !(f.of.Tol > 0) || f.of.MaxIter < 0 || f.of.Rank < 0:
		return ui.Usage(fmt.Errorf("--tol %g, --max-iter %d, --rank %d: the tolerance must be positive, the others not "+
			"negative", f.of.Tol, f.of.MaxIter, f.of.Rank))
	case f.pairs == "" && f.out != ui.StandardOutput:
		return ui.Usage(errors.New("-o is of what --predict asks for"))
	}
	reads := []ui.Input{
		{Flag: "--data", Name: f.data}, {Flag: "--predict", Name: f.pairs}, {Flag: "--row-features", Name: f.features[0]},
		{Flag: "--column-features", Name: f.features[1]},
	}
	return checkOutputs("", reads, ui.Input{Flag: "-o", Name: f.out})
}

func runComplete(cmd *cobra.Command, f completeFlags) error {
	if err := f.checkAll(); err != nil {
		return err
	}
	known := newTriples(f.columns)
	if err := known.read(cmd, f.data, true); err != nil {
		return err
	}
	for side, to := range []**linalg.Dense{&f.of.Rows, &f.of.Columns} {
		if f.features[side] != "" {
			var err error
			if *to, err = known.features(cmd, f.features[side], side); err != nil {
				return err
			}
		}
	}
	asked := known.asked()
	if f.pairs != "" {
		if err := asked.read(cmd, f.pairs, false); err != nil {
			return err
		}
	}
	line := ui.NewStatusLine(cmd.ErrOrStderr())
	f.of.Watch = watched(line)
	filled, how, err := f.fill(cmd, known)
	line.Close()
	if filled == nil {
		return fmt.Errorf("%s: %w", plain.Text(f.data), err)
	}
	w := cmd.OutOrStdout()
	if f.pairs != "" {
		if e := save(cmd, "-o", f.out, func(w io.Writer) error { return asked.predict(w, filled) }); e != nil {
			return e
		}
		if f.out == ui.StandardOutput {
			w = cmd.ErrOrStderr()
		}
	}
	rows, columns := len(known.names[0]), len(known.names[1])
	fmt.Fprintf(w, "%s: %d values of %d rows and %d columns, %.3g %% of all\nλ = %.4g%s\n", plain.Text(f.data),
		len(known.entries), rows, columns, 100*float64(len(known.entries))/float64(rows)/float64(columns), filled.Lambda, how)
	fmt.Fprintf(w, "rank %d, objective %.6g", filled.Rank(), filled.Objective)
	if !math.IsNaN(filled.Gap) {
		fmt.Fprintf(w, ", at most %.2g above the minimum", filled.Gap)
	}
	fmt.Fprintf(w, ": %s after %d steps\n", filled.Status, filled.Iter)
	if err == nil && filled.Status != solver.Converged {
		err = ui.ErrTolerance
	}
	return err
}

// fill fills in at λ, or at the best of a path, and says how it was chosen.
func (f *completeFlags) fill(cmd *cobra.Command, known *triples) (filled *matrices.Filled, how string, err error) {
	const least = 0.01 // of λ_max, at the end of the path
	m, err := known.matrix(f.data)
	if err != nil {
		return nil, "", err
	}
	most, err := f.of.LambdaMaxOf(m)
	if err != nil {
		return nil, "", err
	}
	if f.lambda != "" {
		if f.of.Lambda, err = strength(f.lambda, most); err != nil {
			return nil, "", err
		}
		filled, err = f.of.Fit(cmd.Context(), m)
		return filled, "", err
	}
	if most == 0 {
		return nil, "", errors.New("offsets explain all values: there is no path to follow; --lambda takes any number")
	}
	var lambdas []float64
	for k := range f.path {
		lambdas = append(lambdas, most*math.Pow(least, float64(k)/float64(f.path-1)))
	}
	path, err := f.of.Path(cmd.Context(), m, lambdas)
	if len(path) == 0 || err != nil {
		if len(path) > 0 {
			filled = path[len(path)-1]
		}
		return filled, ", the least so far", err
	}
	mean, deviation, err := f.of.Folds(cmd.Context(), m, lambdas, f.folds)
	if err != nil {
		return path[len(path)-1], ", the least of the path", err
	}
	best := slices.Index(mean, slices.Min(mean))
	return path[best], fmt.Sprintf(", of %d by %d folds: root mean squared error %.4g ± %.2g, and of offsets alone %.4g",
		f.path, f.folds, mean[best], deviation[best], mean[0]), nil
}

// predict writes what is asked for.
func (t *triples) predict(w io.Writer, filled *matrices.Filled) error {
	out := csv.NewWriter(w)
	_ = out.Write(t.columns[:]) // its error stays
	_, _, rows, columns := filled.Factors()
	for _, e := range t.entries {
		v := filled.Mean
		switch {
		case e.row >= 0 && e.column >= 0:
			v = filled.At(e.row, e.column)
		case e.row >= 0:
			v += rows[e.row]
		case e.column >= 0:
			v += columns[e.column]
		}
		_ = out.Write([]string{e.words[0], e.words[1], number(v)})
	}
	out.Flush()
	return out.Error()
}
