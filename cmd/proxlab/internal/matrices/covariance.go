package matrices

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/network"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

// NewCovariance is the command covariance.
func NewCovariance() *cobra.Command {
	var f covarianceFlags
	cmd := &cobra.Command{
		Use:   "covariance --data FILE [-o EDGES]",
		Short: "Learn which variables depend on each other given all others: the graphical lasso, with a certificate",
		Long: "Learn a sparse inverse covariance matrix X of the columns of a table, the minimum of −log det X + ⟨S, X⟩ + " +
			"λ Σ|X_ij| over pairs, S being their correlations, or with --standardize=false their covariances. Two " +
			"variables with an entry are an edge: they depend on each other given all others. λ is --lambda, or one of a " +
			"path: that of the least EBIC, or of the best likelihood of held-out rows. What is written, -o, is a table of " +
			"edges with their partial correlations. --by learns a graph for each class of examples, jointly. After Ctrl-C " +
			"the graph so far is written.",
		Example: "  proxlab covariance --data houses.csv --drop kind -o edges.csv --figure graph.svg\n" +
			"  proxlab covariance --data houses.csv --drop kind --lambda 0.3max --stability 100\n" +
			"  proxlab covariance --data genes.npy --choose folds --precision precision.npy",
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runCovariance(cmd, f) },
	}
	f.dataFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.lambda, "lambda", "", "λ: a number, or a share of λ_max as in 0.1max (default: of a path)")
	flags.BoolVar(&f.standardize, "standardize", true, "learn from correlations, not from covariances")
	flags.IntVar(&f.path, "path", 30, "the number of λ that are tried, from λ_max down to a twentieth of it")
	flags.StringVar(&f.choose, "choose", byEBIC, "how one of the path is chosen: "+byEBIC+", "+byFolds)
	flags.Float64Var(&f.gamma, "gamma", 0.5, "γ of EBIC, 0 for BIC")
	flags.IntVar(&f.folds, "folds", 5, "the number of folds of --choose folds")
	flags.IntVar(&f.stability, "stability", 0, "say in which share of so many random halves of the rows each edge is")
	flags.Uint64Var(&f.seed, "seed", 1, "of folds and halves")
	flags.Float64Var(&f.of.Tol, "tol", 1e-6, "end where the gap is this share of the number of variables")
	flags.IntVar(&f.of.MaxIter, "max-iter", 0, "at most so many Newton steps for each λ (default: 200)")
	flags.StringVarP(&f.out, "out", "o", "", "the file of edges, CSV; - for the standard output")
	flags.StringVar(&f.precision, "precision", "", "write X to this file, .npy")
	flags.StringVar(&f.covariance, "covariance", "", "write X⁻¹ to this file, .npy")
	flags.StringVar(&f.figure, "figure", "", "draw the graph: "+ui.FigureFormats)
	ui.Offers(cmd, "choose", ui.Fixed(byEBIC, byFolds))
	f.jointFlags.add(cmd)
	return cmd
}

func (f *covarianceFlags) checkAll() error {
	switch {
	case f.choose != byEBIC && f.choose != byFolds:
		return ui.Usage(ui.WordError("choose", f.choose, []string{byEBIC, byFolds}))
	case f.path < 2:
		return ui.Usage(fmt.Errorf("--path %d: two λ are the least", f.path))
	case !(f.gamma >= 0 && f.gamma <= 1):
		return ui.Usage(fmt.Errorf("--gamma %g: it must be between 0 and 1", f.gamma))
	case f.folds < 2 || f.stability < 0:
		return ui.Usage(fmt.Errorf("--folds %d, --stability %d: two folds are the least, and no halves", f.folds,
			f.stability))
	case !(f.of.Tol > 0) || f.of.MaxIter < 0:
		return ui.Usage(fmt.Errorf("--tol %g, --max-iter %d: the tolerance must be positive, and the steps not negative",
			f.of.Tol, f.of.MaxIter))
	}
	if err := f.checkJoint(); err != nil {
		return err
	}
	return f.check(f.figure, ui.Input{Flag: "-o", Name: f.out}, ui.Input{Flag: "--precision", Name: f.precision},
		ui.Input{Flag: "--covariance", Name: f.covariance})
}

