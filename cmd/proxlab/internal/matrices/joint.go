package matrices

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
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

// checkJoint tests the flags, and that none is given that jointly learnt graphs have not.
func (f *covarianceFlags) checkJoint() error {
	switch {
	case f.joint != jointGroup && f.joint != jointFused:
		return ui.Usage(ui.WordError("joint", f.joint, []string{jointGroup, jointFused}))
	case !(f.share >= 0):
		return ui.Usage(fmt.Errorf("--share %g: it must not be negative", f.share))
	case f.by != "" && (f.choose != byEBIC || f.stability > 0 || f.precision != "" || f.covariance != ""):
		return ui.Usage(errors.New("--choose folds, --stability, --precision and --covariance are of one graph, and --by " +
			"has several"))
	}
	return nil
}

// runJoint learns a graph for each class.
func runJoint(cmd *cobra.Command, f covarianceFlags) error {
	all, names, kept, err := f.readKept(cmd, f.by)
	if err != nil {
		return err
	}
	classes := slices.Compact(slices.Sorted(slices.Values(kept)))
	if len(classes) < 2 || len(classes) > 100 {
		return fmt.Errorf("%s: --by %s: %d classes: from 2 to 100 are learnt jointly", plain.Text(ui.DataName(f.data)),
			plain.Text(f.by), len(classes))
	}
	var x []linalg.Map
	for _, c := range classes {
		var rows []int
		for i, of := range kept {
			if of == c {
				rows = append(rows, i)
			}
		}
		x = append(x, linalg.SelectRows(all, rows))
	}
	line := ui.NewStatusLine(cmd.ErrOrStderr())
	of := matrices.JointGraphicalLasso{
		Share: f.share, Fused: f.joint == jointFused, Correlations: f.standardize, Tol: f.of.Tol, MaxIter: f.of.MaxIter,
		Watch: watched(line),
	}
	g, how, err := f.learnJoint(cmd, of, x)
	line.Close()
	if g == nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	if e := f.writeJoint(cmd, g, names, classes); e != nil {
		return e
	}
	w := cmd.OutOrStdout()
	if f.out == ui.StandardOutput {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintf(w, "%s: %d examples of %d variables, %d classes\n", plain.Text(ui.DataName(f.data)), all.R, all.C,
		len(classes))
	fmt.Fprintf(w, "λ = %.4g, η = %.4g%s\nobjective %.8g, at most %.2g above the minimum: %s after %d steps\n", g.Lambda,
		g.Eta, how, g.Objective, g.Gap, g.Status, g.Iterations)
	t := figures.Table{Columns: figures.Columns(1, plain.Text(f.by), "examples", "edges", "in all classes")}
	_, common := shared(g)
	for k, c := range classes {
		of := g.Graphs[k]
		t.Rows = append(t.Rows, []string{
			plain.Text(c), fmt.Sprint(of.Examples), fmt.Sprint(len(of.Edges())), fmt.Sprint(common),
		})
	}
	_ = t.Text(w, ui.Columns(w)) // an error of w stays in it
	if err == nil && g.Status != solver.Converged {
		err = ui.ErrTolerance
	}
	return err
}

// learnJoint finds the graphs of λ, or of the least EBIC of a path, and says how.
func (f *covarianceFlags) learnJoint(
	cmd *cobra.Command, of matrices.JointGraphicalLasso, x []linalg.Map,
) (g *matrices.JointGraphs, how string, err error) {
	if f.lambda != "" {
		most, err := of.LambdaMax(x)
		if err != nil {
			return nil, "", err
		}
		if of.Lambda, err = strength(f.lambda, most); err != nil {
			return nil, "", err
		}
		g, err = of.Fit(cmd.Context(), x)
		return g, "", err
	}
	path, err := of.Path(cmd.Context(), x, f.path)
	for _, one := range path {
		if g == nil || one.EBIC(f.gamma) < g.EBIC(f.gamma) {
			g = one
		}
	}
	return g, fmt.Sprintf(", by EBIC (γ = %g) of %d", f.gamma, len(path)), err
}

// shared are the edges of the graphs, of weight 1 those that all have, whose number is common, and −1 the others.
func shared(g *matrices.JointGraphs) (edges []network.Edge, common int) {
	count := map[[2]int]int{}
	for _, of := range g.Graphs {
		for _, e := range of.Edges() {
			count[[2]int{e.I, e.J}]++
		}
	}
	for pair, n := range count {
		e := network.Edge{From: pair[0], To: pair[1], Weight: -1}
		if n == len(g.Graphs) {
			e.Weight = 1
			common++
		}
		edges = append(edges, e)
	}
	slices.SortFunc(edges, func(a, b network.Edge) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return edges, common
}

// writeJoint writes the edges of each class, and the figure: lines of edges that some classes have not are dashed.
func (f *covarianceFlags) writeJoint(cmd *cobra.Command, g *matrices.JointGraphs, names, classes []string) error {
	err := save(cmd, "-o", f.out, func(w io.Writer) error {
		out := csv.NewWriter(w)
		_ = out.Write([]string{f.by, "from", "to", "precision", "partial_correlation"}) // its error stays
		for k, of := range g.Graphs {
			for _, e := range of.Edges() {
				_ = out.Write([]string{classes[k], names[e.I], names[e.J], number(e.Precision), number(e.Partial)})
			}
		}
		out.Flush()
		return out.Error()
	})
	if err != nil || f.figure == "" {
		return err
	}
	edges, _ := shared(g)
	m := figures.Meta{ID: "graph", Title: "Graphs of variables", Subtitle: fmt.Sprintf(
		"λ = %.4g, η = %.4g, %d classes by %s", g.Lambda, g.Eta, len(classes), f.by)}
	return ui.WriteFigure(cmd.Context(), f.figure, network.Of(m, names, edges, network.Words{
		Positive: "an edge in all classes", Negative: "in some",
	}))
}
