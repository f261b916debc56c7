package sentences

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/source"
)

// WordLines are sentences of words whose lines have columns: a file of one of the formats of CoNLL, or a plain one,
// where spaces or tabs separate columns and empty lines sentences, as CoNLL-2000 and CoNLL-2003 have it. All lines are
// kept as they stand.
type WordLines struct {
	Source    source.Source
	Format    CoNLL // "" for plain columns
	Form      int   // the column of the words themselves, from 0
	Sentences [][][]string
	lines     []wordAt
	first     []int // of a sentence: its first word among all, and last how many there are
	at        []int // of a word: its line
	tabs      bool  // separate columns
}

// wordAt is a line, and whether it is a word's.
type wordAt struct {
	text, end string
	word      bool
}

// mark is the byte-order mark, with which a file may begin.
const mark = "\ufeff"

// PlainColumns is the format of lines that are of no CoNLL format, for ReadWordLines.
const PlainColumns CoNLL = "columns"

// ReadWordLines reads sentences in a format of CoNLL, as ReadUnparsed does, or in plain columns, of which all lines
// have as many. Format "" finds out: a file is CoNLL where a comment speaks of a sentence, or the first line without #
// begins with the number 1 and a tab, or has many columns without one. Errors refer to the input as name.
func ReadWordLines(ctx context.Context, r io.Reader, name string, format CoNLL) (*WordLines, error) {
	if format == "" {
		known := bufio.NewReaderSize(r, conllLimit)
		head, err := known.Peek(conllLimit)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", name, source.Broken(err))
		}
		if r = known; !looksLikeCoNLL(head) {
			format = PlainColumns
		}
	}
	if format != PlainColumns {
		b, err := ReadUnparsed(ctx, r, name, format)
		if err != nil {
			return nil, err
		}
		return b.WordLines()
	}
	text, err := wordText(ctx, r, name)
	if err != nil {
		return nil, err
	}
	w := &WordLines{Source: source.Source{Name: name}}
	if _, err := source.WithoutMark(text); err != nil {
		return nil, source.FaultAt(name, 1, 0, "%w", err)
	}
	for line := range strings.Lines(string(text)) {
		l := wordAt{text: strings.TrimRight(line, "\r\n")}
		l.end = line[len(l.text):]
		l.word = strings.Trim(l.text, mark+" \t") != ""
		w.lines = append(w.lines, l)
	}
	return w, w.take(name)
}

// wordText is the text of a file whose lines are no longer than those of CoNLL, and which fits into memory.
func wordText(ctx context.Context, r io.Reader, name string) ([]byte, error) {
	const copies = 8 // text, lines, columns and words
	r, intake := source.Watch(r, name)
	lines, text := source.NewLongLines(r, name, conllLimit), []byte(nil)
	for words := 0; ; {
		line, err := lines.Whole()
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err == nil && lines.N%1024 == 0 {
			err = context.Cause(ctx)
		}
		if words++; len(bytes.Trim(line, mark+" \t\r\n")) == 0 {
			words = 0
		}
		if err == nil && words > MostWords {
			err = lines.Fault(0, "a sentence of more than %d words: are there no empty lines between sentences?", MostWords)
		}
		if err == nil {
			text = append(text, line...)
			err = intake.Hold(copies * float64(len(text)))
		}
		if err != nil {
			return nil, err
		}
	}
}

// MostWords is how many words a sentence of plain columns may have.
const MostWords = 50000

// looksLikeCoNLL tells a file of a CoNLL format by a comment that speaks of a sentence, or its first line that begins
// with no #: where a tab was lost, too.
func looksLikeCoNLL(text []byte) bool {
	line := ""
	for l := range bytes.Lines(bytes.TrimPrefix(text, []byte(mark))) {
		line = strings.TrimSpace(string(l))
		if strings.HasPrefix(line, "# text =") || strings.HasPrefix(line, "# sent_id =") {
			return true
		}
		if line != "" && line[0] != '#' {
			break
		}
	}
	const few = 7 // columns: fewer may as well be a word that is a number
	id, _, tab := strings.Cut(line, "\t")
	fields := strings.Fields(line)
	switch {
	case line == "":
		return false
	case strings.HasPrefix(line, "<s"):
		return true
	case tab:
		return id == "1" || id == "0.1" || strings.HasPrefix(id, "1-")
	}
	return fields[0] == "1" && len(fields) >= few
}

