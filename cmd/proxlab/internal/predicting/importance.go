package predicting

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// importanceLine says by how much the mean error rises where a column is permuted, in the mean of several permutations,
// and with the standard deviation over them.
type importanceLine struct {
	Column   string  `json:"column"`
	Increase float64 `json:"increase"`
	Spread   float64 `json:"std_dev"`
}

// importanceOf permutes the cells of each column among the examples, as many times as said, if any, and judges the
// predictions: what a model loses that is not told of a column. All features of a column go together. The largest come
// first.
//
// Source: Breiman, Random Forests, Machine Learning, 2001, section 10; Fisher, Rudin, Dominici, All Models are Wrong,
// but Many are Useful, Journal of Machine Learning Research, 2019, section 3.
func importanceOf(
	m *model.Linear, frame *datasets.Frame, p *model.Prediction, y []float64, repeats int,
) (out []importanceLine, err error) {
	if repeats < 1 {
		return nil, nil
	}
	mean := func(p *model.Prediction) float64 {
		known := slices.DeleteFunc(m.Errors(p, y), math.IsNaN)
		return stat.Mean(known, nil)
	}
	before := mean(p)
	switch {
	case y == nil:
		return nil, fmt.Errorf("--importance needs targets: name their column by --target")
	case math.IsNaN(before):
		return nil, fmt.Errorf("--importance is for losses that are sums over examples, and not for %s", m.Loss)
	}
	groups, names := groupsOf(m)
	rng := rand.New(rand.NewPCG(1, 73))
	for g, features := range groups {
		parts := newParts(m, frame, features, p.Scores.C)
		var rises []float64
		for range repeats {
			order := rng.Perm(p.Scores.R)
			other := linalg.NewDense(p.Scores.R, p.Scores.C, nil)
			for i := range other.R {
				parts.permuted(other.Row(i), p.Scores.Row(i), i, order[i])
			}
			rises = append(rises, mean(&model.Prediction{Scores: other})-before)
		}
		mean, spread := stat.MeanStdDev(rises, nil)
		if repeats == 1 {
			spread = 0
		}
		out = append(out, importanceLine{names[g], mean, spread})
	}
	slices.SortStableFunc(out, func(a, b importanceLine) int {
		if a.Increase > b.Increase {
			return -1
		}
		return 1
	})
	return out, nil
}

// groupsOf are the features of each column, and the columns' names.
func groupsOf(m *model.Linear) (groups [][]int, names []string) {
	if m.Encoder != nil {
		groups, names = m.Encoder.Groups()
		for k, name := range names {
			names[k] = words.Name(name)
		}
		return groups, names
	}
	for j := range m.Features {
		groups = append(groups, []int{j})
		name := fmt.Sprint(j + 1)
		if m.FeatureNames != nil {
			name = words.Name(m.FeatureNames[j])
		}
		names = append(names, name)
	}
	return groups, names
}

// parts are what some features add to the scores.
type parts struct {
	columns [][]float64 // of features
	weights func(feature, i int) []float64
}

func newParts(m *model.Linear, frame *datasets.Frame, features []int, outputs int) parts {
	n, _ := frame.X.Dims()
	out := parts{weights: func(k, i int) []float64 {
		row := m.Weights[features[k]*m.Outputs : (features[k]+1)*m.Outputs]
		if outputs < m.Outputs { // the example's own task
			at, _ := slices.BinarySearch(m.Tasks, frame.Task[i])
			return row[at : at+1]
		}
		return row
	}}
	for _, j := range features {
		column := make([]float64, n)
		linalg.Column(column, frame.X, j)
		out.columns = append(out.columns, column)
	}
	return out
}

// permuted are the scores of example i with the features of another.
func (p parts) permuted(dst, scores []float64, i, other int) {
	copy(dst, scores)
	for k, column := range p.columns {
		for c, w := range p.weights(k, i) {
			dst[c] += w * (column[other] - column[i])
		}
	}
}

// printImportance prints the columns that matter most.
func printImportance(w io.Writer, lines []importanceLine, repeats int) error {
	const most = 10
	if lines == nil {
		return nil
	}
	ui.Say(w, "by how much the mean error rises where a column is permuted, in the mean of %d permutations:\n", repeats)
	table := figures.Table{Columns: figures.Columns(1, "column", "rises by", "std. dev.")}
	for _, l := range lines[:min(most, len(lines))] {
		table.Rows = append(table.Rows, []string{l.Column, figures.Number(l.Increase, 5), figures.Number(l.Spread, 2)})
	}
	err := table.Text(w, ui.Columns(w))
	if more := len(lines) - most; more > 0 {
		ui.Say(w, "… and %d more\n", more)
	}
	return err
}
