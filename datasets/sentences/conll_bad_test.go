package sentences

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestBadCoNLL: each is refused with the line, and the column where it is about one.
func TestBadCoNLL(t *testing.T) {
	t.Parallel()
	good := rows("# sent_id = 1", "1 a a X x _ 0 r _ _", "")
	nine := rows("1 a a a N N _ _ 2 2 r r _ _", "2 b b b N N _ _ 0 0 r r _ _", "")
	eight := rows("1 a a N N a a N 2 r _", "2 b b N N b b N 0 r _", "")
	for name, c := range map[string]struct {
		text   string
		format CoNLL
		says   string
	}{
		"nothing":          {"", "", "a: the file holds no words"},
		"comments alone":   {"# nothing\n\n", "", "a: the file holds no words"},
		"an empty one":     {good + "# sent_id = 2\n# text = \n\n" + good, "", "a:5: a sentence without words"},
		"empty at the end": {good + "# text = b\n", "", "a:4: a sentence without words"},
		"a token in a word": {
			good + rows("1 a a X x _ 0 r _ _", "2 b b X x _ 3 r _ _", "2-3 x", "3 c c X x _ 4 r _ _"), "conllu",
			"a:6: field 1: a multiword token",
		},
		"a cycle": {
			good + rows("1 a _ X x _ 0 r _ _", "2-3 ab _", "2 b _ X x _ 3 r _ _", "3 c _ X x _ 4 r _ _", "4 d _ X x _ 2 r _ _"),
			"",
			"a:6: field 7: word 2 is its own ancestor, the words [2 3 4] form a cycle: heads must lead to 0, the root",
		},
		"its own head": {
			rows("1 a a X x _ 1 r _ _"), "",
			"a:1: field 7: word 1 is its own ancestor, the words [1] form",
		},
		"no root": {
			rows("1 a a X x _ 2 r _ _", "2 b b X x _ 1 r _ _"), "",
			"a:1: field 7: word 1 is its own ancestor",
		},
		"two heads": {
			rows("1 a a X x _ 0|2 r _ _", "2 b b X x _ 1 r _ _"), "",
			`a:1: field 7: "0|2" is no head: a word has one`,
		},
		"two lines a word": {
			rows("1 a a X x _ 0 r _ _", "1 a a X x _ 2 r _ _"), "",
			"a:2: field 1: word 1 stands there twice",
		},
		"a head too far": {
			good + rows("1 a a X x _ 0 r _ _", "2 a a X x _ 3 r _ _"), "",
			"a:5: field 7: head 3, in a sentence of 2",
		},
		"a negative head":    {rows("1 a a X x _ -1 r _ _"), "", `a:1: field 7: "-1" is no head`},
		"a head with a sign": {rows("1 a a X x _ +0 r _ _"), "", `a:1: field 7: "+0" is no head`},
		"a head of words":    {rows("1 a a X x _ root r _ _"), "", `a:1: field 7: "root" is no head`},
		"a huge head":        {rows("1 a a X x _ 99999999999999999999 r _ _"), "", "is no head"},
		"a word left out": {
			rows("1 a a X x _ 0 r _ _", "3 a a X x _ 1 r _ _"), "",
			"a:2: field 1: word 3, where word 2 is due",
		},
		"not from 1":    {rows("0 a a X x _ 0 r _ _"), "", "a:1: field 1: word 0, where word 1 is due"},
		"no empty line": {strings.TrimSuffix(good, "\n") + good, "", "a:4: field 1: word 1 stands there twice"},
		"spaces": {
			good + "1 a a X x _ 0 r _ _\n", "",
			"a:4: \"1 a a X x _ 0 r _ _\" begins with none of",
		},
		"a space, no tab": {
			good + "1\n", "",
			"a:4: there is no tab: columns are separated by tabs, not by spaces",
		},
		"one tab missing": {
			rows("1 a a X x _ 0 r _ _", "2 ba X x _ 0 r _ _"), "",
			"a:2: 9 columns, where words before have 10",
		},
		"another width": {
			good + rows("1 a a X x _ 0 r"), "",
			"a:4: 8 columns, where words before have 10: is a tab missing",
		},
		"no form":         {"1\t\ta\n", "", "a:1: field 2: the form is empty"},
		"text":            {"The dog\n", "", `a:1: "The dog" begins with none of`},
		"text in between": {good + "dog\n\n", "", `a:4: "dog" begins with none of: the number of a word`},
		"a broken number": {good + "1x\ta\n", "", `a:4: "1x\ta" begins with none of`},
		"Latin 1": {
			good + "1\tcaf\xe9\t_\t_\t_\t_\t0\t_\t_\t_\n", "",
			"a:4: the line is no UTF-8: convert the file",
		},
		"UTF-16":      {"\xff\xfe1\x00", "", "a:1: the text is UTF-16"},
		"a long line": {good + "# " + strings.Repeat("x", conllLimit), "", "a:4: the line is longer than"},
		"2009 in 2008": {
			eight + nine, "",
			"a:4: DEPREL is a number: does a part of the file have the columns of CoNLL-2009",
		},
		"2008 in 2009": {
			nine + rows("1 a a N N a a N 0 r p _ _ _"), "",
			`a:4: PHEAD "r" is no number: does a part of the file have the columns of CoNLL-2008?`,
		},
		"CoNLL-U in 2009": {nine + good, "", "a:5: 10 columns, and not the 12 at least"},
		"CoNLL-U in 2008": {eight + "1-2\ta\n" + good, "", "a:4: field 1: conll2008 has no multiword tokens"},
		"2009 in CoNLL-U": {good + nine, "", "a:4: 14 columns, and not the 10 at most"},
		"widths in a sentence": {
			rows("1 a a N N a a N 2 r _ A0", "2 b b N N b b N 0 r _"), "",
			"a:2: 11 columns, where words before have 12",
		},
		"no telling": {
			rows("1 a a N N a a N _ _ _"), "",
			"a:1: 11 columns: is this CoNLL-2008 or CoNLL-2009? Name the format",
		},
		"a token in CoNLL-X": {
			rows("1-2 ab _ _ _ _ _ _ _ _", "1 a a X x _ 0 r _ _"), CoNLLX,
			"a:1: field 1: conllx has no multiword tokens",
		},
		"a node in CoNLL-X": {
			rows("1 a a X x _ 0 r _ _", "1.1 a _ _ _ _ _ _ _ _"), CoNLLX,
			"a:2: field 1: conllx has no empty nodes",
		},
		"an unknown format": {good, "conll", `a: the format "conll" is none of conllu`},
		"tokens that overlap": {
			rows("1-2 ab", "1 a", "2-3 b", "2 b", "3 c"), "",
			"a:3: field 1: word 2 is part of two multiword tokens",
		},
		"a token too long": {
			good + rows("1-3 abc", "1 a a X x _ 0 r _ _", "2 b b X x _ 1 r _ _"), "",
			"a:4: field 1: a multiword token goes to word 3",
		},
		"a token too late": {
			rows("1 a", "1-2 ab", "2 b"), "",
			"a:2: field 1: a multiword token of words 1 to 2, before word 2",
		},
		"a token alone": {
			"1-2\tx\n", "",
			"a:1: field 1: a multiword token goes to word 2, in a sentence of 0",
		},
		"a node alone":        {good + "0.1\tx\n\n", "", "a:4: a sentence without words"},
		"a node elsewhere":    {rows("1 a", "2.1 x"), "", "a:2: field 1: an empty node 2.1, where 1.1 is due"},
		"a node left out":     {rows("1 a", "1.2 x"), "", "a:2: field 1: an empty node 1.2, where 1.1 is due"},
		"a node of no number": {rows("1 a", "1.-1 x"), "", `a:2: "1.-1\tx" begins with none of`},
	} {
		b, err := ReadCoNLL(t.Context(), strings.NewReader(c.text), "a", c.format)
		if err == nil {
			t.Errorf("%s: taken as %v", name, headsOf(b))
		} else if !strings.Contains(err.Error(), c.says) || len(err.Error()) > 400 {
			t.Errorf("%s: %q does not say %q", name, err, c.says)
		}
	}
}

// TestUnusualCoNLL: one sentence, one of 400 words, one in other letters, and a reader that fails.
func TestUnusualCoNLL(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for k := range 400 {
		long.WriteString(rows(fmt.Sprintf("%d слово 語 X क _ %d r _ _", k+1, k)))
	}
	b, err := ReadCoNLL(t.Context(), strings.NewReader(long.String()), "a", "")
	if err != nil || len(b.Sentences) != 1 || len(b.Sentences[0].Tokens) != 400 || b.Sentences[0].Tokens[399].Head != 399 {
		t.Fatalf("%v", err)
	}
	if want := (Token{"слово", "語", "X", "क", "_", 0, "r"}); b.Sentences[0].Tokens[0] != want {
		t.Errorf("%+v", b.Sentences[0].Tokens[0])
	}
	if got := conllText(t, b); got != long.String() {
		t.Error("400 words were not written as they were read")
	}
	_, err = ReadCoNLL(t.Context(), failing{}, "a", "")
	if !errors.Is(err, errFailing) || !strings.HasPrefix(err.Error(), "a:1: ") {
		t.Error(err)
	}
}

var errFailing = errors.New("the disk is gone")

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errFailing }
