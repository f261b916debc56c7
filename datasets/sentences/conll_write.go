package sentences

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// WriteCoNLL writes a treebank in its format, CoNLL-U where it has none. What was read is written byte by byte as it
// stood, but for the values of tokens that were changed since; a sentence that was in no file has the columns that
// tokens fill, and "_" in the others. A value that holds a tab or the end of a line is an error, and so is a sentence
// read whose number of words was changed.
func WriteCoNLL(w io.Writer, b *Treebank) error {
	format := b.Format
	if format == "" {
		format = CoNLLU
	}
	c, known := columnsOf[format]
	if !known {
		return unknownFormat(format)
	}
	out, width := bufio.NewWriter(w), c.width(b)
	for i := range b.Sentences {
		if err := c.write(out, &b.Sentences[i], width); err != nil {
			return fmt.Errorf("%s: sentence %d: %w", b.Source.Name, i+1, err)
		}
	}
	if _, err := out.WriteString(b.rest); err != nil {
		return err
	}
	return out.Flush()
}

// width is how many columns words have at least, where all have as many: more than they had where a value was added.
func (c columns) width(b *Treebank) (most int) {
	if !c.same {
		return 0
	}
	for i := range b.Sentences {
		s, word := &b.Sentences[i], 0
		if s.text == "" {
			most = max(most, c.own)
			continue
		}
		for _, l := range linesOf(s.text) {
			if l.kind != wordLine || word == len(s.Tokens) {
				continue
			}
			most = max(most, 1+strings.Count(c.renew(l.text, &s.Tokens[word], 0), "\t"))
			word++
		}
	}
	return most
}

// write writes a sentence whose words have so many columns at least.
func (c columns) write(out *bufio.Writer, s *Sentence, width int) error {
	for k, t := range s.Tokens {
		for _, f := range t.fields(c) {
			if strings.ContainsAny(*f.value, "\t\r\n") {
				return fmt.Errorf("word %d: the value %q holds a tab or the end of a line", k+1, source.Brief(*f.value))
			}
		}
		if (t.Head < NoHead || t.Head > len(s.Tokens)) && !s.odd {
			return fmt.Errorf("word %d: head %d, in a sentence of %d words", k+1, t.Head, len(s.Tokens))
		}
	}
	if s.text == "" {
		return c.writeOwn(out, s)
	}
	words := 0
	var text strings.Builder
	for _, l := range linesOf(s.text) {
		if l.kind == wordLine {
			words++
			if words <= len(s.Tokens) {
				l.text = c.renew(l.text, &s.Tokens[words-1], width)
			}
		}
		text.WriteString(l.text)
		text.WriteString(l.end)
	}
	if words != len(s.Tokens) {
		return fmt.Errorf("%d words, where %d were read: make a new sentence", len(s.Tokens), words)
	}
	_, err := out.WriteString(text.String())
	return err
}

// renew changes a word's line where it does not say what the token has, or has fewer columns.
func (c columns) renew(line string, t *Token, width int) string {
	cols := strings.Split(line, "\t")
	was, _, _ := c.token(cols)
	if was == *t && len(cols) >= width {
		return line
	}
	old := was.fields(c)
	for k, f := range t.fields(c) {
		if *f.value != *old[k].value && !(*f.value == "" && *old[k].value == "_") {
			cols = set(cols, f.at, *f.value)
		}
	}
	if was.Head != t.Head {
		cols = set(cols, c.head, headText(t.Head))
	}
	for len(cols) < width {
		cols = append(cols, "_")
	}
	return strings.Join(cols, "\t")
}

func headText(head int) string {
	if head == NoHead {
		return "_"
	}
	return strconv.Itoa(head)
}

// set writes a value to the first of its columns, making those that are missing; where it is empty or "_", to all,
// since the others would count.
func set(cols []string, at []int, value string) []string {
	if value == "" {
		value = "_"
	}
	for _, c := range at {
		for len(cols) <= c {
			cols = append(cols, "_")
		}
		cols[c] = value
		if value != "_" {
			break
		}
	}
	return cols
}

// writeOwn writes a sentence that was in no file.
func (c columns) writeOwn(out *bufio.Writer, s *Sentence) error {
	if len(s.Tokens) == 0 {
		return errors.New("there are no words")
	}
	var text strings.Builder
	for k, t := range s.Tokens {
		cols := slices.Repeat([]string{"_"}, c.own)
		cols[0] = strconv.Itoa(k + 1)
		cols[1] = t.Form // of CoNLL-2008, too, which has it twice
		for _, f := range t.fields(c) {
			cols = set(cols, f.at, *f.value)
		}
		cols = set(cols, c.head, headText(t.Head))
		text.WriteString(strings.Join(cols, "\t") + "\n")
	}
	_, err := out.WriteString(text.String() + "\n")
	return err
}
