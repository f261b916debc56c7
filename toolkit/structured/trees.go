package structured

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
)

// Arc is the family of the parts of a tree: rows are arcs, in the order that Trees says, and there is one column.
const Arc = 0

// Trees is a set of sentences with their dependency trees: sentence i has the words Start[i] ≤ t < Start[i+1], and word
// t the head Head[t], 0 for the root and else a word of its sentence, counted from 1. Words of n have n² possible arcs,
// each a row of features: first those into word 1, from the root, word 2, …, word n; then those into word 2, and so on,
// every head but the word itself. The rows of a sentence come after those of the sentences before it.
type Trees struct {
	Start      []int
	Head       []int
	SingleRoot bool // outputs are trees in which one word hangs at the root

	rows []int // first row of a sentence
}

// NewTrees checks that every sentence has a tree, of a single root where that is asked for; the error names the
// sentence, counted from 0, and the word.
func NewTrees(start, head []int, singleRoot bool) (*Trees, error) {
	if err := CheckStart(start, len(head)); err != nil {
		return nil, err
	}
	t := &Trees{Start: start, Head: head, SingleRoot: singleRoot, rows: []int{0}}
	for i := range t.Len() {
		heads := head[start[i]:start[i+1]]
		if err := CheckTree(heads, singleRoot); err != nil {
			return nil, fmt.Errorf("sentence %d: %w", i+1, err)
		}
		t.rows = append(t.rows, t.rows[i]+len(heads)*len(heads))
	}
	return t, nil
}

// Len is the number of sentences.
func (t *Trees) Len() int { return max(0, len(t.Start)-1) }

// Of returns the heads of sentence i.
func (t *Trees) Of(i int) []int {
	lo, hi := bounds(t.Start, len(t.Head), i)
	return t.Head[lo:hi]
}

// Rows are the rows lo ≤ r < hi of the possible arcs of sentence i.
func (t *Trees) Rows(i int) (lo, hi int) {
	if len(t.rows) != len(t.Start) {
		panic("structured: trees are made by NewTrees, which checks them")
	}
	bounds(t.Start, len(t.Head), i)
	return t.rows[i], t.rows[i+1]
}

// ArcRows are the rows of the arcs of the trees, in ascending order.
func (t *Trees) ArcRows() []int {
	rows := make([]int, 0, len(t.Head))
	for i := range t.Len() {
		first, _ := t.Rows(i)
		y := t.Of(i)
		for k, h := range y {
			rows = append(rows, first+ArcRow(len(y), h, k+1))
		}
	}
	return rows
}

// ArcRow is the row of the arc from head h to word m among those of its sentence of n words.
func ArcRow(n, h, m int) int {
	if h > m {
		h--
	}
	return (m-1)*n + h
}

// TreeScorer reads the arc scores of one sentence from a model. It keeps its memory between calls: scores are valid
// until the next one. The zero value is ready.
type TreeScorer struct {
	scores TreeScores
	rows   []float64
}

// Score returns the scores of the arcs of sentence i. It panics where the model has none.
func (c *TreeScorer) Score(p toolkit.Params, t *Trees, i int) *TreeScores {
	weighs(p, Arc, "arcs")
	lo, hi := t.Rows(i)
	n := len(t.Of(i))
	c.rows = zeros(c.rows, hi-lo)
	scoreRows(c.rows, p, Arc, lo, hi)
	c.scores.SingleRoot = t.SingleRoot
	c.scores.spread(n, c.rows)
	return &c.scores
}

// spread takes the scores of the n² rows of a sentence of n words.
func (s *TreeScores) spread(n int, rows []float64) {
	s.Words, s.Arc = n, zeros(s.Arc, n*(n+1))
	for m := 1; m <= n; m++ {
		into, row := s.Arc[(m-1)*(n+1):m*(n+1)], rows[(m-1)*n:m*n]
		copy(into[:m], row[:m])
		copy(into[m+1:], row[m:])
	}
}
