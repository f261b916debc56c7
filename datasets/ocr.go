package datasets

import (
	"context"
	"io"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

var ocrEntry = Entry{
	Name:  "ocr",
	Title: "Handwritten words of 150 writers: 6,877 words, 52,152 letters of 16 × 8 binary pixels, 26 labels, 10 folds",
	// The first letter of every word was removed by the set's makers: it was a capital.
	Licence: "none stated: research use",
	Citation: "R. Kassel, A Comparison of Approaches to On-line Handwritten Character Recognition, 1995; B. Taskar, C. " +
		"Guestrin, D. Koller, Max-Margin Markov Networks, NIPS 2003",
	Files: []File{{
		Path:   "ocr/letter.data.gz",
		URL:    "http://ai.stanford.edu/~btaskar/ocr/letter.data.gz",
		SHA256: "535363d0b7bc34246b1f8731719540f526b6807b12dda5d430d011d160bc7882",
	}},
}

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
	Source  Source
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

// LoadOCR loads the OCR set, or the synthetic handwriting of its shape, as the policy says.
func LoadOCR(ctx context.Context, policy Policy) (*OCR, error) {
	return loadFile(policy, ocrEntry,
		func() (*OCR, error) { return Handwriting(ctx, DefaultHandwriting) },
		func(r io.Reader, path string) (*OCR, error) { return ReadOCR(ctx, r, path) },
		func(o *OCR) *Source { return &o.Source })
}
