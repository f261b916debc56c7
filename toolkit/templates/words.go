package templates

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Words makes the features of words in sentences, one for each template, as hashes of 64 bits: two features have the
// same by chance alone, of a million features with a probability of 3 in 100 million. The zero value of Form is the
// first column of a sentence. It is not for concurrent use.
type Words struct {
	Templates []Word
	Form      int // the column of the word itself, from 0

	views  []WordAtom // with place 0: each is looked up once a word
	at     [][]int    // of a template's atoms: its view
	seeds  []uint64
	values []uint64 // of a sentence: views × words
}

// NewWords makes the maker of features by templates, for sentences whose words stand in a column, from 0.
func NewWords(templates []Word, form int) *Words {
	w := &Words{Templates: templates, Form: form}
	for _, t := range templates {
		var at []int
		for _, a := range t.Atoms {
			a.Offset = 0
			k := slices.Index(w.views, a)
			if k < 0 {
				k = len(w.views)
				w.views = append(w.views, a)
			}
			at = append(at, k)
		}
		w.at, w.seeds = append(w.at, at), append(w.seeds, mix(text64(t.String())))
	}
	return w
}

// Check tells whether words of so many columns have all that the templates look at.
func (w *Words) Check(columns int) error {
	for _, v := range append([]WordAtom{{Field: ColumnField, Size: w.Form + 1}}, w.views...) {
		if v.Field == ColumnField && v.Size > columns {
			return fmt.Errorf("column %d is looked at; the words have %d", v.Size, columns)
		}
	}
	return nil
}

// Hashes appends the features of a sentence's words, given by their columns: one word after another, template by
// template. Words outside of the sentence count as one that is nowhere else.
func (w *Words) Hashes(dst []uint64, sentence [][]string) []uint64 {
	n := len(sentence)
	w.values = slices.Grow(w.values[:0], n*len(w.views))[:n*len(w.views)]
	for t, word := range sentence {
		w.look(w.values[t*len(w.views):(t+1)*len(w.views)], word)
	}
	for t := range sentence {
		for k := range w.Templates {
			x := w.seeds[k]
			for i, a := range w.Templates[k].Atoms {
				v := uint64(1 + max(0, t+a.Offset-n)) // beyond the end
				if at := t + a.Offset; at < 0 {
					v = uint64(at)
				} else if at < n {
					v = w.values[at*len(w.views)+w.at[k][i]]
				}
				x = mix(x ^ v)
			}
			dst = append(dst, x)
		}
	}
	return dst
}

// look writes what each view sees of a word.
func (w *Words) look(dst []uint64, word []string) {
	form := word[w.Form]
	lower := LowerCase(form)
	for k, v := range w.views {
		seen := ""
		switch v.Field {
		case FormField:
			seen = form
		case LowerField:
			seen = lower
		case PrefixField, SuffixField:
			seen = affix(lower, v.Size, v.Field == SuffixField)
		case ShapeField:
			seen = shape(form)
		case KindField:
			seen = kind(form)
		case ColumnField:
			seen = word[v.Size-1]
		}
		dst[k] = text64(seen)
	}
}

// HashOf is the hash of a word itself, by which known words are told from unknown ones.
func HashOf(form string) uint64 { return text64(form) }

// text64 is FNV-1a of 64 bits.
func text64(s string) uint64 {
	x := uint64(14695981039346656037)
	for k := range len(s) {
		x = (x ^ uint64(s[k])) * 1099511628211
	}
	return x
}

// transitions is the line of a file of templates that gives labels weights for following each other.
const transitions = "label[-1] label[0]"

// ReadWords reads templates of words from a file, one a line, and whether the labels of neighbours count: where there
// is the line "label[-1] label[0]". Empty lines, and what follows a # at the beginning of a line, do not count. Errors
// refer to the file as name.
func ReadWords(r io.Reader, name string) (list []Word, neighbours bool, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.Join(strings.Fields(line), " ") == transitions {
			if neighbours {
				return nil, false, fmt.Errorf("%s:%d: %q stands there twice", name, n, transitions)
			}
			neighbours = true
			continue
		}
		w, err := ParseWord(line)
		if err == nil && slices.ContainsFunc(list, func(v Word) bool { return v.String() == w.String() }) {
			err = fmt.Errorf("the template %q stands there twice", w.String())
		}
		if err != nil {
			return nil, false, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		list = append(list, w)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, false, fmt.Errorf("%s: a line is longer than %d bytes", name, bufio.MaxScanTokenSize)
	case err != nil:
		return nil, false, fmt.Errorf("%s: %w", name, err)
	case len(list) == 0:
		return nil, false, fmt.Errorf("%s: the file holds no template", name)
	}
	return list, neighbours, nil
}

// DefaultWords are templates that do well on tags of words in European languages, as the text of a file.
const DefaultWords = `# features of words: one template a line, see proxlab tag --help
form[0]
lower[0]
lower[-1]
lower[1]
lower[-2]
lower[2]
lower[-1] lower[0]
lower[0] lower[1]
lower[-1] lower[1]
prefix1[0]
prefix2[0]
prefix3[0]
prefix4[0]
suffix1[0]
suffix2[0]
suffix3[0]
suffix4[0]
suffix5[0]
suffix3[-1]
suffix3[1]
shape[0]
kind[0]
kind[-1] kind[0]
kind[0] kind[1]
any
label[-1] label[0]
`
