package encode

import (
	"fmt"
	"slices"
	"strings"
)

// Encoder makes features of the columns of a table: a plain value, saved as JSON, made by Fit. Columns come in their
// order, and of each its features:
//
//	number    the number itself, named as the column
//	boolean   1 or 0
//	category  1 for each level that has a feature where the cell is that level, else 0, named COLUMN=LEVEL
//	date      its parts: days named COLUMN, others COLUMN.year
//	text      how often each word of the vocabulary, or pair of words …, is in the cell, named COLUMN:WORD; or how
//	          often words of a hash are, named COLUMN#0 …
//
// Behind them stand what steps make of them: see Step.
//
// and with Indicator 1 where the cell is missing, named "COLUMN (missing)".
type Encoder struct {
	Columns []Encoding `json:"columns"`
	// Missing and Unseen are those of Options.
	Missing string `json:"missing"`
	Unseen  string `json:"unseen"`
	// Made are steps that make features of those of columns, and Hidden are columns that steps alone need.
	Made   []Step   `json:"made,omitempty" model:"optional"`
	Hidden []string `json:"hidden,omitempty" model:"optional"`
	// MinCount is that of Options, by which folds learn anew which levels and words are rare.
	MinCount int `json:"min_count,omitempty" model:"optional"`
}

// Kind is what a column is.
type Kind string

// The kinds of columns.
const (
	Number   Kind = "number"
	Boolean  Kind = "boolean"
	Category Kind = "category"
	Date     Kind = "date"
	Text     Kind = "text"
)

// Encoding is how one column is encoded. Fields that are not of its kind are nil or empty.
type Encoding struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	// Levels of a category that have a feature, ascending, or the vocabulary of a text, of up to Grams words in a row.
	// Reference is the level that has none, nil where all have one; Rare are levels that are taken for the level "other".
	Levels    []string `json:"levels,omitempty" model:"optional"`
	Reference *string  `json:"reference,omitempty" model:"optional"`
	Rare      []string `json:"rare,omitempty" model:"optional"`
	Grams     int      `json:"grams,omitempty" model:"optional"`
	// Hash is how many features words of a text go to by their hashes, in place of a vocabulary.
	Hash int `json:"hash,omitempty" model:"optional"`
	// Words are what a boolean is called where it is 0 and 1, in small letters.
	Words []string `json:"words,omitempty" model:"optional"`
	// Form is how dates are written: "iso", "y/m/d", "d.m.y", "dmy", "mdy", "d month y" or "month d y". Parts are their
	// features, and Origin the day from which days are counted.
	Form   string   `json:"form,omitempty" model:"optional"`
	Parts  []string `json:"parts,omitempty" model:"optional"`
	Origin string   `json:"origin,omitempty" model:"optional"`
	// Fill are the numbers for a missing cell, one for each feature; FillLevel is the level. Indicator says that a feature
	// tells of missing cells.
	Fill      []float64 `json:"fill,omitempty" model:"optional"`
	FillLevel *string   `json:"fill_level,omitempty" model:"optional"`
	Indicator bool      `json:"indicator,omitempty" model:"optional"`
}

// Numbers is the encoder of columns that are numbers, none missing.
func Numbers(names []string) *Encoder {
	e := &Encoder{Missing: Error, Unseen: Error, Columns: make([]Encoding, len(names))}
	for j, name := range names {
		e.Columns[j] = Encoding{Name: name, Kind: Number}
	}
	return e
}

// width is how many features the column has beside the indicator.
func (c *Encoding) width() int {
	switch c.Kind {
	case Category, Text:
		return len(c.Levels) + c.Hash
	case Date:
		return len(c.Parts)
	}
	return 1
}

// features appends the names of the column's features.
func (c *Encoding) features(names []string) []string {
	switch c.Kind {
	case Category:
		for _, l := range c.Levels {
			names = append(names, c.Name+"="+l)
		}
	case Text:
		for _, word := range c.Levels {
			names = append(names, c.Name+":"+word)
		}
		for k := range c.Hash {
			names = append(names, fmt.Sprintf("%s#%d", c.Name, k))
		}
	case Date:
		for _, p := range c.Parts {
			if p == Days {
				names = append(names, c.Name)
				continue
			}
			names = append(names, c.Name+"."+p)
		}
	default:
		names = append(names, c.Name)
	}
	if c.Indicator {
		names = append(names, c.Name+" (missing)")
	}
	return names
}

// spans are the features of columns by name: from the first to before the end.
func (e *Encoder) spans() (of map[string][2]int, names []string) {
	of = map[string][2]int{}
	for j := range e.Columns {
		from := len(names)
		names = e.Columns[j].features(names)
		of[e.Columns[j].Name] = [2]int{from, len(names)}
	}
	return of, names
}

