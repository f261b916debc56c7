package loss

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// errNoQueries is the error of a loss of rankings that does not know which documents belong together.
var errNoQueries = errors.New("a loss of rankings needs the query of each document")

// byQuery are the documents of each query, in the order of the examples, queries by their first document.
func byQuery(query []int64) (groups [][]int) {
	at := map[int64]int{}
	for i, q := range query {
		k, ok := at[q]
		if !ok {
			k = len(groups)
			at[q] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// checkQueries says what is wrong with the targets and queries of a loss of rankings.
func checkQueries(y []float64, query []int64, weights []float64, counted int) error {
	switch {
	case query == nil:
		return errNoQueries
	case len(query) != len(y):
		return fmt.Errorf("there are %d documents and %d queries of them", len(y), len(query))
	case weights != nil && slices.Max(weights) != slices.Min(weights):
		return errors.New("a loss of rankings weighs queries alike: it takes no weights of documents")
	case counted == 0:
		return errors.New("no query has documents of different relevance: there is nothing to rank")
	}
	return nil
}

// checkRelevance says what is wrong with a degree of relevance.
func checkRelevance(y float64) error {
	if !(y >= 0) || y != math.Trunc(y) || y > mostRelevant {
		return fmt.Errorf("relevance %g: a whole number from 0 to %d is due", y, mostRelevant)
	}
	return nil
}

// mostRelevant is the largest degree of relevance: gains are 2^y − 1.
const mostRelevant = 50
