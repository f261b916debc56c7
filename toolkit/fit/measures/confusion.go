package measures

import "math"

// Confusion counts examples by their label and by the label that was guessed. Labels are numbered from 0.
type Confusion struct {
	// Counts[t][g] are the examples of label t that were taken for label g.
	Counts [][]int
	// Other[g] are the examples of none of the labels that were taken for label g.
	Other []int
}

// NewConfusion counts guesses of so many labels; a truth of −1 is none of them. It panics on different lengths.
func NewConfusion(truth, guess []int, labels int) Confusion {
	if len(truth) != len(guess) {
		panic("measures: length mismatch")
	}
	c := Confusion{Counts: make([][]int, labels), Other: make([]int, labels)}
	for t := range c.Counts {
		c.Counts[t] = make([]int, labels)
	}
	for i, t := range truth {
		if t < 0 {
			c.Other[guess[i]]++
		} else {
			c.Counts[t][guess[i]]++
		}
	}
	return c
}

// Examples is how many are of a label.
func (c Confusion) Examples(label int) int {
	sum := 0
	for _, count := range c.Counts[label] {
		sum += count
	}
	return sum
}

// guessed is how many were taken for a label.
func (c Confusion) guessed(label int) int {
	sum := c.Other[label]
	for _, row := range c.Counts {
		sum += row[label]
	}
	return sum
}

// Precision is the share of those taken for a label that are of it: NaN where none were.
func (c Confusion) Precision(label int) float64 {
	return float64(c.Counts[label][label]) / float64(c.guessed(label))
}

// Recall is the share of those of a label that were taken for it: NaN where there are none.
func (c Confusion) Recall(label int) float64 {
	return float64(c.Counts[label][label]) / float64(c.Examples(label))
}

// F1 is the harmonic mean of precision and recall, 2 right/(examples + guessed): 0 where none were right, NaN where
// there is no example and no guess of the label.
//
// Source: van Rijsbergen, Information Retrieval, 1979, chapter 7.
func (c Confusion) F1(label int) float64 {
	return 2 * float64(c.Counts[label][label]) / float64(c.Examples(label)+c.guessed(label))
}

// MacroF1 is the mean of F1 over the labels that have one: each counts the same, however many examples it has.
func (c Confusion) MacroF1() float64 {
	sum, count := 0., 0.
	for l := range c.Counts {
		if v := c.F1(l); !math.IsNaN(v) {
			sum, count = sum+v, count+1
		}
	}
	return sum / count
}
