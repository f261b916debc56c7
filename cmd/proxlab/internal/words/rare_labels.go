package words

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// RareHelp is that of --rare-labels.
const RareHelp = "what becomes of labels of fewer than 2 examples, or as many as said, as in drop:5: drop leaves " +
	"their examples out, pool makes one label of them, other (default: they stay, and folds refuse one example alone)"

// pooled is the label of those that are pooled.
const pooled = "other"

// RareLabels drops or pools the labels of few examples of a frame, as --rare-labels says, and tells which.
func RareLabels(f *datasets.Frame, how string, labels bool) (note string, err error) {
	word, number, given := strings.Cut(how, ":")
	least := 2
	if given {
		least, err = strconv.Atoi(number)
	}
	switch {
	case how == "":
		return "", nil
	case !labels:
		return "", errors.New("--rare-labels is for losses of labels, such as logistic and multinomial")
	case word != "drop" && word != "pool" || err != nil || least < 2:
		return "", fmt.Errorf("--rare-labels %q: drop or pool is due, or drop:5 for labels of fewer than 5 examples", how)
	case word == "pool" && f.Labels == nil:
		return "", errors.New("--rare-labels pool is for labels that are words: numbers have no other, drop leaves them out")
	}
	count := map[float64]int{}
	for _, y := range f.Y {
		count[y]++
	}
	var rows []int
	var names []string
	for i, y := range f.Y {
		if count[y] < least {
			rows = append(rows, i)
			name := strconv.FormatFloat(y, 'g', -1, 64)
			if f.Labels != nil {
				name = f.Labels[int(y)]
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	switch {
	case rows == nil:
		return "", nil
	case word == "pool" && len(rows) < least:
		return "", fmt.Errorf("--rare-labels pool: labels of fewer than %d examples have %d together (%s): drop them", least,
			len(rows), plain.List(names))
	case word == "pool":
		pool(f, rows)
		return fmt.Sprintf("%d examples of labels of fewer than %d are of the label %s: %s", len(rows), least, pooled,
			plain.List(names)), nil
	case len(rows) == len(f.Y):
		return "", fmt.Errorf("--rare-labels %s: every label has fewer than %d examples", how, least)
	}
	LeaveOut(f, rows)
	return fmt.Sprintf("%d examples are left out, of labels of fewer than %d: %s", len(rows), least,
		plain.List(names)), nil
}

// pool makes examples of one label, and numbers labels anew.
func pool(f *datasets.Frame, rows []int) {
	words := make([]string, len(f.Y))
	for i, y := range f.Y {
		words[i] = f.Labels[int(y)]
	}
	for _, i := range rows {
		words[i] = pooled
	}
	f.Labels = slices.Compact(slices.Sorted(slices.Values(words)))
	for i, w := range words {
		at, _ := slices.BinarySearch(f.Labels, w)
		f.Y[i] = float64(at)
	}
}

// LeaveOut takes examples out of a frame, and labels that no other has.
func LeaveOut(f *datasets.Frame, rows []int) {
	n, _ := f.X.Dims()
	var stay []int
	for i := range n {
		if _, out := slices.BinarySearch(rows, i); !out {
			stay = append(stay, i)
		}
	}
	f.X, f.Y = linalg.SelectRows(f.X, stay), frame.Except(f.Y, rows)
	f.Weights, f.Task = frame.Except(f.Weights, rows), frame.Except(f.Task, rows)
	for k := range f.Kept {
		f.Kept[k] = frame.Except(f.Kept[k], rows)
	}
	if f.Labels != nil {
		pool(f, nil)
	}
}
