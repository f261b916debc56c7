package onlinemkl

import (
	"fmt"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/internal/machine"
)

// onFold0 returns fold 0 of the real set where it is at hand, else of the synthetic one.
func onFold0(b *testing.B) *fold {
	b.Helper()
	data, err := datasets.LoadOCR(b.Context(), datasets.Auto)
	if err != nil {
		b.Fatal(err)
	}
	f := split(data, 0)
	b.Logf("%s: %d words, %d letters", data.Source, len(f.train.words), len(f.train.sequences.Y))
	return f
}

// BenchmarkTrain times the 20 epochs of every row at C = 100 and η0 = 1 on one core, without Gram matrices and without
// the objective. A misread letter updates two columns of scores for each kernel held as a Gram matrix: 48 bytes moved,
// in cache, for each training letter.
func BenchmarkTrain(b *testing.B) {
	f := onFold0(b)
	for _, r := range rows {
		b.Run(r.id, func(b *testing.B) {
			j := job{row: r, variant: literal, c: timedC, eta0: 1}
			if _, err := f.blocks(b.Context(), j); err != nil { // which makes the Gram matrices
				b.Fatal(err)
			}
			for b.Loop() {
				blocks, err := f.blocks(b.Context(), j)
				if err != nil {
					b.Fatal(err)
				}
				words := f.train.sequences.Len()
				if _, err := j.chain(words).Train(b.Context(), blocks, &f.train.sequences, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkGram times the quadratic kernel's Gram matrix of the training letters: one population count and one look-up
// for each entry.
func BenchmarkGram(b *testing.B) {
	f := onFold0(b)
	for b.Loop() {
		clear(f.grams)
		if _, err := f.gram(b.Context(), quadratic); err != nil {
			b.Fatal(err)
		}
	}
	n := float64(len(f.train.sequences.Y))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/n, "ns/entry")
}

// BenchmarkScore scores and decodes all test letters with three kernels, under one model and under one for every C.
func BenchmarkScore(b *testing.B) {
	f := onFold0(b)
	r := specOf("mkl-lqg")
	var models []*model
	for _, c := range grid {
		m, err := f.learn(b.Context(), job{row: r, variant: literal, c: c, eta0: 1})
		if err != nil {
			b.Fatal(err)
		}
		models = append(models, m)
	}
	b.Logf("%d test letters", len(f.test.sequences.Y))
	for _, n := range []int{1, len(models)} {
		b.Run(fmt.Sprintf("models=%d", n), func(b *testing.B) {
			begun := machine.ProcessorSeconds()
			defer func() { b.ReportMetric((machine.ProcessorSeconds()-begun)/float64(b.N), "cpu-s/op") }()
			for b.Loop() {
				scores, err := f.score(b.Context(), &f.test, r.sources, models[:n])
				if err != nil {
					b.Fatal(err)
				}
				for k, m := range models[:n] {
					predict(&f.test, m, scores, k*dataset.OCRLabels)
				}
			}
		})
	}
}
