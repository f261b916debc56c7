package features

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// LoadBounds reads a file of bounds of weights: on each line a feature, by its name or its number from 1, and the
// least and the largest value its weight may have, which may be -inf and inf. Features that are not there have none.
// Empty lines and whatever follows # are ignored. names are those of the features, nil where they have none.
func LoadBounds(ctx context.Context, path string, names []string, features int) (lower, upper []float64, err error) {
	lower, upper = make([]float64, features), make([]float64, features)
	for j := range lower {
		lower[j], upper[j] = math.Inf(-1), math.Inf(1)
	}
	const due = "a feature and two bounds are due, as in: rooms 0 inf"
	err = ofFeatures(ctx, path, names, features, 2, due, func(l *source.Lines, j, first int, words []string) error {
		for k, to := range []*float64{&lower[j], &upper[j]} {
			v, ok := boundOf(words[k])
			if !ok {
				return l.Fault(first+k, "%q is no bound: a number, -inf or inf is due", words[k])
			}
			*to = v
		}
		if !(lower[j] <= upper[j]) || math.IsInf(lower[j], 1) || math.IsInf(upper[j], -1) {
			return l.Fault(first, "there is no number from %g to %g", lower[j], upper[j])
		}
		return nil
	})
	return lower, upper, err
}

// LoadFactors reads a file of weights of features in a penalty: on each line a feature, by its name or its number from
// 1, and its weight ≥ 0; 0 for one that is not penalized. Features that are not there have 1. Empty lines and whatever
// follows # are ignored. names are those of the features, nil where they have none.
func LoadFactors(ctx context.Context, path string, names []string, features int) (factors []float64, err error) {
	factors = slices.Repeat([]float64{1}, features)
	const due = "a feature and its weight are due, as in: rooms 0.5"
	err = ofFeatures(ctx, path, names, features, 1, due, func(l *source.Lines, j, first int, words []string) error {
		v, ok := source.ParseNumber([]byte(words[0]))
		if !ok || v < 0 {
			return l.Fault(first, "%q is no weight: a number that is not negative is due", words[0])
		}
		factors[j] = v
		return nil
	})
	return factors, err
}

// ofFeatures goes through a file with a feature on each line, by name or number, and so many words about it, which are
// given to each with the field where they begin. No feature may come twice.
func ofFeatures(
	ctx context.Context, path string, names []string, features, count int, due string,
	each func(l *source.Lines, j, first int, words []string) error,
) error {
	seen := make([]bool, features)
	return wordsOf(ctx, path, func(l *source.Lines, words []string) error {
		last := len(words) - count
		if last < 1 {
			return l.Fault(0, "%s", due)
		}
		name := strings.Join(words[:last], " ")
		j, err := featureOf(l, name, names, features)
		if err != nil {
			return err
		}
		if seen[j] {
			return l.Fault(1, "feature %.60s is there already", name)
		}
		seen[j] = true
		return each(l, j, last+1, words[last:])
	})
}

// boundOf reads a number, inf or -inf.
func boundOf(word string) (v float64, ok bool) {
	switch strings.ToLower(word) {
	case "inf", "+inf":
		return math.Inf(1), true
	case "-inf":
		return math.Inf(-1), true
	}
	return source.ParseNumber([]byte(word))
}

// featureOf is the index of one that is named or numbered from 1.
func featureOf(l *source.Lines, word string, names []string, features int) (int, error) {
	if j := slices.Index(names, word); j >= 0 {
		return j, nil
	}
	v, ok := source.ParseNumber([]byte(word))
	switch {
	case !ok || v != math.Trunc(v) || v < 1:
		return 0, l.Fault(1, "%.60q is no feature: a name, or a number from 1 is due", word)
	case v > float64(features):
		return 0, l.Fault(1, "there is no feature %s: the data have %d", word, features)
	}
	return int(v) - 1, nil
}

// LoadEdges reads a file of edges of a graph of features: two of them on each line, by number from 1, and optionally
// w=WEIGHT (default 1). Empty lines and whatever follows # are ignored. The edges returned count features from 0; there
// may be none.
func LoadEdges(ctx context.Context, path string, features int) (edges [][2]int, weights []float64, err error) {
	return loadEdges(ctx, path, nodes{features, nil})
}

// LoadTaskEdges is LoadEdges of a graph of tasks, which ascend: two of their numbers on each line. The edges returned
// count them from 0.
func LoadTaskEdges(ctx context.Context, path string, tasks []int64) (edges [][2]int, weights []float64, err error) {
	return loadEdges(ctx, path, nodes{0, tasks})
}

func loadEdges(ctx context.Context, path string, of nodes) (edges [][2]int, weights []float64, err error) {
	var groups [][]int
	err = opened(ctx, path, func(r io.Reader) error {
		groups, weights, err = readGroups(ctx, r, path, of)
		return err
	})
	for k, g := range groups {
		if len(g) != 2 && err == nil {
			err = fmt.Errorf("%s: edge %d joins %d %ss: an edge joins two", path, k+1, len(g), of.what())
		}
		if err != nil {
			return nil, nil, err
		}
		edges = append(edges, [2]int{g[0], g[1]})
	}
	return edges, weights, err
}

// LoadWeights reads a file of numbers ≥ 0 that fall, count of them, one or several a line.
func LoadWeights(ctx context.Context, path string, count int) (weights []float64, err error) {
	err = wordsOf(ctx, path, func(l *source.Lines, words []string) error {
		for k, word := range words {
			v, ok := source.ParseNumber([]byte(word))
			switch {
			case !ok || v < 0:
				return l.Fault(k+1, "%q is no weight: a number that is not negative is due", word)
			case len(weights) > 0 && v > weights[len(weights)-1]:
				return l.Fault(k+1, "the weights must fall, and %s is more than the one before", word)
			}
			weights = append(weights, v)
		}
		return nil
	})
	if err == nil && len(weights) != count {
		err = fmt.Errorf("%s: it holds %d weights, and %d are due", path, len(weights), count)
	}
	return weights, err
}
