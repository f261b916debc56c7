package sentences

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rows makes lines of columns from words that spaces separate.
func rows(lines ...string) string {
	for i, l := range lines {
		if !strings.HasPrefix(l, "#") {
			lines[i] = strings.Join(strings.Fields(l), "\t")
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// samples are small files of each format.
var samples = map[string]struct {
	text   string
	format CoNLL
	heads  [][]int
	first  Token
}{
	"conllu": {
		rows("# sent_id = 1", "# text = Vámonos al mar", "1-2 Vámonos _ _ _ _ _ _ _ _",
			"1 Vamos ir VERB v A=1|B=2 0 root _ _",
			"2 nos nosotros PRON p _ 1 obj _ _", "3-4 al _ _ _ _ _ _ _ _",
			"3 a a ADP s _ 5 case _ _", "4 el el DET d _ 5 det _ _",
			"5 mar mar NOUN n _ 1 obl _ _", "5.1 hoy _ _ _ _ _ _ _ _", "5.2 hoy _ _ _ _ _ _ _ _", "", "# sent_id = 2",
			"0.1 x _ _ _ _ _ _ _ _", "1 Да да INTJ _ _ 0 root _ _", ""),
		CoNLLU, [][]int{{0, 1, 5, 5, 1}, {0}}, Token{"Vamos", "ir", "VERB", "v", "A=1|B=2", 0, "root"},
	},
	"several roots, unknown heads, markup": {
		"<s><loc file=\"1\" />\n" + rows("1 NEUVOSTO neuvosto N N _ 0 main _ _", "2 , , Punct Punct _ _ _ _ _",
			"3 joka joka Pron Pron _ 0 subj _ _") + "</s>\n<s>\n" + rows("1 54 54 Num Num _ 0 x _ _") + "</s>\n",
		CoNLLU, [][]int{{0, NoHead, 0}, {0}}, Token{"NEUVOSTO", "neuvosto", "N", "N", "_", 0, "main"},
	},
	"columns missing": {
		"1\tA\ta\n2\tB\tb\n\n\n \n1\tC\tc", CoNLLU, [][]int{{NoHead, NoHead}, {NoHead}},
		Token{"A", "a", "_", "_", "_", NoHead, "_"},
	},
	"other ends of lines, and a mark": {
		"\ufeff# Format\r\n\r\n1\tA a\t_\tX\t_\t_\t0\t_\t_\t_\r\n\r\n# the end\r\n", CoNLLU, [][]int{{0}},
		Token{"A a", "_", "X", "_", "_", 0, "_"},
	},
	"conll2008": {
		rows("1 Air-to-air air NN _ Air air NN 3 NMOD _ _", "2 _ _ _ _ - - HYPH 1 HYPH _ _",
			"3 ran run VBD VBD ran run VBD 0 ROOT run.01 A1", "", "1 Go go VB VB _ _ _ 0 ROOT _", ""),
		CoNLL2008, [][]int{{3, 1, 0}, {0}}, Token{"Air", "air", "_", "NN", "_", 3, "NMOD"},
	},
	"conll2009": {
		"# ID\tFORM\n" + rows("1 Z z zz R RR F FF 2 2 Aux Aux _ _ _", "2 je _ být _ V _ P _ 0 _ Pred Y být _", ""),
		CoNLL2009, [][]int{{2, NoHead}}, Token{"Z", "z", "_", "R", "F", 2, "Aux"},
	},
}

func headsOf(b *Treebank) (out [][]int) {
	for _, s := range b.Sentences {
		var heads []int
		for _, t := range s.Tokens {
			heads = append(heads, t.Head)
		}
		out = append(out, heads)
	}
	return out
}

// conllText is the treebank as text.
func conllText(t *testing.T, b *Treebank) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteCoNLL(&out, b); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestReadCoNLL(t *testing.T) {
	t.Parallel()
	for name, c := range samples {
		for _, format := range []CoNLL{"", c.format} {
			b, err := ReadCoNLL(t.Context(), strings.NewReader(c.text), "a", format)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if d := cmp.Diff(c.heads, headsOf(b)); d != "" || b.Format != c.format || b.Sentences[0].Tokens[0] != c.first {
				t.Errorf("%s, %s: first word %+v, heads (-want +got):\n%s", name, b.Format, b.Sentences[0].Tokens[0], d)
			}
			if d := cmp.Diff(c.text, conllText(t, b)); d != "" {
				t.Errorf("%s: written and read (-before +after):\n%s", name, d)
			}
		}
	}
	b, err := ReadCoNLL(t.Context(), strings.NewReader(samples["conll2009"].text), "a", "")
	if want := (Token{"je", "být", "_", "V", "P", NoHead, "_"}); err != nil || b.Sentences[0].Tokens[1] != want {
		t.Errorf("without gold columns: %+v, %v", b.Sentences[0].Tokens[1], err)
	}
}

// TestWriteCoNLLChanges: what was changed is written, and the rest stays as it was.
func TestWriteCoNLLChanges(t *testing.T) {
	t.Parallel()
	for name, c := range samples {
		b, err := ReadCoNLL(t.Context(), strings.NewReader(c.text), "a", "")
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Sentences {
			tokens := b.Sentences[i].Tokens
			for k := range tokens {
				tokens[k].Head, tokens[k].Relation = k, "new"
			}
			tokens[0].Form = "changed"
			tokens[0].Lemma = ""
		}
		text := conllText(t, b)
		again, err := ReadCoNLL(t.Context(), strings.NewReader(text), "b", c.format)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i := range b.Sentences {
			b.Sentences[i].Tokens[0].Lemma = "_"
			if d := cmp.Diff(b.Sentences[i].Tokens, again.Sentences[i].Tokens); d != "" {
				t.Errorf("%s: written and read (-before +after):\n%s", name, d)
			}
		}
		want := rows("1 changed _ VERB v A=1|B=2 0 new _ _", "2 nos nosotros PRON p _ 1 new _ _", "3-4 al _ _ _ _ _ _ _ _")
		if name == "conllu" && !strings.Contains(text, want) {
			t.Errorf("%q does not hold %q", text, want)
		}
	}
	few, _ := ReadCoNLL(t.Context(), strings.NewReader("1\tA\n2\tB\n"), "a", "")
	few.Sentences[0].Tokens[1].Head = 0
	if got := conllText(t, few); got != "1\tA\t_\t_\t_\t_\t_\n2\tB\t_\t_\t_\t_\t0\n" {
		t.Errorf("a head added to one of two words: %q", got)
	}
}

// TestOwnSentences: sentences that were in no file are read as they were written, in every format.
func TestOwnSentences(t *testing.T) {
	t.Parallel()
	tokens := []Token{
		{Form: "A b", Lemma: "a", XPOS: "X", Head: 2, Relation: "r"}, {Form: "я", Head: 0, Relation: "q"}, {Head: NoHead},
	}
	want := []Token{
		{"A b", "a", "_", "X", "_", 2, "r"}, {"я", "_", "_", "_", "_", 0, "q"}, {"_", "_", "_", "_", "_", NoHead, "_"},
	}
	for format := range columnsOf {
		b := &Treebank{Format: format, Sentences: []Sentence{{Tokens: tokens}, {Tokens: tokens[1:2]}}}
		text := conllText(t, b)
		again, err := ReadCoNLL(t.Context(), strings.NewReader(text), "a", format)
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		if d := cmp.Diff(want, again.Sentences[0].Tokens); d != "" {
			t.Errorf("%s: (-want +got):\n%s", format, d)
		}
	}
	for says, b := range map[string]*Treebank{
		`word 1: the value "a\tb" holds a tab`: {Sentences: []Sentence{{Tokens: []Token{{Form: "a\tb"}}}}},
		"sentence 2: word 1: head 2, in a sentence of 1": {
			Sentences: []Sentence{{Tokens: tokens[:2]}, {Tokens: []Token{{Head: 2}}}},
		},
		"there are no words":                     {Sentences: []Sentence{{}}},
		`the format "x" is none of`:              {Format: "x"},
		"2 words, where 1 were read":             {Sentences: []Sentence{{Tokens: tokens[:2], text: "1\ta\n"}}},
		"1 words, where 2 were read: make a new": {Sentences: []Sentence{{Tokens: tokens[1:2], text: "1\ta\n2\tb\n"}}},
	} {
		if err := WriteCoNLL(&bytes.Buffer{}, b); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}

func TestTreesOfATreebank(t *testing.T) {
	t.Parallel()
	text := rows("1 a _ _ _ _ 2 r", "2 b _ _ _ _ 0 r", "", "1 c _ _ _ _ 0 r", "")
	b, err := ReadCoNLL(t.Context(), strings.NewReader(text), "a", "")
	if err != nil {
		t.Fatal(err)
	}
	start, head, err := b.Trees()
	if err != nil || !slices.Equal(start, []int{0, 2, 3}) || !slices.Equal(head, []int{2, 0, 0}) {
		t.Errorf("start %v, heads %v, %v", start, head, err)
	}
	b.Sentences[1].Tokens[0].Head = NoHead
	_, _, err = b.Trees()
	if want := `a:4: word 1, "c", has no head: leave the sentence out, or give it one`; err == nil || err.Error() != want {
		t.Errorf("%v, and not %s", err, want)
	}
	b.Sentences = []Sentence{{Tokens: []Token{{Form: "x", Head: NoHead}}}}
	if _, _, err = b.Trees(); err == nil || !strings.HasPrefix(err.Error(), `sentence 1: word 1, "x", has no head`) {
		t.Error(err)
	}
}

// FuzzReadCoNLL: what is read is written byte by byte, has words in every sentence, and heads of no cycle.
func FuzzReadCoNLL(f *testing.F) {
	for _, c := range samples {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ReadCoNLL(t.Context(), strings.NewReader(text), "fuzz", "")
		checkUnparsed(t, text, err)
		if err != nil {
			return
		}
		if got := conllText(t, b); got != text {
			t.Fatalf("%q was written as %q", text, got)
		}
		for _, heads := range headsOf(b) {
			for m := range heads {
				at := m + 1
				for range heads {
					if at > 0 {
						at = heads[at-1]
					}
				}
				if len(heads) == 0 || at > 0 {
					t.Fatalf("%v is no tree", heads)
				}
			}
		}
	})
}

// checkUnparsed tests that what is read for its trees to be found is what is read with them, but for heads; that it is
// written as it stood; and that with trees it is a treebank, without the relations of others.
func checkUnparsed(t *testing.T, text string, strict error) {
	t.Helper()
	b, err := ReadUnparsed(t.Context(), strings.NewReader(text), "fuzz", "")
	if err != nil {
		if strict == nil {
			t.Fatalf("%q: %v, and none where heads are read", text, err)
		}
		return
	}
	if got := conllText(t, b); got != text {
		t.Fatalf("%q was written as %q", text, got)
	}
	if _, err := b.Gold(); strict != nil && err == nil {
		t.Fatalf("%q is gold, and an error is %v", text, strict)
	}
	flat := make([][]int, len(b.Sentences))
	for i, s := range b.Sentences {
		flat[i] = make([]int, len(s.Tokens))
	}
	parsed, err := b.WithHeads(flat)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	written := conllText(t, parsed.WithoutRelations())
	again, err := ReadCoNLL(t.Context(), strings.NewReader(written), "fuzz", b.Format)
	if err != nil {
		t.Fatalf("%q, parsed and written as %q: %v", text, written, err)
	}
	for i, s := range again.Sentences {
		for k, token := range s.Tokens {
			if token.Head != 0 || token.Relation != "_" || token.Form != b.Sentences[i].Tokens[k].Form {
				t.Fatalf("%q, parsed and written as %q: %+v", text, written, token)
			}
		}
	}
}
