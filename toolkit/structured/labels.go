package structured

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// The families of parts of a set of labels.
const (
	Relevance = 0 // rows are examples, columns labels
	Together  = 1 // rows are pairs of labels, as PairRow numbers them, and there is one column
)

// LabelSets are examples with any number of labels each: example i has the labels Sets[i], each from 0 to Labels − 1
// and once. A set scores the sum over its labels and over the pairs of them,
//
//	⟨θ, φ(x,y)⟩ = Σ_l y_l ⟨θ_l, φ(x)⟩ + Σ_{a<b} y_a y_b ⟨θ', φ'_ab⟩,      y ∈ {0,1}^Labels.
type LabelSets struct {
	Sets   [][]int
	Labels int
}

// Len is the number of examples.
func (d *LabelSets) Len() int { return len(d.Sets) }

// Check tests that labels are below Labels, and none is twice in a set.
func (d *LabelSets) Check() error {
	seen := make([]int, max(0, d.Labels))
	for i, set := range d.Sets {
		if err := CheckLabels(set, d.Labels); err != nil {
			return fmt.Errorf("example %d: %w", i+1, err)
		}
		for _, l := range set {
			if seen[l] == i+1 {
				return fmt.Errorf("example %d has label %d twice", i+1, l)
			}
			seen[l] = i + 1
		}
	}
	return nil
}

// of writes the set of example i to y, as 0 and 1.
func (d *LabelSets) of(y []float64, i int) []float64 {
	if i < 0 || i >= len(d.Sets) {
		panic(fmt.Sprintf("structured: there is no example %d of %d", i, len(d.Sets)))
	}
	must(CheckLabels(d.Sets[i], d.Labels))
	y = zeros(y, d.Labels)
	for _, l := range d.Sets[i] {
		y[l] = 1
	}
	return y
}

// Pairs is the number of pairs of so many labels.
func Pairs(labels int) int { return labels * (labels - 1) / 2 }

// PairRow is the row of the pair of labels a < b: first the pairs of label 0, then those of label 1 with later ones,
// and so on.
func PairRow(labels, a, b int) int { return a*(2*labels-a-1)/2 + b - a - 1 }

// LabelScores are the scores of one example: Single[l] of label l, and Pair[PairRow(Labels, a, b)] of a and b together.
type LabelScores struct {
	Labels int
	Single []float64
	Pair   []float64
}

// Of is the score of a set y of 0 and 1, or of a point of the local polytope with entries 0, ½ and 1, of which the
// pairs are as good as they can be: min(y_a, y_b) where they score above 0, and max(0, y_a + y_b − 1) elsewhere.
func (s *LabelScores) Of(y []float64) float64 {
	s.check(y)
	var sum float64
	for l, v := range y {
		sum += v * s.Single[l]
	}
	row := 0
	for a := range y {
		for b := a + 1; b < len(y); b++ {
			sum += s.both(row, y[a], y[b]) * s.Pair[row]
			row++
		}
	}
	return sum
}

// both is how much of a pair is there.
func (s *LabelScores) both(row int, a, b float64) float64 {
	if s.Pair[row] > 0 {
		return min(a, b)
	}
	return max(0, a+b-1)
}

// check panics where the numbers of scores, or of entries of y, do not go with the number of labels.
func (s *LabelScores) check(y []float64) {
	if s.Labels < 1 || len(s.Single) != s.Labels || len(s.Pair) != Pairs(s.Labels) || len(y) != s.Labels {
		panic(fmt.Sprintf("structured: %d scores of labels, %d of pairs and room for %d labels, of %d labels and %d pairs",
			len(s.Single), len(s.Pair), len(y), s.Labels, Pairs(s.Labels)))
	}
}

// finite tells whether all scores are.
func (s *LabelScores) finite() bool {
	sum := 0.
	for _, v := range s.Single {
		sum += 0 * v
	}
	for _, v := range s.Pair {
		sum += 0 * v
	}
	return sum == 0
}

// Improve makes a set of 0 and 1 of a point, in which ½ becomes 0, and changes the label that gains most as long as one
// gains: no change of a single label makes it better. It returns the score.
func (s *LabelScores) Improve(y []float64) float64 {
	s.check(y)
	for l, v := range y {
		y[l] = math.Floor(v)
	}
	for s.finite() {
		best, most := -1, 0.
		for l, v := range y {
			if gain := (1 - 2*v) * s.gain(y, l); gain > most {
				best, most = l, gain
			}
		}
		before := s.Of(y)
		if best < 0 {
			return before
		}
		y[best] = 1 - y[best]
		if s.Of(y) <= before { // rounding
			y[best] = 1 - y[best]
			return before
		}
	}
	return math.NaN()
}

// gain is what label l adds to the others of y.
func (s *LabelScores) gain(y []float64, l int) float64 {
	sum := s.Single[l]
	for k, v := range y {
		if v != 0 && k != l {
			sum += v * s.Pair[PairRow(s.Labels, min(k, l), max(k, l))]
		}
	}
	return sum
}

// LabelScorer reads the scores of one example from a model. It keeps its memory between calls: scores are valid until
// the next one. The zero value is ready.
type LabelScorer struct {
	scores LabelScores
}

// Score returns the scores of row i. It panics where the model has no block of single labels; without one of pairs they
// score 0.
func (c *LabelScorer) Score(p toolkit.Params, labels, i int) *LabelScores {
	weighs(p, Relevance, "single labels")
	s := &c.scores
	s.Labels, s.Single, s.Pair = labels, zeros(s.Single, labels), zeros(s.Pair, Pairs(labels))
	p.Scores(s.Single, Relevance, i)
	scoreRows(s.Pair, p, Together, 0, len(s.Pair))
	return s
}

// LabelDecoder finds a set of highest score, or the highest point of a relaxation, with entries 0, ½ and 1; writes it
// to y, and returns LabelScores.Of it; NaN where scores are not finite.
type LabelDecoder interface {
	Decode(y []float64, s *LabelScores) float64
}