func runCovariance(cmd *cobra.Command, f covarianceFlags) error {
	if err := f.checkAll(); err != nil {
		return err
	}
	if f.by != "" {
		return runJoint(cmd, f)
	}
	x, names, err := f.read(cmd)
	if err != nil {
		return err
	}
	f.of.Correlations = f.standardize
	line := ui.NewStatusLine(cmd.ErrOrStderr())
	f.of.Watch = watched(line)
	g, how, err := f.learn(cmd, x)
	line.Close()
	if g == nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	var stable *linalg.Dense
	if f.stability > 0 && err == nil {
		f.of.Lambda = g.Lambda
		if stable, err = f.of.Stability(cmd.Context(), x, f.stability, f.seed); err != nil {
			err = fmt.Errorf("--stability: %w", err)
		}
	}
	if e := f.write(cmd, g, names, stable); e != nil {
		return e
	}
	w := cmd.OutOrStdout()
	if f.out == ui.StandardOutput {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintf(w, "%s: %d examples of %d variables\n", plain.Text(ui.DataName(f.data)), x.R, x.C)
	printGraph(w, g, names, how, stable)
	if err == nil && g.Status != solver.Converged {
		err = ui.ErrTolerance
	}
	return err
}

// learn finds the graph of λ, or chooses one of a path, and says how; beside an error it is the last of all.
func (f *covarianceFlags) learn(cmd *cobra.Command, x *linalg.Dense) (g *matrices.Graph, how string, err error) {
	ctx := cmd.Context()
	if f.lambda != "" {
		s, err := matrices.Covariances(x, f.standardize)
		if err != nil {
			return nil, "", err
		}
		if f.of.Lambda, err = strength(f.lambda, matrices.LambdaMax(s)); err != nil {
			return nil, "", err
		}
		g, err = f.of.Of(ctx, s, x.R)
		return g, "", err
	}
	path, err := f.of.Path(ctx, x, nil, f.path)
	if len(path) == 0 {
		return nil, "", err
	}
	if f.choose == byEBIC || err != nil {
		return matrices.Least(path, f.gamma), fmt.Sprintf(", by EBIC (γ = %g) of %d", f.gamma, len(path)), err
	}
	lambdas := make([]float64, len(path))
	for k, g := range path {
		lambdas[k] = g.Lambda
	}
	mean, deviation, err := f.of.Folds(ctx, x, lambdas, f.folds, f.seed)
	if err != nil {
		return path[len(path)-1], ", the least of the path", err
	}
	best := slices.Index(mean, slices.Max(mean))
	return path[best], fmt.Sprintf(", of %d by %d folds: log-likelihood %.5g ± %.2g a row", len(path), f.folds, mean[best],
		deviation[best]), nil
}

// write writes edges, matrices and the figure.
func (f *covarianceFlags) write(cmd *cobra.Command, g *matrices.Graph, names []string, stable *linalg.Dense) error {
	err := save(cmd, "-o", f.out, func(w io.Writer) error {
		out := csv.NewWriter(w)
		heading := []string{"from", "to", "precision", "partial_correlation", "stability"}
		if stable == nil {
			heading = heading[:4]
		}
		_ = out.Write(heading) // its error stays
		for _, e := range g.Edges() {
			row := []string{names[e.I], names[e.J], number(e.Precision), number(e.Partial)}
			if stable != nil {
				row = append(row, number(stable.At(e.I, e.J)))
			}
			_ = out.Write(row)
		}
		out.Flush()
		return out.Error()
	})
	err = errors.Join(err, saveMatrix(cmd, "--precision", f.precision, g.Precision),
		saveMatrix(cmd, "--covariance", f.covariance, g.Covariance))
	if err == nil && f.figure != "" {
		err = ui.WriteFigure(cmd.Context(), f.figure, graphFigure(g, names))
	}
	return err
}

// strongest are edges by their partial correlations, and strings for ties.
func strongest(g *matrices.Graph) []matrices.Edge {
	edges := g.Edges()
	slices.SortStableFunc(edges, func(a, b matrices.Edge) int {
		return cmp.Compare(math.Abs(b.Partial), math.Abs(a.Partial))
	})
	return edges
}

// printGraph says what was learnt, and shows the strongest edges.
func printGraph(w io.Writer, g *matrices.Graph, names []string, how string, stable *linalg.Dense) {
	const shown = 10
	edges := strongest(g)
	alone := 0
	for _, part := range g.Parts {
		if len(part) == 1 {
			alone++
		}
	}
	fmt.Fprintf(w, "λ = %.4g%s\n", g.Lambda, how)
	fmt.Fprintf(w, "%d edges of %d pairs, %d variables without any; objective %.8g, at most %.2g above the minimum: "+
		"%s after %d steps\n", len(edges), len(names)*(len(names)-1)/2, alone, g.Objective, g.Gap, g.Status, g.Iterations)
	if len(edges) == 0 {
		return
	}
	t := figures.Table{Columns: figures.Columns(2, "from", "to", "partial correlation", "stability")}
	if stable == nil {
		t.Columns = t.Columns[:3]
	}
	for _, e := range edges[:min(shown, len(edges))] {
		row := []string{plain.Text(names[e.I]), plain.Text(names[e.J]), fmt.Sprintf("%.3f", e.Partial)}
		if stable != nil {
			row = append(row, fmt.Sprintf("%.2f", stable.At(e.I, e.J)))
		}
		t.Rows = append(t.Rows, row)
	}
	_ = t.Text(w, ui.Columns(w)) // an error of w stays in it
	if len(edges) > shown {
		fmt.Fprintf(w, "… and %d more\n", len(edges)-shown)
	}
}

// graphFigure draws the graph of the variables with the strongest edges.
func graphFigure(g *matrices.Graph, names []string) figures.Lines {
	const most = 30
	var shown []string
	number := map[int]int{}
	add := func(j int) {
		if _, known := number[j]; !known && len(shown) < most {
			number[j] = len(shown)
			shown = append(shown, names[j])
		}
	}
	edges := strongest(g)
	for _, e := range edges {
		add(e.I)
		add(e.J)
	}
	for j := range names {
		add(j)
	}
	var drawn []network.Edge
	for _, e := range edges {
		from, known := number[e.I]
		if to, too := number[e.J]; known && too {
			drawn = append(drawn, network.Edge{From: from, To: to, Weight: e.Partial})
		}
	}
	subtitle := fmt.Sprintf("λ = %.4g, %d edges: what depends on each other given all others", g.Lambda, len(edges))
	if len(shown) < len(names) {
		subtitle += fmt.Sprintf("; the %d of %d variables with the strongest", len(shown), len(names))
	}
	m := figures.Meta{ID: "graph", Title: "A graph of variables", Subtitle: subtitle}
	return network.Of(m, shown, drawn, network.Words{
		Positive: "positive partial correlation", Negative: "negative",
	})
}
