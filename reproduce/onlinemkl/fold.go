package onlinemkl

import (
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// fold is one split of the data: trained on one of the ten folds and tested on the other nine, as the paper does.
type fold struct {
	train, test set
}

// set is some words of a data set with their letters' pixels and labels.
type set struct {
	words     []datasets.Word
	letters   []int // index of each letter in the data set
	sequences structured.Sequences
	pixels    *linalg.Dense
}

func split(data *datasets.OCR, trainOn int) fold {
	var in, out []datasets.Word
	for _, w := range data.Words {
		if w.Fold == trainOn {
			in = append(in, w)
		} else {
			out = append(out, w)
		}
	}
	return fold{train: newSet(data, in), test: newSet(data, out)}
}

func newSet(data *datasets.OCR, words []datasets.Word) set {
	s := set{words: words, sequences: structured.Sequences{Start: []int{0}, Labels: datasets.OCRLabels}}
	for _, w := range words {
		for i := w.Start; i < w.End; i++ {
			s.letters = append(s.letters, i)
			s.sequences.Y = append(s.sequences.Y, data.Letters[i].Label)
		}
		s.sequences.Start = append(s.sequences.Start, len(s.letters))
	}
	s.pixels = data.Pixels(s.letters)
	return s
}
