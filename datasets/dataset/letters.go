package dataset

import (
	"slices"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The shape of a letter of the OCR set.
const (
	LetterRows   = 16
	LetterCols   = 8
	LetterPixels = LetterRows * LetterCols
	OCRLabels    = 26
	OCRFolds     = 10
)

// Letter is a binary image of 16 × 8 pixels with its label, 0 (a) to 25 (z). Pixel p = row·8 + column is bit p%64 of
// word p/64.
type Letter struct {
	Bits  [2]uint64
	Label int
}

// Pixel returns 1 for ink and 0 for paper at p = row·8 + column.
func (l Letter) Pixel(p int) int { return int(l.Bits[p/64] >> (p % 64) & 1) }

// Word is the letters Start ≤ i < End of the set, and the fold the word belongs to.
type Word struct {
	ID, Fold, Start, End int
}

// OCR is a set of handwritten words.
type OCR struct {
	Source  source.Source
	Letters []Letter
	Words   []Word
}

// InFolds returns the words of some folds, in the set's order.
func (o *OCR) InFolds(folds ...int) []Word {
	var out []Word
	for _, w := range o.Words {
		if slices.Contains(folds, w.Fold) {
			out = append(out, w)
		}
	}
	return out
}

// Sequences returns the letters of some words as arrays: their packed pixels, one row of 128 for each letter, and their
// labels. Word i has the rows from start[i] to start[i+1].
func (o *OCR) Sequences(words []Word) (pixels *linalg.Bits, start, labels []int) {
	start = []int{0}
	for _, w := range words {
		for _, l := range o.Letters[w.Start:w.End] {
			labels = append(labels, l.Label)
		}
		start = append(start, len(labels))
	}
	pixels = linalg.NewBits(len(labels), LetterPixels)
	for i, w := range words {
		for t, l := range o.Letters[w.Start:w.End] {
			copy(pixels.Row(start[i]+t), l.Bits[:])
		}
	}
	return pixels, start, labels
}

// Text returns the word as a string.
func (o *OCR) Text(w Word) string {
	b := make([]byte, 0, w.End-w.Start)
	for _, l := range o.Letters[w.Start:w.End] {
		b = append(b, byte('a'+l.Label))
	}
	return string(b)
}