// take finds the words of plain columns.
func (w *WordLines) take(name string) error {
	for _, l := range w.lines {
		w.tabs = w.tabs || l.word && strings.Contains(strings.Trim(l.text, "\t"), "\t")
	}
	width := 0
	var sentence [][]string
	for n, l := range w.lines {
		if !l.word {
			w.end(&sentence)
			continue
		}
		cols := w.columns(l.text)
		fault := func(format string, args ...any) error {
			return source.FaultAt(name, n+1, 0, format, args...)
		}
		switch {
		case !utf8.ValidString(l.text):
			return fault("the line is no UTF-8: convert the file")
		case width > 0 && len(cols) != width:
			return fault("%d columns, where words before have %d: is one missing, or are formats mixed?", len(cols), width)
		case slices.Contains(cols, ""):
			return fault("column %d is empty", 1+slices.Index(cols, ""))
		}
		width = len(cols)
		sentence, w.at = append(sentence, cols), append(w.at, n)
	}
	w.end(&sentence)
	if len(w.Sentences) == 0 {
		return fmt.Errorf("%s: the file holds no words", name)
	}
	return nil
}

// end ends a sentence, if there is one.
func (w *WordLines) end(sentence *[][]string) {
	if len(w.first) == 0 {
		w.first = []int{0}
	}
	if len(*sentence) > 0 {
		w.Sentences = append(w.Sentences, *sentence)
		w.first = append(w.first, w.first[len(w.first)-1]+len(*sentence))
		*sentence = nil
	}
}

// columns are a line's.
func (w *WordLines) columns(line string) []string {
	line = strings.TrimPrefix(line, mark)
	if w.tabs {
		return strings.Split(line, "\t")
	}
	return strings.Fields(line)
}

// WordLines are the treebank's words with all of their columns.
func (b *Treebank) WordLines() (*WordLines, error) {
	var text bytes.Buffer
	if err := WriteCoNLL(&text, b); err != nil {
		return nil, err
	}
	w := &WordLines{Source: b.Source, Format: b.Format, Form: 1, tabs: true}
	if w.Format == "" {
		w.Format = CoNLLU
	}
	if w.Format == CoNLL2008 {
		w.Form = columnsOf[CoNLL2008].form[0]
	}
	for _, l := range linesOf(text.String()) {
		w.lines = append(w.lines, wordAt{l.text, l.end, l.kind == wordLine})
	}
	n := 0
	for i := range b.Sentences {
		var sentence [][]string
		for range b.Sentences[i].Tokens {
			for !w.lines[n].word {
				n++
			}
			sentence, w.at = append(sentence, w.columns(w.lines[n].text)), append(w.at, n)
			n++
		}
		w.end(&sentence)
	}
	return w, nil
}

// TagColumn is the column, from 1, that a name stands for: of a CoNLL format XPOS, UPOS or the like; "" for XPOS, and
// for the last of plain columns; else a number.
func (w *WordLines) TagColumn(name string) (int, error) {
	c, named := columnsOf[w.Format]
	last := len(w.Sentences[0][0])
	at := map[string][]int{"": c.xpos, "XPOS": c.xpos, "UPOS": c.upos, "LEMMA": c.lemma, "FEATS": c.feats}
	if column, known := at[strings.ToUpper(name)]; known && named {
		if len(column) == 0 {
			return 0, fmt.Errorf("the format %s has no column %s", string(w.Format), strings.ToUpper(name))
		}
		return column[0] + 1, nil
	}
	if name == "" {
		return last, nil
	}
	var n int
	if _, err := fmt.Sscanf(name, "%d", &n); err != nil || n < 1 || fmt.Sprint(n) != name {
		return 0, fmt.Errorf("the column %q is no number from 1, nor one of XPOS, UPOS, LEMMA, FEATS of a CoNLL file",
			source.Brief(name))
	}
	return n, nil
}

// Labels are what column n, counted from 1, has of every word. A word without that column is an error with its line,
// and so is a file of a CoNLL format where all words have "_": where some have, that counts as a label.
func (w *WordLines) Labels(n int) ([][]string, error) {
	out, some := make([][]string, len(w.Sentences)), w.Format == ""
	for i, s := range w.Sentences {
		for t, cols := range s {
			if n < 1 || n > len(cols) || cols[n-1] == "" {
				const says = "%q has no label: there is no column %d, or it is empty"
				return nil, w.Fault(i, t, fmt.Sprintf(says, source.Brief(cols[w.Form]), n))
			}
			some = some || cols[n-1] != "_"
			out[i] = append(out[i], cols[n-1])
		}
	}
	if !some {
		return nil, w.Fault(0, 0, fmt.Sprintf("no word has a label: column %d is _ throughout; name another", n))
	}
	return out, nil
}

// Fault is an error about a word, with its line.
func (w *WordLines) Fault(sentence, word int, msg string) error {
	return &source.SyntaxError{File: w.Source.Name, Line: w.at[w.first[sentence]+word] + 1, Msg: msg}
}
