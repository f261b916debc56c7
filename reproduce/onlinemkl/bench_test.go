package onlinemkl

import (
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/kernel"
)

// BenchmarkTrain is the 20 epochs of one row at one C on fold 0 of the real set where it is at hand, else of the synthetic one.
func BenchmarkTrain(b *testing.B) {
	data, err := datasets.LoadOCR(b.Context(), datasets.Auto)
	if err != nil {
		b.Fatal(err)
	}
	f := split(data, 0)
	gram, err := kernel.Gram(b.Context(), rows[0].kernel, f.train.pixels)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%s: %d words, %d letters", data.Source, len(f.train.words), len(f.train.letters))
	for b.Loop() {
		if _, err := train(b.Context(), rows[0], &f.train, gram, 100, eta0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGram is the quadratic kernel's Gram matrix of the training letters of fold 0; 2·128 operations an entry.
func BenchmarkGram(b *testing.B) {
	data, err := datasets.LoadOCR(b.Context(), datasets.Auto)
	if err != nil {
		b.Fatal(err)
	}
	f := split(data, 0)
	n := len(f.train.letters)
	for b.Loop() {
		if _, err := kernel.Gram(b.Context(), rows[0].kernel, f.train.pixels); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n)/float64(n), "ns/entry")
}
