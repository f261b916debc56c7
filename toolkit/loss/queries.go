package loss

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// errNoQueries is the error of a loss of rankings that does not know which documents belong together.
var errNoQueries = errors.New("a loss of rankings needs the query of each document")

// Documents are what a loss of rankings is bound to. Those of one query need not stand together.
type Documents struct {
	Y       []float64 // degrees of relevance
	Query   []int64   // of each document
	Weights []float64 // all alike, or nil
}

// Len is the number of documents.
func (l Documents) Len() int { return len(l.Y) }

// Weight is 1/n: queries count alike, not documents.
func (l Documents) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// Curvature is +Inf: there are kinks.
func (l Documents) Curvature() float64 { return math.Inf(1) }

// ShiftInvariant is true: rankings are by differences.
func (l Documents) ShiftInvariant() bool { return true }

// Link says that predictions are scores.
func (l Documents) Link() string { return Order }

// CheckTarget says what is wrong with a degree of relevance.
func (l Documents) CheckTarget(y float64) error {
	if !(y >= 0) || y != math.Trunc(y) || y > mostRelevant {
		return fmt.Errorf("relevance %g: a whole number from 0 to %d is due", y, mostRelevant)
	}
	return nil
}

// ByQuery are the documents of each query, in the order of the examples, queries by their first document.
func ByQuery(query []int64) (groups [][]int) {
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

// checkQueries says what is wrong with the targets and queries, of which some are counted.
func (l Documents) checkQueries(counted int) error {
	switch {
	case l.Query == nil:
		return errNoQueries
	case len(l.Query) != len(l.Y):
		return fmt.Errorf("there are %d documents and %d queries of them", len(l.Y), len(l.Query))
	case l.Weights != nil && slices.Max(l.Weights) != slices.Min(l.Weights):
		return errors.New("a loss of rankings weighs queries alike: it takes no weights of documents")
	case counted == 0:
		return errors.New("no query has documents of different relevance: there is nothing to rank")
	}
	return nil
}

// unknown tells whether a score is NaN, of which sorting would make an order; so is the gradient then.
func unknown(grad, f []float64) bool {
	if !floats.HasNaN(f) {
		return false
	}
	for i := range grad {
		grad[i] = math.NaN()
	}
	return true
}

// mostRelevant is the largest degree of relevance: gains are 2^y − 1.
const mostRelevant = 50
