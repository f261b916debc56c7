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
	banks, err := generate.Grammar(t.Context(), generate.GrammarConfig{
		Sentences: grammarLearned + grammarTested, Tags: 4, Words: 3, Relevant: grammarTrue, Strength: 2, Seed: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	gold, err := banks.Train.Gold()
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, r := range banks.Relevant {
		want += r.String() + "\n"
	}
	for _, s := range gold {
		var words []string
		for m, form := range s.Forms {
			words = append(words, fmt.Sprint(form, " ", s.Lemmas[m], " ", s.Tags[m], " ", s.Heads[m]))
		}
		want += "\n" + strings.Join(words, " ")
	}
	if os.Getenv("PROXLAB_TREEBANK") != "" {
		if err := os.WriteFile("treebank.txt", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if treebank != want {
		t.Errorf("treebank.txt has %d bytes, the grammar %d", len(treebank), len(want))
	}
	relevant, read, err := readTreebank(want)
	if err != nil || !reflect.DeepEqual(read, gold) || fmt.Sprint(relevant) != fmt.Sprint(banks.Relevant) {
		t.Errorf("what is read is another treebank: error %v", err)
	}
	for _, bad := range []string{"nowhere\n\n", "\n\na b C x", "\n\na b C 1 d"} {
		if _, _, err := readTreebank(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
