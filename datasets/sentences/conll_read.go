package sentences

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/proxlab/proxlab/datasets/source"
)

// conllLimit bounds a line.
const conllLimit = 1 << 20

// ReadCoNLL reads a treebank; format "" finds the format by the first word, and takes CoNLL-X for CoNLL-U, of which it
// has the columns. Words count from 1 in every sentence; multiword tokens (1-2), empty nodes (5.1), comments (# …) and
// lines of markup (<s>, </s>) are kept for WriteCoNLL, which writes the same bytes again. Columns at the end of all
// lines may be missing, and count as "_". Several words may hang at the root. What is no tree, a cycle or a head that
// is not there, is an error with its line, as are two heads and lines of another format. Errors refer to the input as
// name.
func ReadCoNLL(ctx context.Context, r io.Reader, name string, format CoNLL) (*Treebank, error) {
	if _, known := columnsOf[format]; !known && format != "" {
		return nil, fmt.Errorf("%s: %w", name, unknownFormat(format))
	}
	r, t := source.Watch(r, name)
	p := conllParser{
		lines: source.NewLongLines(r, name, conllLimit), intake: t, named: format != "",
	}
	p.out.Source.Name, p.out.Format = name, format
	for {
		line, err := p.lines.Whole()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && p.lines.N == 1 {
			if _, err = source.WithoutMark(line); err != nil {
				err = p.lines.Fault(0, "%w", err)
			}
		}
		if err == nil && p.lines.N%1024 == 0 {
			err = context.Cause(ctx)
		}
		if err == nil {
			err = p.line(line)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	p.out.rest = p.text.String()
	if len(p.out.Sentences) == 0 {
		return nil, fmt.Errorf("%s: the file holds no words: a word's line begins with its number", name)
	}
	return &p.out, nil
}

// line adds a line, and ends the sentence where the line does.
func (p *conllParser) line(line []byte) error {
	if p.text.Len() == 0 {
		p.begin = p.lines.N
	}
	p.text.Write(line)
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	switch {
	case len(bytes.Trim(line, " \t\r\n")) == 0 || line[0] == '<':
		return p.end()
	case line[0] != '#':
		p.words = true
	case !p.words && (bytes.HasPrefix(line, []byte("# sent_id")) || bytes.HasPrefix(line, []byte("# text"))):
		p.about = p.lines.N
	}
	return nil
}

// end ends the sentence, if there is one.
func (p *conllParser) end() error {
	about := p.about
	p.about = 0
	if !p.words {
		if about > 0 {
			return &source.SyntaxError{File: p.lines.File, Line: about,
				Msg: "a sentence without words: its comments stand alone"}
		}
		return nil
	}
	s := Sentence{line: p.begin, text: p.text.String()}
	p.text.Reset()
	p.words = false
	if err := p.sentence(&s); err != nil {
		return err
	}
	p.out.Sentences = append(p.out.Sentences, s)
	p.held += float64(len(s.text) + int(unsafe.Sizeof(Token{}))*cap(s.Tokens) + int(unsafe.Sizeof(s)))
	return p.intake.Hold(p.held)
}
