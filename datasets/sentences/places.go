package sentences

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets/source"
)

// At says where sentence i, counted from 0, begins: file and line, or its number where it was in no file.
func (b *Treebank) At(i int) string {
	s := &b.Sentences[i]
	for _, l := range linesOf(s.text) {
		if l.kind == wordLine {
			return fmt.Sprintf("%s:%d", b.Source.Name, s.line+l.n)
		}
	}
	return fmt.Sprintf("%s: sentence %d", b.Source.Name, i+1)
}

// fault says what is wrong with a word, and where it is.
func (b *Treebank) fault(i, k int, what string) error {
	const says = "word %d, %q%s"
	form := source.Brief(b.Sentences[i].Tokens[k].Form)
	for _, l := range linesOf(b.Sentences[i].text) {
		if l.kind == wordLine && l.id == k+1 {
			line, msg := b.Sentences[i].line+l.n, fmt.Sprintf(says, k+1, form, what)
			return &source.SyntaxError{File: b.Source.Name, Line: line, Msg: msg}
		}
	}
	return fmt.Errorf("sentence %d: "+says, i+1, k+1, form, what)
}
