// Package features reads what is known of features in files of their own: groups, edges of a graph, bounds and weights.
package features

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// ReadGroups reads groups of features, one a line: the features' numbers from 1, separated by spaces, and optionally
// w=WEIGHT (default 1). Empty lines and whatever follows # are ignored. The groups returned count features from 0.
// Errors refer to the input as name; features is the number of features.
func ReadGroups(
	ctx context.Context, r io.Reader, name string, features int,
) (groups [][]int, weights []float64, err error) {
	groups, weights, err = readGroups(ctx, r, name, nodes{features, nil})
	if err == nil && groups == nil {
		err = fmt.Errorf("%s: the file holds no groups", name)
	}
	return groups, weights, err
}

// readGroups is ReadGroups for a file that may hold none.
func readGroups(
	ctx context.Context, r io.Reader, name string, of nodes,
) (groups [][]int, weights []float64, err error) {
	err = eachWords(ctx, r, name, func(l *source.Lines, words []string) error {
		var group []int
		weight := 1.
		seen := map[int]bool{}
		for k, word := range words {
			if value, is := strings.CutPrefix(word, "w="); is {
				v, ok := source.ParseNumber([]byte(value))
				if !ok || v < 0 {
					return l.Fault(k+1, "%q is no weight: a number that is not negative is due", word)
				}
				weight = v
				continue
			}
			j, wrong := of.place(word)
			switch {
			case wrong != "":
				return l.Fault(k+1, "%s", wrong)
			case seen[j]:
				return l.Fault(k+1, "%s %s stands there twice", of.what(), word)
			}
			seen[j] = true
			group = append(group, j)
		}
		if group == nil {
			return l.Fault(0, "the group has no %ss", of.what())
		}
		groups, weights = append(groups, group), append(weights, weight)
		return nil
	})
	return groups, weights, err
}

// nodes are what the numbers of a file stand for: features from 1, or tasks as they are numbered.
type nodes struct {
	features int
	tasks    []int64 // ascending; nil for features
}

func (n nodes) what() string {
	if n.tasks != nil {
		return "task"
	}
	return "feature"
}

// place is that of a word's number, from 0, or what is wrong with it.
func (n nodes) place(word string) (at int, wrong string) {
	v, ok := source.ParseNumber([]byte(word))
	whole := ok && v == math.Trunc(v) && math.Abs(v) < 1<<53
	switch {
	case n.tasks != nil:
		at, ok = slices.BinarySearch(n.tasks, int64(v))
		if !whole || !ok {
			return 0, fmt.Sprintf("there is no task %s: tasks are called by their numbers in the data", word)
		}
		return at, ""
	case !whole || v < 1:
		return 0, fmt.Sprintf("%q is no feature: a number from 1 is due", word)
	case v > float64(n.features):
		return 0, fmt.Sprintf("there is no feature %s: the data have %d", word, n.features)
	}
	return int(v) - 1, ""
}

// LoadGroups reads a file of groups.
func LoadGroups(ctx context.Context, path string, features int) (groups [][]int, weights []float64, err error) {
	err = opened(ctx, path, func(r io.Reader) error {
		groups, weights, err = ReadGroups(ctx, r, path, features)
		return err
	})
	return groups, weights, err
}

// opened lets read have a file.
func opened(ctx context.Context, path string, read func(r io.Reader) error) error {
	f, err := source.OpenUntil(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(read(f), f.Close())
}

// eachWords calls f with the words of every line that has some.
func eachWords(ctx context.Context, r io.Reader, name string, f func(l *source.Lines, words []string) error) error {
	l := source.NewLines(r, name)
	return l.Each(ctx, func(line []byte) error {
		text, _, _ := strings.Cut(string(line), "#")
		if words := strings.Fields(text); len(words) > 0 {
			return f(l, words)
		}
		return nil
	})
}

// wordsOf calls f with the words of every line of a file that has some.
func wordsOf(ctx context.Context, path string, f func(l *source.Lines, words []string) error) error {
	return opened(ctx, path, func(r io.Reader) error { return eachWords(ctx, r, path, f) })
}
