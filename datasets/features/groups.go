// Package features reads what is known of features in files of their own: groups, edges of a graph, bounds and weights.
package features

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// ReadGroups reads groups of features, one a line: the features' numbers from 1, separated by spaces, and optionally
// w=WEIGHT (default 1). Empty lines and whatever follows # are ignored. The groups returned count features from 0.
// Errors refer to the input as name; features is the number of features.
func ReadGroups(
	ctx context.Context, r io.Reader, name string, features int,
) (groups [][]int, weights []float64, err error) {
	l := source.NewLines(r, name)
	err = l.Each(ctx, func(line []byte) error {
		text, _, _ := strings.Cut(string(line), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil
		}
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
			v, ok := source.ParseNumber([]byte(word))
			j := int(v) - 1
			switch {
			case !ok || v != math.Trunc(v) || v < 1:
				return l.Fault(k+1, "%q is no feature: a number from 1 is due", word)
			case v > float64(features):
				return l.Fault(k+1, "there is no feature %s: the data have %d", word, features)
			case seen[j]:
				return l.Fault(k+1, "feature %s stands there twice", word)
			}
			seen[j] = true
			group = append(group, j)
		}
		if group == nil {
			return l.Fault(0, "the group has no features")
		}
		groups, weights = append(groups, group), append(weights, weight)
		return nil
	})
	if err == nil && groups == nil {
		err = fmt.Errorf("%s: the file holds no groups", name)
	}
	return groups, weights, err
}

// LoadGroups reads a file of groups.
func LoadGroups(ctx context.Context, path string, features int) (groups [][]int, weights []float64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	groups, weights, err = ReadGroups(ctx, f, path, features)
	return groups, weights, errors.Join(err, f.Close())
}
