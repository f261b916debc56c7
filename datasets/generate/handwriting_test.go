package generate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
)

func TestHandwritingIsTheOCRFormat(t *testing.T) {
	t.Parallel()
	o, err := Handwriting(t.Context(), HandwritingConfig{Words: 40, Writers: 20, Noise: 0.1, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := dataset.WriteOCR(&text, o); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text.Bytes())
	if got := hex.EncodeToString(sum[:]); got != o.Source.SHA256 || o.Source.Kind != source.Synthetic {
		t.Errorf("source %+v, the text has checksum %s", o.Source, got)
	}
	back, err := dataset.ReadOCR(t.Context(), &text, "back")
	if err != nil {
		t.Fatal(err)
	}
	back.Source = o.Source
	if d := cmp.Diff(o, back); d != "" {
		t.Errorf("written and read back (-before +after):\n%s", d)
	}
}

func TestHandwritingIsDeterministicAndComplete(t *testing.T) {
	t.Parallel()
	a, err := Handwriting(t.Context(), DefaultHandwriting)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := Handwriting(t.Context(), DefaultHandwriting)
	if a.Source != b.Source {
		t.Errorf("two runs differ: %v, %v", a.Source, b.Source)
	}
	folds, labels := map[int]int{}, map[int]int{}
	for _, w := range a.Words {
		folds[w.Fold]++
	}
	for _, l := range a.Letters {
		labels[l.Label]++
	}
	if len(folds) != dataset.OCRFolds || len(labels) != dataset.OCRLabels || len(a.Words) != 1500 {
		t.Errorf("%d folds, %d labels, %d words", len(folds), len(labels), len(a.Words))
	}
	if _, err := Handwriting(t.Context(), HandwritingConfig{Words: 3}); err == nil {
		t.Error("three words for ten folds are accepted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Handwriting(ctx, DefaultHandwriting); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after cancellation", err)
	}
}
