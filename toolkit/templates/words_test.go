package templates_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// TestWordTemplates: what a template sees of a word, and that its text is read as it is written.
func TestWordTemplates(t *testing.T) {
	t.Parallel()
	words := [][]string{{"Nach", "A"}, {"Übergröße-12", "B"}, {"¿qué?", "C"}, {"слово", "D"}, {"é", "A"}, {"語", "B"}}
	for text, want := range map[string][]string{
		"form[0]":           {"Nach", "Übergröße-12", "¿qué?", "слово", "é", "語"},
		"lower[0]":          {"nach", "übergröße-00", "¿qué?", "слово", "é", "語"},
		"lower[-1]":         {"-1", "nach", "übergröße-00", "¿qué?", "слово", "é"},
		"lower[2]":          {"¿qué?", "слово", "é", "語", "1", "2"},
		"prefix3[0]":        {"nac", "übe", "¿qu", "сло", "", ""},
		"suffix2[0]":        {"ch", "00", "é?", "во", "", ""},
		"shape[0]":          {"Xxx", "Xxx-00", "¿xx?", "xx", "x", "x"},
		"kind[0]":           {"FL", "FLDH", "LO", "L", "L", "L"},
		"col2[0]":           {"A", "B", "C", "D", "A", "B"},
		"col2[-1] lower[0]": {"-1 nach", "A übergröße-00", "B ¿qué?", "C слово", "D é", "A 語"},
		"any":               {"", "", "", "", "", ""},
	} {
		w, err := templates.ParseWord(text)
		if err != nil || w.String() != text {
			t.Fatalf("%q is read as %q: %v", text, w.String(), err)
		}
		maker := templates.NewWords([]templates.Word{w}, 0)
		hashes := maker.Hashes(nil, words)
		for a := range words {
			for b := range words {
				if (hashes[a] == hashes[b]) != (want[a] == want[b]) {
					t.Errorf("%s: words %d and %d, which it sees as %q and %q, have the features %x and %x", text, a, b,
						want[a], want[b], hashes[a], hashes[b])
				}
			}
		}
	}
}

// TestWordsOfSeveralTemplates: features stand word by word, templates have none in common, and sentences no effect on
// each other.
func TestWordsOfSeveralTemplates(t *testing.T) {
	t.Parallel()
	list, neighbours, err := templates.ReadWords(strings.NewReader(templates.DefaultWords), "default")
	if err != nil || !neighbours || len(list) != 25 {
		t.Fatalf("%d default templates, labels of neighbours %t: %v", len(list), neighbours, err)
	}
	maker := templates.NewWords(list, 1)
	sentence := [][]string{{"1", "a"}, {"2", "b"}, {"3", "a"}}
	first := maker.Hashes(nil, sentence)
	_ = maker.Hashes(nil, append(sentence, []string{"4", "other"}))
	seen := map[uint64]int{}
	for at, h := range first {
		if k, there := seen[h]; there && k != at%len(list) {
			t.Errorf("templates %q and %q have the feature %x", list[k].String(), list[at%len(list)].String(), h)
		}
		seen[h] = at % len(list)
	}
	if again := maker.Hashes(nil, sentence); fmt.Sprint(again) != fmt.Sprint(first) || len(first) != 75 {
		t.Errorf("%d features, then %d: others", len(first), len(again))
	}
	if err := maker.Check(1); err == nil {
		t.Error("words of one column are taken, where the second is looked at")
	}
}

// TestBadWordTemplates: the error names the file, the line and what is wrong.
func TestBadWordTemplates(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"form[0]\nword[0]":             `a:2: "word" is none of the fields form, lower`,
		"form":                         `a:1: "form" is no field with its place`,
		"form[x]":                      "the place is a number from -9 to 9",
		"form[10]":                     "the place is a number from -9 to 9",
		"form[0]x":                     "is no field with its place",
		"form2[0]":                     `"form2" is none of the fields`,
		"prefix[0]":                    "prefix is followed by a number from 1 to 9",
		"suffix10[0]":                  "suffix is followed by a number from 1 to 9",
		"col0[0]":                      "col is followed by a number from 1 to 99",
		"form[0] form[0]":              "stands there twice",
		"form[0]\n\nform[0]":           `a:3: the template "form[0]" stands there twice`,
		"# nothing\n":                  "a: the file holds no template",
		"label[-1] label[0]":           "a: the file holds no template",
		strings.Repeat("x", 70000):     "a: a line is longer",
		"label[-1] label[0]\nlabel[0]": `a:2: "label" is none of the fields`,
	} {
		_, _, err := templates.ReadWords(strings.NewReader(text), "a")
		if err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 300 {
			t.Errorf("%.40q: error %v does not say %q", text, err, says)
		}
	}
}
