package explorables

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
)

// TestTreebankIsSynthetic draws the treebank of the page anew; with PROXLAB_TREEBANK set it writes it.
func TestTreebankIsSynthetic(t *testing.T) {
	t.Parallel()
	banks, err := generate.English(t.Context(), generate.EnglishConfig{Sentences: treesLearned + treesTested, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	gold, err := banks.Train.Gold()
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, s := range gold {
		var words []string
		for m, form := range s.Forms {
			words = append(words, fmt.Sprint(form, " ", s.Lemmas[m], " ", s.Tags[m], " ", s.Heads[m]))
		}
		want += strings.Join(words, " ") + "\n"
	}
	if os.Getenv("PROXLAB_TREEBANK") != "" {
		if err := os.WriteFile("treebank.txt", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if treebank != want {
		t.Errorf("treebank.txt has %d bytes, what is drawn %d", len(treebank), len(want))
	}
	read, err := readTreebank(want)
	if err != nil || len(read) != len(gold) {
		t.Fatalf("%d sentences are read, not %d: error %v", len(read), len(gold), err)
	}
	for k, s := range read { // of which points and relations matter not
		s.Punctuation, s.Relations = gold[k].Punctuation, gold[k].Relations
		if !reflect.DeepEqual(s, gold[k]) {
			t.Errorf("%v is read as %v", gold[k], s)
		}
	}
	for _, bad := range []string{"a b C x", "a b C 1 d"} {
		if _, err := readTreebank(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