// shown are the features of columns that are not hidden.
func (e *Encoder) shown(spans map[string][2]int) (out []int) {
	for j := range e.Columns {
		if name := e.Columns[j].Name; !slices.Contains(e.Hidden, name) {
			for k := spans[name][0]; k < spans[name][1]; k++ {
				out = append(out, k)
			}
		}
	}
	return out
}

// Features are the names of the features, in their order.
func (e *Encoder) Features() []string {
	spans, base := e.spans()
	var names []string
	for _, j := range e.shown(spans) {
		names = append(names, base[j])
	}
	for k := range e.Made {
		names = append(names, e.Made[k].names(spans, base)...)
	}
	return names
}

// Groups are the features of each column and of each step that has any, from 0, and what these are called.
func (e *Encoder) Groups() (groups [][]int, names []string) {
	var counts []int
	var all []string
	spans, _ := e.spans()
	for j := range e.Columns {
		if name := e.Columns[j].Name; !slices.Contains(e.Hidden, name) {
			counts, all = append(counts, spans[name][1]-spans[name][0]), append(all, name)
		}
	}
	for k := range e.Made {
		counts = append(counts, e.Made[k].size(spans))
		all = append(all, fmt.Sprintf("%s of %s", e.Made[k].Step, strings.Join(e.Made[k].Of, ", ")))
	}
	next := 0
	for at, count := range counts {
		if count == 0 { // a category of one level
			continue
		}
		group := make([]int, count)
		for k := range group {
			group[k] = next
			next++
		}
		groups, names = append(groups, group), append(names, all[at])
	}
	return groups, names
}

// Inputs are the names of the columns that the encoder reads, and whether their cells are texts, whatever they look
// like.
func (e *Encoder) Inputs() (names []string, texts []bool) {
	for j := range e.Columns {
		names, texts = append(names, e.Columns[j].Name), append(texts, e.Columns[j].Kind != Number)
	}
	return names, texts
}

// Plain tells whether the encoder does nothing to numbers, and knows nothing else.
func (e *Encoder) Plain() bool {
	for j := range e.Columns {
		if e.Columns[j].Kind != Number {
			return false
		}
	}
	return e.Missing == Error && e.Made == nil && e.Hidden == nil
}

// Notes say of each column that is no number what becomes of it, and which columns have features for missing cells.
func (e *Encoder) Notes() []string {
	var out []string
	for j := range e.Columns {
		c := &e.Columns[j]
		text := ""
		switch c.Kind {
		case Boolean:
			text = fmt.Sprintf("is 1 where it says %s", c.Words[1])
		case Date:
			text = fmt.Sprintf("has dates of the form %s", c.Form)
			if c.Origin != "" {
				text += ", in days since " + c.Origin
			}
		case Category:
			text = c.note()
		case Text:
			if text = fmt.Sprintf("is a text, with a vocabulary of %d", len(c.Levels)); c.Hash > 0 {
				text = fmt.Sprintf("is a text, whose words go to %d features by their hashes", c.Hash)
			}
		}
		switch {
		case c.Indicator && text != "":
			text += ", and a feature for missing cells"
		case c.Indicator:
			text = "has a feature for missing cells"
		}
		if text != "" {
			out = append(out, fmt.Sprintf("%s %s", short(c.Name), text))
		}
	}
	for _, s := range e.Made {
		if s.Knots != nil {
			out = append(out, fmt.Sprintf("%s of %s has its knots at %.4g", s.Step, short(s.Of[0]), s.Knots))
		}
	}
	return out
}

// note is that of a category.
func (c *Encoding) note() string {
	text := fmt.Sprintf("is a category of %d levels", len(c.Levels))
	if c.Reference != nil {
		text = fmt.Sprintf("is a category of %d levels, of which %s has no feature", len(c.Levels)+1, short(*c.Reference))
	}
	if len(c.Rare) > 0 {
		text += fmt.Sprintf("; other stands for %d rare ones", len(c.Rare))
	}
	all := c.Levels
	if c.Reference != nil {
		all = append([]string{*c.Reference}, all...)
	}
	if a, b, alike := Alike(all); alike {
		text += fmt.Sprintf("; %s and %s differ in capitals alone", short(a), short(b))
	}
	return text
}

// Alike are the first two words that differ in capitals alone.
func Alike(words []string) (a, b string, alike bool) {
	seen := map[string]string{}
	for _, w := range words {
		small := strings.ToLower(w)
		if before, known := seen[small]; known {
			return before, w, true
		}
		seen[small] = w
	}
	return "", "", false
}
