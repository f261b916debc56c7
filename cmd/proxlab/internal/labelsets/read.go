package labelsets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/spf13/cobra"
)

// files say where labels stand.
type files struct {
	columns []string
	between string
}

func (f *files) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.columns, "labels", nil, "the column of labels, or several of 0 and 1, whose names they are")
	flags.StringVar(&f.between, "between", ";", "what stands between the labels of one column")
}

// table is examples with the names of their labels; nil where they are not known.
type table struct {
	*datasets.Frame
	sets [][]string
}

// load reads a table, with the features of these names where there are any.
func (f *files) load(ctx context.Context, name string, features []string) (*table, error) {
	if f.between == "" {
		return nil, ui.Usage(errors.New("--between: something must stand between labels"))
	}
	frame, err := datasets.ReadFrame(ctx, name, datasets.FrameOptions{NoTarget: true, Keep: f.columns, Features: features})
	if err != nil {
		return nil, err
	}
	t := &table{Frame: frame}
	if len(f.columns) > 0 {
		t.sets, err = f.split(name, frame.Kept)
	}
	return t, err
}

// split makes sets of the cells of the columns of labels, in the order of their rows.
func (f *files) split(name string, columns [][]string) ([][]string, error) {
	sets := make([][]string, len(columns[0]))
	for i := range sets {
		at := func(says string, words ...any) error {
			return fmt.Errorf("%s: example %d: %s", plain.Text(name), i+1, fmt.Sprintf(says, words...))
		}
		if len(columns) == 1 {
			for label := range strings.SplitSeq(columns[0][i], f.between) {
				if label = strings.TrimSpace(label); label == "" {
					continue
				}
				if slices.Contains(sets[i], label) {
					return nil, at("the label %q stands there twice", label)
				}
				sets[i] = append(sets[i], label)
			}
			continue
		}
		for k, column := range columns {
			switch strings.TrimSpace(column[i]) {
			case "1":
				sets[i] = append(sets[i], f.columns[k])
			case "0":
			default:
				return nil, at("%.40q in the column %q: of several columns of labels each has 0 and 1", column[i], f.columns[k])
			}
		}
	}
	return sets, nil
}

// names are the labels, each once: those of several columns in their order, else ascending.
func (f *files) names(sets [][]string) []string {
	if len(f.columns) > 1 {
		return f.columns
	}
	all := slices.Concat(sets...)
	slices.Sort(all)
	return slices.Compact(all)
}

// numbered are sets as places in names, of labels that are there.
func numbered(sets [][]string, names []string) [][]int {
	out := make([][]int, len(sets))
	for i, set := range sets {
		for _, label := range set {
			out[i] = append(out[i], slices.Index(names, label))
		}
	}
	return out
}

// sized says how large a table is.
func (t *table) sized(name string) string {
	n, d := t.X.Dims()
	return fmt.Sprintf("%s: %d examples, %d features", plain.Text(ui.DataName(name)), n, d)
}
