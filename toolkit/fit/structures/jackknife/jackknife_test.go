package jackknife_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/fit/structures/jackknife"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// sentence has words of form/tag.
func sentence(words string) (s templates.Sentence) {
	for _, w := range strings.Fields(words) {
		form, tag, _ := strings.Cut(w, "/")
		s.Forms, s.Lemmas, s.Tags = append(s.Forms, form), append(s.Lemmas, form), append(s.Tags, tag)
		s.Features, s.Heads = append(s.Features, "f"), append(s.Heads, len(s.Heads))
	}
	return s
}

// TestTags: the tag that a word has in one sentence alone is not known to who tags that sentence, and is to the tagger
// of all; tags that other folds show as well are found. Nothing else of the sentences changes, and not they themselves.
func TestTags(t *testing.T) {
	t.Parallel()
	var all []templates.Sentence
	for range 12 {
		all = append(all, sentence("the/D dog/N barks/V"))
	}
	all[7] = sentence("the/D dog/N xyzzy/ODD")
	tagged, m, err := jackknife.Tags(t.Context(), structures.Tagger{}, all, 4)
	if err != nil || len(tagged) != len(all) {
		t.Fatal(err)
	}
	for i, s := range tagged {
		odd := i == 7
		if slices.Equal(s.Tags, all[i].Tags) == odd || s.Features != nil || !slices.Equal(s.Heads, all[i].Heads) {
			t.Errorf("sentence %d: %+v", i, s)
		}
		if want := []string{"D", "N"}; !slices.Equal(s.Tags[:2], want) {
			t.Errorf("sentence %d: tags %v", i, s.Tags)
		}
	}
	own, err := jackknife.Tag(t.Context(), m, all)
	if err != nil || own[7].Tags[2] != "ODD" || all[7].Features == nil {
		t.Errorf("by who has seen all: %+v, %v", own[7], err)
	}
}

func TestTagsRefuse(t *testing.T) {
	t.Parallel()
	two := []templates.Sentence{sentence("a/A"), sentence("b/B c/C")}
	for _, folds := range []int{-1, 0, 1, 3} {
		_, _, err := jackknife.Tags(t.Context(), structures.Tagger{}, two, folds)
		if err == nil || !strings.Contains(err.Error(), "folds of 2 sentences") {
			t.Errorf("%d folds: %v", folds, err)
		}
	}
	if _, _, err := jackknife.Tags(t.Context(), structures.Tagger{}, append(two, templates.Sentence{}), 2); err == nil {
		t.Error("a sentence without words was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := jackknife.Tags(ctx, structures.Tagger{}, two, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
