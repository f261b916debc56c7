package sentences_test

import (
	"io"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/sentences"
)

// repeated is a text without end.
type repeated struct {
	text string
	read int
}

func (r *repeated) Read(p []byte) (int, error) {
	for k := range p {
		p[k] = r.text[(r.read+k)%len(r.text)]
	}
	r.read += len(p)
	return len(p), nil
}

// TestFaultEndlessSentences: a line, and a sentence, without end are refused while they are short.
func TestFaultEndlessSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   io.Reader
		as   sentences.CoNLL
		says string
	}{
		{&repeated{text: "\x00"}, "", ":1: the line is longer"},
		{&repeated{text: "1\ta\n"}, sentences.CoNLLU, ":1: a sentence of more than"},
		{strings.NewReader(strings.Repeat("a b\n", sentences.MostWords) + "\na b\n"), "", ""},
		{strings.NewReader(strings.Repeat("a b\n", sentences.MostWords+1)), "", ":50001: a sentence of more than 50000"},
	} {
		_, err := sentences.ReadWordLines(t.Context(), c.in, "file", c.as)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), "file"+c.says)) {
			t.Errorf("%v does not say %q", err, c.says)
		}
		if r, endless := c.in.(*repeated); endless && r.read > 1<<25 {
			t.Errorf("%q: %d bytes were read", r.text, r.read)
		}
	}
}
