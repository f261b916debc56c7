package encode

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/proxlab/proxlab/toolkit/encode/dates"
)

// action is an Encoding made ready for the words of a table's column.
type action struct {
	of     *Encoding
	source int         // the column of the table
	first  int         // of its features
	level  []int       // category: the feature of each word, from 0; −1 for none, unseen for a level that is not known
	number map[int]int // category: the same for numbers, by their bits
	value  [][]float64 // boolean and date: the numbers of each word; nil for a word that is none
	counts []wordCounts
	words  int // that it knows
}

const unseen = -2

// newAction prepares for column j of a table.
func newAction(c *Encoding, t *Table, j, first int) *action {
	a := &action{of: c, source: j, first: first}
	if c.Kind == Category {
		a.number = map[int]int{}
	}
	a.learn(t.Columns[j].Words)
	return a
}

// learn prepares for words, of which it may know the first.
func (a *action) learn(words []string) {
	c := a.of
	words, a.words = words[a.words:], len(words)
	for _, w := range words {
		switch c.Kind {
		case Category:
			a.level = append(a.level, c.levelOf(w))
		case Text:
			a.counts = append(a.counts, c.countsOf(w))
		case Boolean, Date:
			a.value = append(a.value, c.valueOf(w))
		}
	}
}

// levelOf is the feature of a level.
func (c *Encoding) levelOf(word string) int {
	if _, rare := slices.BinarySearch(c.Rare, word); rare {
		word = other
	}
	if k, found := slices.BinarySearch(c.Levels, word); found {
		return k
	}
	if c.Reference != nil && word == *c.Reference {
		return -1
	}
	return unseen
}

// valueOf is what a boolean or a date is; nil for a text that is none.
func (c *Encoding) valueOf(word string) []float64 {
	if c.Kind == Boolean {
		k := slices.Index(c.Words, strings.ToLower(word))
		if k < 0 {
			return nil
		}
		return []float64{float64(k)}
	}
	at, is := dates.Parse(dates.Number(c.Form), word)
	if !is {
		return nil
	}
	origin, _ := time.Parse(time.DateOnly, c.Origin) // checked, or not asked for
	out := make([]float64, len(c.Parts))
	for k, p := range c.Parts {
		out[k] = part(at, p, origin)
	}
	return out
}

// known tells whether a cell that is not missing has features.
func (a *action) known(cell float64) bool {
	k, text := WordOf(cell)
	switch {
	case a.of.Kind == Category && text:
		return a.level[k] != unseen
	case a.of.Kind == Category:
		return a.levelOfNumber(cell) != unseen
	case a.of.Kind == Number:
		return !text
	case text:
		return a.value[k] != nil
	}
	return a.of.valueOf(numberText(cell)) != nil
}

func (a *action) levelOfNumber(cell float64) int {
	bits := int(math.Float64bits(cell))
	k, found := a.number[bits]
	if !found {
		k = a.of.levelOf(numberText(cell))
		a.number[bits] = k
	}
	return k
}

// visit calls visit for the features that are not 0 of a cell, counted from 0 in the column.
func (a *action) visit(cell float64, visit func(k int, v float64)) {
	word, text := WordOf(cell)
	switch {
	case math.IsNaN(cell) && !text:
		a.fill(visit)
	case a.of.Kind == Number:
		visit(0, cell)
	case a.of.Kind == Text:
		var c wordCounts
		if text {
			c = a.counts[word]
		} else {
			c = a.of.countsOf(numberText(cell))
		}
		for i, k := range c.at {
			visit(k, c.times[i])
		}
	case a.of.Kind == Category:
		k := 0
		if text {
			k = a.level[word]
		} else {
			k = a.levelOfNumber(cell)
		}
		if k >= 0 {
			visit(k, 1)
		}
	case text:
		for k, v := range a.value[word] {
			visit(k, v)
		}
	default:
		for k, v := range a.of.valueOf(numberText(cell)) {
			visit(k, v)
		}
	}
}

// fill visits the features of a missing cell.
func (a *action) fill(visit func(k int, v float64)) {
	for k, v := range a.of.Fill {
		visit(k, v)
	}
	if a.of.FillLevel != nil {
		if k := a.of.levelOf(*a.of.FillLevel); k >= 0 {
			visit(k, 1)
		}
	}
	if a.of.Indicator {
		visit(a.of.width(), 1)
	}
}

// part is what is made of a date: days and hours count fractions of a day and whole hours, as written where there is
// a zone; days are counted in UTC.
func part(at time.Time, what string, origin time.Time) float64 {
	switch what {
	case Year:
		return float64(at.Year())
	case Month:
		return float64(at.Month())
	case Weekday:
		return float64((int(at.Weekday())+6)%7 + 1) // ISO 8601: Monday is 1
	case Hour:
		return float64(at.Hour())
	}
	const day = 24 * 60 * 60
	seconds := at.Unix() - origin.Unix()
	return (float64(seconds) + float64(at.Nanosecond())/1e9) / day
}
