package sentences

import (
	"slices"
	"strings"
	"testing"
)

func bankOf(t *testing.T, text string) *Treebank {
	t.Helper()
	b, err := ReadCoNLL(t.Context(), strings.NewReader(text), "a", "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWithHeads: heads are replaced, and all else stays to the byte: comments, multiword tokens, empty nodes and
// relations.
func TestWithHeads(t *testing.T) {
	t.Parallel()
	const text = "# sent_id = 1\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\r\n1\ta\ta\tX\tx\t_\t0\tr\t_\tA=b\n" +
		"2\tb\tb\tX\tx\t_\t1\tr\t_\t_\n2.1\tc\t_\t_\t_\t_\t_\t_\t_\t_\n\n\n1\tc\tc\tX\tx\t_\t_\t_\t_\t_\n\n# end\n"
	b := bankOf(t, text)
	with, err := b.WithHeads([][]int{{2, 0}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("x\t_\t0\tr", "x\t_\t2\tr", "x\t_\t1\tr", "x\t_\t0\tr", "x\t_\t_\t_", "x\t_\t0\t_").
		Replace(text)
	if got := conllText(t, with); got != want {
		t.Errorf("%q\nand not\n%q", got, want)
	}
	if got := conllText(t, b); got != text {
		t.Error("the treebank itself has changed")
	}
	for says, heads := range map[string][][]int{
		"heads of 1 sentences, for 2":                 {{2, 0}},
		"a:8: 2 heads, for 1 words":                   {{2, 0}, {0, 1}},
		"a:3: word 1: word 1 is its own ancestor":     {{2, 1}, {0}},
		"a:8: word 1: head 3, in a sentence of 1 wor": {{2, 0}, {3}},
	} {
		if _, err := b.WithHeads(heads); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}

// TestPunctuation: by the universal tag where all tags are universal, else by characters.
func TestPunctuation(t *testing.T) {
	t.Parallel()
	ud := bankOf(t, rows("1 . . PUNCT . _ 0 r _ _", "2 « « SYM x _ 1 r _ _", "3 a a X x _ 1 r _ _"))
	other := bankOf(t, rows("1 . . PUNCT . _ 0 r _ _",
		"2 «…» « Fpt x _ 1 r _ _", "3 a. a N x _ 1 r _ _", "4 $ $ Z x _ 1 r _ _"))
	for b, want := range map[*Treebank][]bool{ud: {true, false, false}, other: {true, true, false, false}} {
		gold, err := b.Gold()
		if err != nil || !slices.Equal(gold[0].Punctuation, want) {
			t.Errorf("%s: %v, %v", b.Punctuation(), gold, err)
		}
	}
	if ud.Punctuation() != ByTag || other.Punctuation() != ByCharacter {
		t.Error(ud.Punctuation(), other.Punctuation())
	}
}

// TestSentencesForParsers: heads, those that are missing, and roots.
func TestSentencesForParsers(t *testing.T) {
	t.Parallel()
	good := rows("1 a a' X x _ 0 r _ _", "2 b b' X _ _ 1 r _ _", "")
	b := bankOf(t, good+rows("1 a a X x _ 0 r _ _", "2 b b X x _ 0 r _ _"))
	gold, err := b.Gold()
	if err != nil || !slices.Equal(gold[0].Heads, []int{0, 1}) || !slices.Equal(gold[0].Tags, []string{"x", "X"}) ||
		!slices.Equal(gold[0].Lemmas, []string{"a'", "b'"}) {
		t.Errorf("%+v %v", gold, err)
	}
	if b.Unparsed()[0].Heads != nil || !b.HasHeads() || b.SeveralRoots() != "a:4" {
		t.Errorf("%v, several roots at %q", b.HasHeads(), b.SeveralRoots())
	}
	none := bankOf(t, rows("1 a", "2 b"))
	if _, err := none.Gold(); err == nil || !strings.Contains(err.Error(), `a:1: word 1, "a", has no head`) ||
		none.HasHeads() || none.SeveralRoots() != "" {
		t.Error(err)
	}
	own := &Treebank{Sentences: []Sentence{{Tokens: []Token{{Form: "a"}, {Form: "b"}}}}}
	if got := own.At(0); !strings.Contains(got, "sentence 1") || own.SeveralRoots() != got {
		t.Error(got)
	}
	for says, other := range map[string]*Treebank{
		"a:1: 1 words, and 2 at a:1":         bankOf(t, rows("1 a")),
		`a:1: word 2 is "c", and "b" at a:1`: bankOf(t, rows("1 a", "2 c")),
		"a has 1 sentences, and a 2":         bankOf(t, good),
		"a has 3 sentences, and a 2":         bankOf(t, good+rows("1 a a X x _ 0 r _ _", "2 b b X x _ 0 r _ _", "")+good),
	} {
		if err := b.CheckSame(other); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	if err := b.CheckSame(b); err != nil {
		t.Error(err)
	}
}
