package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// names are sentences in plain columns, word and label: capitals are persons, and so is the word behind them.
func names(sentences int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 3))
	var b strings.Builder
	for range sentences {
		for range 1 + rng.IntN(6) {
			if rng.IntN(3) == 0 {
				fmt.Fprintf(&b, "Mr%d B-PER\nx%d I-PER\n", rng.IntN(9), rng.IntN(30))
			}
			fmt.Fprintf(&b, "x%d O\n", rng.IntN(30))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// folder writes files into a new folder, and returns a function that replaces their names by paths.
func folder(t *testing.T, files map[string]string) func(line string) []string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(line string) []string {
		return strings.Fields(strings.ReplaceAll(line, "@@", dir+string(filepath.Separator)))
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// conllu has the columns of CoNLL-U, a comment and a multiword token, from plain columns.
func conllu(plain string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(plain) {
		word, label, there := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case !there:
			n = 0
			b.WriteString("\n")
			continue
		case n == 0:
			b.WriteString("# text = x\n1-2\tboth\t_\t_\t_\t_\t_\t_\t_\t_\n")
		}
		n++
		fmt.Fprintf(&b, "%d\t%s\t_\tX\t%s\t_\t%d\tr\t_\t_\n", n, word, label, n-1)
		if n == 1 {
			n++
			fmt.Fprintf(&b, "%d\t%s\t_\tX\t%s\t_\t%d\tr\t_\t_\n", n, word, label, n-1)
		}
	}
	return b.String()
}

// TestTagCommands: two commands lead from a file to a scored prediction, of plain columns and of CoNLL-U, with both
// losses; what is written is the file but for the labels, also where it had none; the scores of both commands agree.
func TestTagCommands(t *testing.T) {
	plain, other := names(60, 1), names(30, 2)
	bare := strings.NewReplacer(" B-PER", "", " I-PER", "", " O", "").Replace(other)
	for name, c := range map[string]struct{ train, test, flags string }{
		"plain":   {plain, other, "--C 0.1,3"},
		"crf":     {plain, other, "--loss crf --epochs 1 --cut 2"},
		"whole":   {plain, other, "--segments"},
		"parted":  {plain, strings.ReplaceAll(other, "x1 I-PER", "x1 E-PER"), "--segments --loss crf --C 1,3"},
		"second":  {plain, other, "--order 2 --loss crf"},
		"CoNLL-U": {conllu(plain), conllu(other), "--dev @@test --column XPOS"},
	} {
		in := folder(t, map[string]string{"train": c.train, "test": c.test, "bare": bare})
		out, _, code := call(t.Context(), in("tag train @@train -o @@model "+c.flags)...)
		if code != 0 || !strings.Contains(out, "25 templates") {
			t.Fatalf("%s: exit code %d: %s", name, code, out)
		}
		said, _, code := call(t.Context(), in("tag predict @@model @@test -o @@tagged --spans @@spans")...)
		if code != 0 || !strings.Contains(said, "spans: precision") || !strings.Contains(said, "unknown words") {
			t.Fatalf("%s: exit code %d: %s", name, code, said)
		}
		tagged := in("@@tagged")[0]
		for _, label := range []string{"B-PER", "I-PER", "O"} { // as if they were right
			if strings.Count(read(t, tagged), label) == 0 {
				t.Errorf("%s: no word has the label %s", name, label)
			}
		}
		checkSpans(t, read(t, in("@@spans")[0]), read(t, tagged))
		score, _, code := call(t.Context(), in("tag score @@test @@tagged --model @@model")...)
		if code != 0 || !strings.HasSuffix(said, score) || !strings.Contains(score, "F1 ") {
			t.Errorf("%s: exit code %d: %s\nprediction said:\n%s", name, code, score, said)
		}
		perfect, _, _ := call(t.Context(), in("tag score @@test @@test --json")...)
		if !strings.Contains(perfect, `"Whole":30,`) {
			t.Errorf("%s: a file beside itself scores %s", name, perfect)
		}
		if name == "CoNLL-U" {
			if d := strings.Count(read(t, tagged), "\n") - strings.Count(c.test, "\n"); d != 0 ||
				!strings.Contains(read(t, tagged), "# text = x\n1-2\tboth\t_\t_\t_\t_\t_\t_\t_\t_\n1\t") {
				t.Errorf("%d lines more, or others", d)
			}
			continue
		}
		piped, said, code := call(t.Context(), in("tag predict @@model @@bare")...)
		if code != 0 || piped != read(t, tagged) || strings.Contains(said, "accuracy") {
			t.Errorf("%s: words without labels: exit code %d, %s; others than in the file with labels", name, code, said)
		}
	}
}

// checkSpans compares a table of spans with labels.
func checkSpans(t *testing.T, spans, tagged string) {
	t.Helper()
	if strings.Count(spans, ",PER,Mr") != strings.Count(tagged, "B-PER") ||
		!strings.HasPrefix(spans, "sentence,first,last,type,words\n") {
		t.Errorf("spans are %.200s", spans)
	}
}

// TestTagRefuses: bad input is refused with the file and the line, and flags with exit code 2.
func TestTagRefuses(t *testing.T) {
	in := folder(t, map[string]string{
		"good": names(5, 1), "short": "a B\nc\n", "spaces": "# text = a\n1 a a X x _ 0 r _ _\n",
		"none": "", "one": "a O\n", "mono": "a\n",
		"bare": "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n", "letters": "слово ИМЯ\n語 O\n", "three": "a b O\n",
		"field":  "form[0]\nroot[0]\n",
		"second": "form[0]\ncol2[0]\n", "own": "form[0]\ncol3[0]\n", "broken": "x", "new": "a NEVER-SEEN\n",
		"gone": "b O\n", "two": "a O\n\nb O\n", "long": strings.Repeat("a O\n", 400),
		"tree": "1\ta\t_\tX\tY\t_\t0\tr\t_\t_\n",
	})
	for _, line := range []string{
		"tag train @@letters -o @@letters.model", "tag train @@three --templates @@second -o @@second.model",
		"tag train @@good -o @@model", "tag train @@one -o @@one.model", "tag train @@long -o @@long.model",
	} {
		if _, said, code := call(t.Context(), in(line)...); code != 0 {
			t.Fatalf("%s: exit code %d: %s", line, code, said)
		}
	}
	for line, c := range map[string]struct {
		code int
		says string
	}{
		"tag train @@short -o @@x":                             {1, "short:2: 1 columns, where words before have 2"},
		"tag train @@spaces -o @@x":                            {1, "spaces:2: "},
		"tag train @@none -o @@x":                              {1, "none: the file holds no words"},
		"tag train @@bare -o @@x":                              {1, "bare:1: no word has a label: column 5 is _"},
		"tag train @@good":                                     {2, "-o MODEL is needed"},
		"tag train @@good -o @@good":                           {2, "is the file that"},
		"tag train @@letters -o @@x --segments":                {1, `sentence 1, word 1: the label "ИМЯ" marks no span`},
		"tag train @@good -o @@x --order 3":                    {1, "an order of 3: it may be 1, or 2"},
		"tag train @@good -o @@x --order 2 --segments":         {1, "which segments are not"},
		"tag predict @@model @@good --spans @@good":            {2, "--spans "},
		"tag train @@good -o @@x --loss log":                   {2, `--loss "log" is none of hinge, crf`},
		"tag train @@good -o @@x --column XPOS":                {2, "is no number from 1"},
		"tag train @@good -o @@x --column 3":                   {1, "good:1: "},
		"tag train @@good -o @@x --C 0":                        {1, "C = 0: it must be positive"},
		"tag train @@good -o @@x --templates @@field":          {1, `field:2: "root" is none of the fields`},
		"tag train @@good -o @@x --templates @@own":            {1, "sentence 1, word 1: column 3 is looked at"},
		"tag train @@good -o @@x --templates @@second":         {1, "looks at column 2, which is the labels'"},
		"tag train @@good -o @@x --dev @@tree":                 {1, ""},
		"tag train @@good -o @@x --format conllx":              {1, "good:1: "},
		"tag train @@one -o @@x --C 1,2":                       {1, "two sentences at least"},
		"tag train - --dev - -o @@x":                           {2, "the standard input can be read once"},
		"tag train @nothing -o @@x":                            {1, "nothing"},
		"tag predict @@second.model @@mono":                    {1, "column 2 is looked at; the words have"},
		"tag predict @@model @@tree":                           {1, "the model has learnt from words in column 1"},
		"tag predict @@broken @@good":                          {1, "broken: this is no tagger"},
		"tag predict @@model @@new":                            {0, "1 words have labels that the model does not know"},
		"tag predict @@letters.model @@good -o @@x":            {0, ""},
		"tag predict @@one.model @@letters -o @@x":             {0, ""},
		"tag score @@one @@gone":                               {1, `gone:1: the word is "b", and "a" in the true file`},
		"tag score @@one @@long":                               {1, "long:1: sentence 1 has 400 words, and 1"},
		"tag score @@one @@two":                                {1, "the other file has more sentences"},
		"tag score @@two @@one":                                {1, "2 sentences in the true file and 1"},
		"tag score @@one":                                      {2, "usage: proxlab tag score"},
		"tag train --print-templates":                          {0, "label[-1] label[0]"},
		"tag predict @@second.model @@three --column 5 -o @@x": {1, "three:1: 3 columns; there is no column 5"},
	} {
		out, said, code := call(t.Context(), in(line)...)
		if code != c.code || !strings.Contains(out+said, c.says) {
			t.Errorf("%s: exit code %d and not %d, or not %q: %.300s", line, code, c.code, c.says, out+said)
		}
	}
}

// TestTagInterrupted: what was learned until then goes beside a model that was not interrupted.
func TestTagInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, saved := file(t, "names.txt", names(40, 1)), filepath.Join(dir, "names.tagger")
	train := []string{"tag", "train", data, "-o", saved, "--C", "1"}
	if _, stderr, code := call(t.Context(), train...); code != 0 {
		t.Fatal(stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	code := execute(ctx, train, &out, &cancelling{at: "online pass 1,", cancel: cancel})
	beside := filepath.Join(dir, "names.interrupted.tagger")
	if code != 130 || !strings.Contains(out.String(), beside) {
		t.Errorf("exit code %d: %s", code, out.String())
	}
	for path, interrupted := range map[string]bool{saved: false, beside: true} {
		if m, err := models.LoadTagger(t.Context(), path); err != nil || (m.Status == solver.Canceled) != interrupted {
			t.Errorf("%s: %v", path, err)
		}
	}
}
