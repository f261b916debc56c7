package sentences

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unsafe"

	"github.com/proxlab/proxlab/datasets/source"
)

// sentence reads the lines of a sentence.
func (p *conllParser) sentence(s *Sentence) error {
	p.at, p.span, p.node = p.at[:0], 0, 0
	for _, l := range linesOf(s.text) {
		var err error
		switch l.kind {
		case oddLine:
			err = p.fault(s, l.n, 0, "%q begins with none of: the number of a word, # of a comment, < of markup", l.text)
		case rangeLine:
			err = p.multiword(s, &l)
		case nodeLine:
			err = p.empty(s, &l)
		case wordLine:
			err = p.word(s, &l)
		}
		if err != nil {
			return err
		}
	}
	switch n := len(s.Tokens); {
	case p.span > n:
		return p.fault(s, p.spanAt, 1, "a multiword token goes to word %d, in a sentence of %d words", p.span, n)
	case n == 0:
		return p.fault(s, 0, 0, "a sentence without words")
	}
	if k, says := treeFault(s.Tokens); says != "" && !s.odd {
		return p.strange(s, p.at[k], columnsOf[p.out.Format].head[0]+1, says)
	}
	return nil
}

// strange is what is wrong with heads: an error where they are read, and else to be kept.
func (p *conllParser) strange(s *Sentence, n, field int, says string) error {
	err := p.wrong(s, n, field, says)
	if p.unparsed {
		s.odd = true
		if p.out.odd == nil {
			p.out.odd = err
		}
		return nil
	}
	return err
}

// fault is about line n of a sentence's text, from 0.
func (p *conllParser) fault(s *Sentence, n, field int, format string, args ...any) error {
	return source.FaultAt(p.lines.File, s.line+n, field, format, args...)
}

// wrong is fault with the words ready.
func (p *conllParser) wrong(s *Sentence, n, field int, says string) error {
	return &source.SyntaxError{File: p.lines.File, Line: s.line + n, Field: field, Msg: says}
}

// multiword checks the line of a multiword token: it stands before its first word, and none is part of two.
func (p *conllParser) multiword(s *Sentence, l *conllLine) error {
	next := len(s.Tokens) + 1
	switch {
	case p.plain():
		return p.fault(s, l.n, 1, "%s has no multiword tokens", string(p.out.Format))
	case l.id != next || l.second <= l.id:
		return p.fault(s, l.n, 1, "a multiword token of words %d to %d, before word %d", l.id, l.second, next)
	case l.id <= p.span:
		return p.fault(s, l.n, 1, "word %d is part of two multiword tokens", l.id)
	}
	p.span, p.spanAt = l.second, l.n
	return nil
}

// empty checks the line of an empty node, 5.1, which follows word 5.
func (p *conllParser) empty(s *Sentence, l *conllLine) error {
	switch n := len(s.Tokens); {
	case p.plain():
		return p.fault(s, l.n, 1, "%s has no empty nodes", string(p.out.Format))
	case l.id != n || l.second != p.node+1:
		return p.fault(s, l.n, 1, "an empty node %d.%d, where %d.%d is due", l.id, l.second, n, p.node+1)
	}
	p.node++
	return nil
}

// plain tells whether the format has words alone: CoNLL-X does where it is named.
func (p *conllParser) plain() bool { return p.out.Format != CoNLLU && p.out.Format != "" }

// word reads the line of a word.
func (p *conllParser) word(s *Sentence, l *conllLine) error {
	cols, next := l.columns(), len(s.Tokens)+1
	if p.out.Format == "" {
		format, says := guess(cols)
		if says != "" {
			return p.wrong(s, l.n, 0, says)
		}
		p.out.Format = format
	}
	c := columnsOf[p.out.Format]
	says := c.fault(l.text, cols)
	if says == "" {
		says = p.out.Format.stranger(cols)
	}
	switch {
	case says != "":
		return p.wrong(s, l.n, 0, says)
	case next == 1 && !c.same || p.width == 0:
		p.width = len(cols)
	case len(cols) != p.width:
		return p.fault(s, l.n, 0, "%d columns, where words before have %d: is a tab missing, or are formats mixed?",
			len(cols), p.width)
	}
	switch {
	case l.id > 0 && l.id < next:
		return p.fault(s, l.n, 1, "word %d stands there twice: a word has one line and one head", l.id)
	case l.id != next:
		return p.fault(s, l.n, 1, "word %d, where word %d is due: words count from 1 in a sentence", l.id, next)
	}
	t, field, says := c.token(cols)
	if says != "" {
		err := p.wrong(s, l.n, field, says)
		if field == c.head[0]+1 {
			err = p.strange(s, l.n, field, says)
		}
		if err != nil {
			return err
		}
	}
	s.Tokens, p.at, p.node = append(s.Tokens, t), append(p.at, l.n), 0
	return nil
}

// conllParser keeps the text of the sentence that is being read.
type conllParser struct {
	lines  *source.Lines
	intake *source.Intake
	out    Treebank
	named  bool // the format is given
	width  int  // columns of the words of the file, or of the sentence
	text   strings.Builder
	begin  int  // the line on which text begins, from 1
	words  bool // text has some
	about  int  // the line of a comment that speaks of a sentence, before it has words
	held   float64

	unparsed bool // heads are to be found, not read

	at           []int // of the words of a sentence: their lines, from 0
	span, spanAt int   // the last word of a multiword token, and the token's line
	node         int   // the number of the last empty node since the last word
}

// conllLimit bounds a line, and conllSentence the lines of a sentence.
const (
	conllLimit    = 1 << 20
	conllSentence = 16 * conllLimit
)

// ReadCoNLL reads a treebank; format "" finds the format by the first word, and takes CoNLL-X for CoNLL-U, of which it
// has the columns. Words count from 1 in every sentence; multiword tokens (1-2), empty nodes (5.1), comments (# …) and
// lines of markup (<s>, </s>) are kept for WriteCoNLL, which writes the same bytes again. Columns at the end of all
// lines may be missing, and count as "_". Several words may hang at the root. What is no tree, a cycle or a head that
// is not there, is an error with its line, as are two heads and lines of another format. Errors refer to the input as
// name.
func ReadCoNLL(ctx context.Context, r io.Reader, name string, format CoNLL) (*Treebank, error) {
	return readCoNLL(ctx, r, name, format, false)
}

// ReadUnparsed is ReadCoNLL for sentences whose trees are to be found: heads that are no tree are no error, but of Gold
// and Trees, and WriteCoNLL writes them as they stand.
func ReadUnparsed(ctx context.Context, r io.Reader, name string, format CoNLL) (*Treebank, error) {
	return readCoNLL(ctx, r, name, format, true)
}

func readCoNLL(ctx context.Context, r io.Reader, name string, format CoNLL, unparsed bool) (*Treebank, error) {
	if _, known := columnsOf[format]; !known && format != "" {
		return nil, fmt.Errorf("%s: %w", name, unknownFormat(format))
	}
	r, t := source.Watch(r, name)
	p := conllParser{
		lines: source.NewLongLines(r, name, conllLimit), intake: t, named: format != "", unparsed: unparsed,
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
	if p.text.Write(line); p.text.Len() > conllSentence {
		return p.fault(&Sentence{line: p.begin}, 0, 0, "a sentence of more than %d bytes: is the empty line behind it "+
			"missing?", conllSentence)
	}
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
