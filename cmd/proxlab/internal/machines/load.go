package machines

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	resources "github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/spf13/cobra"
)

// table is what was read, with the kernels of it.
type table struct {
	frame             *datasets.Frame
	examples          mixed.Examples
	words             []string // nil for matrices that were given
	data              kernels.Data
	means, deviations []float64
}

// load reads the table and makes the kernels.
func (f flags) load(cmd *cobra.Command) (*table, error) {
	of := cmd.Flags()
	text := func(name string) string { return of.Lookup(name).Value.String() }
	zero, _ := of.GetBool("zero-based")
	texts := textColumns(f.kernels)
	labels := f.settings.Loss != nil && words.Labels(f.settings.Loss)
	frame, err := ui.ReadData(cmd, f.data, datasets.FrameOptions{
		Target: f.target, Weights: f.weights, TextLabels: labels, NoTarget: f.loss == oneClass, Drop: f.drop, Keep: texts,
		Format: datasets.Format(text("format")), ZeroBased: zero, Decimal: text("decimal"), Separator: text("separator"),
		Encoding: text("encoding"),
	})
	if err != nil {
		return nil, err
	}
	for _, note := range frame.Notices {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", plain.Text(note))
	}
	t := &table{frame: frame}
	if t.examples, err = Examples(frame, texts, !f.standardize && !f.precomputed && sparse(frame.X)); err != nil {
		return nil, fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	t.data = kernels.Data{Y: frame.Y, Weights: frame.Weights, LabelNames: frame.Labels}
	if f.precomputed {
		return t, f.matrices(t)
	}
	seen := t.examples
	if f.standardize && seen.X != nil {
		t.means, t.deviations = moments(seen.X)
		seen = machine.Standard(seen, t.means, t.deviations)
	}
	for _, word := range f.kernels {
		k, err := mixed.Parse(word, seen)
		if err != nil {
			return nil, ui.Usage(fmt.Errorf("--kernel: %w", err))
		}
		g, err := mixed.Gram(cmd.Context(), k, seen)
		if err != nil {
			return nil, err
		}
		t.words, t.data.Grams = append(t.words, k.String()), append(t.data.Grams, g)
	}
	return t, nil
}

// sparse tells whether numbers are better left sparse: an entry costs about as much as 16 of a dense row.
func sparse(x linalg.Map) bool {
	n, d := x.Dims()
	const dense = 16
	return !linalg.IsDense(x) && dense*linalg.Nonzeros(x) < n*d
}

// Examples are those of a table, of which some columns were kept as texts; numbers are left sparse, or are made dense.
// The error says that there is no memory for that.
func Examples(frame *datasets.Frame, texts []string, sparse bool) (mixed.Examples, error) {
	e := mixed.Examples{Columns: slices.Clone(frame.Features), TextColumns: texts, Texts: frame.Kept}
	n, d := frame.X.Dims()
	if sparse {
		e.Columns, e.Sparse = nil, linalg.ToCSR(frame.X)
		return e, nil
	}
	if d > 0 {
		need, limit := 8*float64(n)*float64(d), resources.NearestLimit()
		if !linalg.IsDense(frame.X) && need > limit.Left {
			return e, fmt.Errorf("%d × %d sparse numbers, dense as --standardize, --precomputed or the model need them, take "+
				"%.2f GiB of memory, and %v", n, d, need/(1<<30), limit)
		}
		e.X = linalg.ToDense(frame.X)
		for j := len(e.Columns); j < d; j++ {
			e.Columns = append(e.Columns, strconv.Itoa(j+1))
		}
	}
	return e, nil
}

// checkMemory refuses what needs whole Gram matrices for which there is no memory, where it is known how much there is.
func (f flags) checkMemory(t *table) error {
	if f.loss == oneClass {
		return nil
	}
	if need, limit := f.settings.Memory(t.data), resources.NearestLimit(); need > limit.Left {
		return fmt.Errorf("%d examples and %s need about %.2f GiB of memory, and %v: leave some out, or learn by columns, "+
			"that is, the hinge, ε-insensitive or quantile loss without --lambda and --block-norm 1", len(t.data.Y),
			plain.Count(len(t.data.Grams), "kernel"), need/(1<<30), limit)
	}
	return nil
}

// textColumns are those that kernels of texts name.
func textColumns(kernels []string) (out []string) {
	for _, k := range kernels {
		for _, part := range strings.FieldsFunc(k, func(r rune) bool { return strings.ContainsRune("+*()", r) }) {
			head, column, named := strings.Cut(strings.TrimSpace(part), "@")
			name, _, _ := strings.Cut(head, ":")
			if named && mixed.OfTexts(name) && !slices.Contains(out, column) {
				out = append(out, column)
			}
		}
	}
	return out
}

// moments are means and standard deviations of columns, 1 for those that are constant.
func moments(x *linalg.Dense) (means, deviations []float64) {
	means, deviations = make([]float64, x.C), make([]float64, x.C)
	n := float64(x.R)
	for i := range x.R {
		for j, v := range x.Row(i) {
			means[j] += v / n
		}
	}
	for i := range x.R {
		for j, v := range x.Row(i) {
			deviations[j] += (v - means[j]) * (v - means[j]) / n
		}
	}
	for j, v := range deviations {
		if deviations[j] = math.Sqrt(v); v == 0 {
			deviations[j] = 1
		}
	}
	return means, deviations
}

// matrices takes the numbers of the table as Gram matrices, side by side.
func (f flags) matrices(t *table) error {
	x := t.examples.X
	if x == nil || x.C%x.R != 0 {
		n, d := t.frame.X.Dims()
		return fmt.Errorf("%s: --precomputed needs matrices of %d × %d numbers, side by side, and the table has %d columns",
			plain.Text(ui.DataName(f.data)), n, n, d)
	}
	for m, k := range kernel.Beside(x, x.R) {
		g, err := kernel.Given(k)
		if err == nil && x.R <= checked {
			_, err = kernel.Features(k)
		}
		if err != nil {
			return fmt.Errorf("%s: matrix %d: %w", plain.Text(ui.DataName(f.data)), m+1, err)
		}
		t.data.Grams = append(t.data.Grams, g)
	}
	t.examples = mixed.Examples{}
	return nil
}

// checked is up to how many examples a matrix is looked at for directions along which it is negative, n³/3 operations.
const checked = 4000
