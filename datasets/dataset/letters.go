package dataset

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The shape of a letter of the OCR set.
const (
	LetterRows   = 16
	LetterCols   = 8
	LetterPixels = LetterRows * LetterCols
	OCRLabels    = 26
	OCRFolds     = 10
)

// Letter is a binary image of 16 × 8 pixels with its label, 0 (a) to 25 (z). Pixel p = row·8 + column is bit p%64 of
// word p/64.
type Letter struct {
	Bits  [2]uint64
	Label int
}

// Pixel returns 1 for ink and 0 for paper at p = row·8 + column.
func (l Letter) Pixel(p int) int { return int(l.Bits[p/64] >> (p % 64) & 1) }

// Word is the letters Start ≤ i < End of the set, and the fold the word belongs to.
type Word struct {
	ID, Fold, Start, End int
}

// OCR is a set of handwritten words.
type OCR struct {
	Source  source.Source
	Letters []Letter
	Words   []Word
}

// InFolds returns the words of some folds, in the set's order.
func (o *OCR) InFolds(folds ...int) []Word {
	var out []Word
	for _, w := range o.Words {
		if slices.Contains(folds, w.Fold) {
			out = append(out, w)
		}
	}
	return out
}

// Sequences returns the letters of some words as arrays: their packed pixels, one row of 128 for each letter, and their
// labels. Word i has the rows from start[i] to start[i+1].
func (o *OCR) Sequences(words []Word) (pixels *linalg.Bits, start, labels []int) {
	start = []int{0}
	for _, w := range words {
		for _, l := range o.Letters[w.Start:w.End] {
			labels = append(labels, l.Label)
		}
		start = append(start, len(labels))
	}
	pixels = linalg.NewBits(len(labels), LetterPixels)
	for i, w := range words {
		for t, l := range o.Letters[w.Start:w.End] {
			copy(pixels.Row(start[i]+t), l.Bits[:])
		}
	}
	return pixels, start, labels
}

// Text returns the word as a string.
func (o *OCR) Text(w Word) string {
	b := make([]byte, 0, w.End-w.Start)
	for _, l := range o.Letters[w.Start:w.End] {
		b = append(b, byte('a'+l.Label))
	}
	return string(b)
}

// The fields of a line of letter.data, from 1; pixels follow.
const (
	fieldID = 1 + iota
	fieldLetter
	fieldNext
	fieldWord
	fieldPosition
	fieldFold
	fieldPixels
)

// ReadOCR reads the format of letter.data: tab-separated id, letter a-z, id of the word's next letter (−1 at its end),
// word id, position in the word from 1, fold 0-9, 128 pixels 0 or 1, and an optional tab at the end. Errors refer to
// the input as name.
func ReadOCR(ctx context.Context, r io.Reader, name string) (*OCR, error) {
	p := ocrParser{lines: source.NewLines(r, name), seen: map[int]int{}, words: map[int]int{}}
	if err := p.lines.Each(ctx, p.line); err != nil {
		return nil, err
	}
	if len(p.out.Letters) == 0 {
		return nil, fmt.Errorf("%s: the file holds no letters", name)
	}
	if p.next != -1 {
		return nil, p.lines.Fault(0, "the file ends inside a word: letter %d should follow", p.next)
	}
	return &p.out, nil
}

// ocrParser keeps the word being read: the id of the letter that must come next, or −1 between words.
type ocrParser struct {
	lines       *source.Lines
	out         OCR
	started     bool
	next        int
	seen, words map[int]int // ids to the lines they stand on
}

func (p *ocrParser) line(line []byte) error {
	var (
		fields [fieldPixels]int
		letter Letter
		n      int
	)
	for n = 1; len(line) > 0; n++ {
		field, rest, _ := bytes.Cut(line, []byte{'\t'})
		line = rest
		switch {
		case n >= fieldPixels+LetterPixels:
			return p.lines.Fault(n, "more than %d pixels", LetterPixels)
		case n >= fieldPixels:
			switch string(field) {
			case "1":
				letter.Bits[(n-fieldPixels)/64] |= 1 << ((n - fieldPixels) % 64)
			case "0":
			default:
				return p.lines.Fault(n, "pixel %q is neither 0 nor 1", field)
			}
		case n == fieldLetter:
			if len(field) != 1 || field[0] < 'a' || field[0] > 'z' {
				return p.lines.Fault(n, "letter %q is not one of a to z", field)
			}
			letter.Label = int(field[0] - 'a')
		default:
			v, err := strconv.Atoi(string(field))
			if err != nil {
				return p.lines.Fault(n, "%q is not a whole number", field)
			}
			fields[n] = v
		}
	}
	if n != fieldPixels+LetterPixels {
		return p.lines.Fault(0, "%d fields, not %d", n-1, fieldPixels+LetterPixels-1)
	}
	return p.add(letter, fields)
}

// add puts a letter into its word and checks the chain of ids.
func (p *ocrParser) add(letter Letter, f [fieldPixels]int) error {
	id, o := f[fieldID], &p.out
	if first, twice := p.seen[id]; twice {
		return p.lines.Fault(fieldID, "letter %d stands on line %d already", id, first)
	}
	p.seen[id] = p.lines.N
	if f[fieldFold] < 0 || f[fieldFold] >= OCRFolds {
		return p.lines.Fault(fieldFold, "fold %d is not one of 0 to %d", f[fieldFold], OCRFolds-1)
	}
	if !p.started || p.next == -1 {
		p.started = true
		if first, twice := p.words[f[fieldWord]]; twice {
			return p.lines.Fault(fieldWord, "word %d began on line %d already", f[fieldWord], first)
		}
		p.words[f[fieldWord]] = p.lines.N
		o.Words = append(o.Words, Word{ID: f[fieldWord], Fold: f[fieldFold], Start: len(o.Letters), End: len(o.Letters)})
	} else if id != p.next {
		return p.lines.Fault(fieldID, "letter %d comes where the line before announces %d", id, p.next)
	}
	w := &o.Words[len(o.Words)-1]
	switch {
	case f[fieldWord] != w.ID:
		return p.lines.Fault(fieldWord, "word %d begins before word %d has ended", f[fieldWord], w.ID)
	case f[fieldFold] != w.Fold:
		return p.lines.Fault(fieldFold, "fold %d inside a word of fold %d", f[fieldFold], w.Fold)
	case f[fieldPosition] != w.End-w.Start+1:
		return p.lines.Fault(fieldPosition, "position %d where %d is due", f[fieldPosition], w.End-w.Start+1)
	case f[fieldNext] < -1:
		return p.lines.Fault(fieldNext, "next letter %d; −1 ends a word", f[fieldNext])
	}
	w.End++
	p.next = f[fieldNext]
	o.Letters = append(o.Letters, letter)
	return nil
}

// WriteOCR writes a set in the format of letter.data, trailing tabs included, numbering letters from 1.
func WriteOCR(w io.Writer, o *OCR) error {
	var b []byte
	for _, word := range o.Words {
		for i := word.Start; i < word.End; i++ {
			next := i + 2
			if i+1 == word.End {
				next = -1
			}
			b = fmt.Appendf(b[:0], "%d\t%c\t%d\t%d\t%d\t%d\t", i+1, 'a'+o.Letters[i].Label, next, word.ID, i-word.Start+1,
				word.Fold)
			for p := range LetterPixels {
				b = append(b, byte('0'+o.Letters[i].Pixel(p)), '\t')
			}
			if _, err := w.Write(append(b, '\n')); err != nil {
				return err
			}
		}
	}
	return nil
}
