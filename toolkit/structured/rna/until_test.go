package rna_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// TestFoldsObey: the context is asked for every row of the tables, and its end is the error; after it the same folder
// folds as ever.
func TestFoldsObey(t *testing.T) {
	t.Parallel()
	x := testproblems.Must(rna.ParseSequence(strings.Repeat("GGGAAACCCU", 12)))
	folder, ensemble := rna.NewFolder(make([]float64, rna.Features)), rna.NewEnsemble(make([]float64, rna.Features))
	p := ensemble.Pairs(x)
	for name, f := range map[string]func(ctx context.Context) error{
		"the best": func(ctx context.Context) error { _, _, err := folder.FoldUntil(ctx, x); return err },
		"accuracy": func(ctx context.Context) error {
			_, err := rna.MaximumExpectedAccuracyUntil(ctx, p, len(x), 2)
			return err
		},
		"gain": func(ctx context.Context) error { _, err := rna.CentroidUntil(ctx, p, len(x), 9); return err },
		"all":  func(ctx context.Context) error { _, err := ensemble.PairsUntil(ctx, x); return err },
	} {
		whole := testproblems.EndingAt(0)
		if err := f(whole); err != nil || whole.Calls() < len(x) {
			t.Fatalf("%s: asked %d times, error %v", name, whole.Calls(), err)
		}
		for at := 1; at < whole.Calls()-2; at += 17 {
			const more = 8
			ctx := testproblems.EndingAt(at)
			if err := f(ctx); !errors.Is(err, context.Canceled) || ctx.Calls() > at+more {
				t.Errorf("%s: an end at call %d, %d calls, error %v", name, at, ctx.Calls(), err)
			}
		}
		if err := f(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if want := rna.NewEnsemble(make([]float64, rna.Features)).Pairs(x); !equal(want, ensemble.Pairs(x)) {
		t.Error("probabilities differ after an end")
	}
}

func equal(a, b []float64) bool {
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return len(a) == len(b)
}
