package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is a template of the features of a word in its sentence: what is looked at of it and of words beside it, put
// together. Two words have the same feature where all of these are equal. Its text is a list of
//
//	form[0]      the word; form[-1], form[2]: those so many places to the right, to the left where it is negative
//	lower[0]     the word in small letters, all digits as 0
//	prefix3[0]   the first three characters of that, where there are more: 1 to 9
//	suffix3[0]   the last three
//	shape[0]     capitals as X, other letters as x, digits as 0, three alike and more as two: Xx-00
//	kind[0]      whether there are capitals first, elsewhere and alone, digits, hyphens, other signs
//	col4[0]      what the fourth column of the file holds, counted from 1
//
// with spaces between them, as "lower[-1] lower[0]"; that of a template without any of these is "any".
type Word struct {
	Atoms []WordAtom
}

// WordAtom is one field of the word so many places to the right.
type WordAtom struct {
	Field  Field
	Size   int // of prefix and suffix the number of characters; of col the column, from 1
	Offset int
}

// Field is what is looked at of a word in a sequence.
type Field string

// The fields.
const (
	FormField   Field = "form"
	LowerField  Field = "lower"
	PrefixField Field = "prefix"
	SuffixField Field = "suffix"
	ShapeField  Field = "shape"
	KindField   Field = "kind"
	ColumnField Field = "col"
)

var fields = []Field{FormField, LowerField, PrefixField, SuffixField, ShapeField, KindField, ColumnField}

// most bounds the size of a field: affixes, and columns of a file.
func (f Field) most() int {
	switch f {
	case PrefixField, SuffixField:
		return 9
	case ColumnField:
		return 99
	}
	return 0
}

// String is the atom's text.
func (a WordAtom) String() string {
	size := ""
	if a.Size > 0 {
		size = strconv.Itoa(a.Size)
	}
	return fmt.Sprintf("%s%s[%d]", a.Field, size, a.Offset)
}

// String is the template's text.
func (w Word) String() string {
	if len(w.Atoms) == 0 {
		return "any"
	}
	var out []string
	for _, a := range w.Atoms {
		out = append(out, a.String())
	}
	return strings.Join(out, " ")
}

// ParseWord reads a template's text.
func ParseWord(text string) (Word, error) {
	var w Word
	words := strings.Fields(text)
	if len(words) == 0 {
		return w, fmt.Errorf("an empty template: write %q for the one feature that all words have", "any")
	}
	for i, word := range words {
		switch {
		case slices.Contains(words[:i], word):
			return w, fmt.Errorf("%q stands there twice", word)
		case word == "any" && len(words) == 1:
			return w, nil
		}
		a, err := parseWordAtom(word)
		if err != nil {
			return w, err
		}
		w.Atoms = append(w.Atoms, a)
	}
	return w, nil
}

func parseWordAtom(text string) (a WordAtom, err error) {
	name, rest, open := strings.Cut(text, "[")
	number, end, closed := strings.Cut(rest, "]")
	if !open || !closed || end != "" {
		return a, fmt.Errorf("%q is no field with its place, such as form[0] or lower[-1]", text)
	}
	if a.Offset, err = strconv.Atoi(number); err != nil || max(a.Offset, -a.Offset) > MaxOffset {
		return a, fmt.Errorf("%q: the place is a number from -%d to %d", text, MaxOffset, MaxOffset)
	}
	field := strings.TrimRight(name, "0123456789")
	size := name[len(field):]
	a.Field = Field(field)
	most := a.Field.most()
	if !slices.Contains(fields, a.Field) || most == 0 && size != "" {
		const says = "%q is none of the fields form, lower, prefix1 to 9, suffix1 to 9, shape, kind, col1 to 99"
		return a, fmt.Errorf(says, name)
	}
	if most > 0 {
		if a.Size, err = strconv.Atoi(size); err != nil || a.Size < 1 || a.Size > most {
			return a, fmt.Errorf("%q: %s is followed by a number from 1 to %d", text, field, most)
		}
	}
	return a, nil
}

// LowerCase is a word in small letters, in which all digits are 0.
func LowerCase(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return unicode.ToLower(r)
	}, word)
}

// affix is the first n characters of a word, or the last; "" where there are no more than these.
func affix(word string, n int, last bool) string {
	if utf8.RuneCountInString(word) <= n {
		return ""
	}
	at := 0
	if last {
		for at = len(word); n > 0; n-- {
			_, size := utf8.DecodeLastRuneInString(word[:at])
			at -= size
		}
		return word[at:]
	}
	for ; n > 0; n-- {
		_, size := utf8.DecodeRuneInString(word[at:])
		at += size
	}
	return word[:at]
}

// sign is what a character counts as in a shape.
func sign(r rune) rune {
	switch {
	case unicode.IsUpper(r):
		return 'X'
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return 'x'
	case unicode.IsDigit(r):
		return '0'
	}
	return r
}

// shape is a word's shape.
func shape(word string) string {
	var out []rune
	for _, r := range word {
		s := sign(r)
		if n := len(out); n < 2 || out[n-1] != s || out[n-2] != s {
			out = append(out, s)
		}
	}
	return string(out)
}

// kind is what signs a word has.
func kind(word string) string {
	var first, upper, lower, digit, hyphen, other bool
	for i, r := range word {
		switch s := sign(r); {
		case s == 'X':
			first = first || i == 0
			upper = upper || i > 0
		case s == 'x':
			lower = true
		case s == '0':
			digit = true
		case s == '-':
			hyphen = true
		default:
			other = true
		}
	}
	out := make([]byte, 0, 6)
	for k, there := range []bool{first, upper, lower, digit, hyphen, other} {
		if there {
			out = append(out, "FULDHO"[k])
		}
	}
	return string(out)
}
