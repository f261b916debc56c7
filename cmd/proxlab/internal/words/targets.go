package words

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Targets are the columns that --target names, in their order: several are learnt together, as tasks that share their
// examples.
type Targets []string

// TargetsOf reads --target; a column whose name has a comma is named by its number.
func TargetsOf(text string) (out Targets) {
	for name := range strings.SplitSeq(text, ",") {
		out = append(out, strings.TrimSpace(name))
	}
	return out
}

// Several tells whether there is more than one.
func (t Targets) Several() bool { return len(t) > 1 }

// Check tests that they are different columns, which a loss and other flags go with.
func (t Targets) Check(loss, tasks, trials string) error {
	if !t.Several() {
		return nil
	}
	sorted := slices.Sorted(slices.Values(t))
	switch {
	case slices.Contains(t, "") || len(slices.Compact(sorted)) < len(t):
		return fmt.Errorf("--target %s: several targets are different columns, between commas", strings.Join(t, ","))
	case tasks != "":
		return errors.New("several targets are tasks of their own: leave --tasks out")
	case slices.Contains([]string{"multinomial", "cox", "pairwise", "ndcg"}, loss) || trials != "":
		return fmt.Errorf("several targets go with losses of one score an example, without --trials, and not with %s", loss)
	}
	return nil
}

// Stack makes examples of all targets, those of the first one first, each of the task that is its place, of a frame
// that has the first as its target and keeps the others from a place on.
func (t Targets) Stack(frame *datasets.Frame, of *fit.Data, data string, kept int) error {
	if !t.Several() {
		return nil
	}
	n, _ := of.X.Dims()
	y := slices.Clone(of.Y)
	var rows []int
	for k := range t {
		for i := range n {
			rows, of.Task = append(rows, i), append(of.Task, int64(k+1))
		}
		if k == 0 {
			continue
		}
		values, err := numbersOf(frame, t[k], data, kept+k-1)
		if err != nil {
			return err
		}
		y = append(y, values...)
	}
	of.X, of.Y = linalg.SelectRows(of.X, rows), y
	of.Weights, of.Offset = times(of.Weights, len(t)), times(of.Offset, len(t))
	return nil
}

// numbersOf are the values of a target that was kept as text: numbers, or the words that are labels of the first.
func numbersOf(frame *datasets.Frame, name, data string, kept int) ([]float64, error) {
	out := make([]float64, len(frame.Kept[kept]))
	for i, word := range frame.Kept[kept] {
		var err error
		text := strings.TrimSpace(word)
		if at, known := slices.BinarySearch(frame.Labels, text); known {
			out[i] = float64(at)
		} else if out[i], err = strconv.ParseFloat(text, 64); err != nil || frame.Labels != nil ||
			math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			due := "a number is due"
			if frame.Labels != nil {
				due = "a label of the first target is due: " + strings.Join(frame.Labels, ", ")
			}
			return nil, fmt.Errorf("%s: --target %q is %q for example %d: %s", ui.DataName(data), Name(name), Name(word), i+1,
				due)
		}
	}
	return out, nil
}

// times are values so many times over; nil of nil.
func times(values []float64, count int) []float64 {
	if values == nil {
		return nil
	}
	return slices.Repeat(values, count)
}

// Together are groups of examples that folds are not to divide: the copies of one example for all targets, or of the
// groups that are given.
func (t Targets) Together(examples int, group []int) []int {
	if !t.Several() {
		return group
	}
	for i := range examples {
		if len(group) < examples {
			group = append(group, i)
		}
	}
	return slices.Repeat(group, len(t))
}

const targetsMade = "targets"

// Remember says in a model of which targets its tasks are.
func (t Targets) Remember(made map[string]string) {
	if t.Several() {
		made[targetsMade] = strings.Join(t, ",")
	}
}

// TargetsIn are those that a model has learnt together; nil of others.
func TargetsIn(m *model.Linear) Targets {
	if t := TargetsOf(m.Made[targetsMade]); t.Several() && len(t) == m.Outputs && m.Tasks != nil {
		return t
	}
	return nil
}
