package datasets

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestTreebanks compares the registered sets with the counts of their release.
func TestTreebanks(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"ud-english-ewt":    "12544 204577 2001 25147 2077 25094",
		"ud-english-partut": "1781 43504 156 2722 153 3408",
	} {
		b, err := LoadTreebanks(t.Context(), OnlyReal, name)
		if missing := new(NotFoundError); errors.As(err, &missing) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, part := range []*sentences.Treebank{b.Train, b.Dev, b.Test} {
			start, head, err := part.Trees()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := structured.NewTrees(start, head, true); err != nil {
				t.Errorf("%s: %v", part.Source.Name, err)
			}
			got = append(got, fmt.Sprint(len(start)-1), fmt.Sprint(len(head)))
		}
		if strings.Join(got, " ") != want || b.Source.Kind != Real || b.Relevant != nil {
			t.Errorf("%v: %v, and not %s", b.Source, got, want)
		}
	}
}

func TestTreebanksThatAreNotThere(t *testing.T) {
	t.Setenv(Env, t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	var missing *NotFoundError
	if _, err := LoadTreebanks(t.Context(), OnlyReal, "ud-english-ewt"); !errors.As(err, &missing) {
		t.Error(err)
	}
	if b, err := LoadTreebanks(t.Context(), Auto, "ud-english-partut"); err != nil || b.Source.Name != "english" {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop() // to see that a grammar is begun is enough
	if _, err := LoadTreebanks(ctx, OnlySynthetic, "ud-english-ewt"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	const says = `no treebank "ocr" is registered; there are: ud-english-ewt`
	if _, err := LoadTreebanks(t.Context(), Auto, "ocr"); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v does not say %q", err, says)
	}
	place(t, "ud-english-ewt/en_ewt-ud-train.conllu", []byte("1\ta\n"))
	var sum *source.ChecksumError
	if _, err := LoadTreebanks(t.Context(), Auto, "ud-english-ewt"); !errors.As(err, &sum) {
		t.Error(err)
	}
}
