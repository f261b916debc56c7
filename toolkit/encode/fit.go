package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/proxlab/proxlab/toolkit/encode/dates"
)

// fitter learns an encoder.
type fitter struct {
	t      *Table
	o      Options
	origin time.Time
	kinds  []Kind // "" of a column with a fault
	skip   []bool // rows that are left out; nil for none
	faults Faults
	counts []Counted // of the columns where there are no rows; else nil
}

// fitColumns learns how columns become numbers, without steps.
func fitColumns(ctx context.Context, t *Table, counts []Counted, o Options) (*Encoder, error) {
	var err error
	f := &fitter{t: t, o: o, kinds: make([]Kind, len(t.Columns)), counts: counts}
	f.origin, _ = time.Parse(time.DateOnly, o.Origin) // checked
	if err := f.named(); err != nil {
		return nil, err
	}
	for j := range t.Columns {
		f.kinds[j] = f.kind(j)
		f.gaps(j)
	}
	if err := f.faults.err(); err != nil {
		return nil, err
	}
	if o.Missing == Drop && counts == nil {
		all := make([]int, len(t.Columns))
		for j := range all {
			all[j] = j
		}
		if f.skip, err = t.gaps(all); err != nil {
			return nil, err
		}
	}
	e := &Encoder{Missing: o.Missing, Unseen: o.Unseen, MinCount: o.MinCount, Columns: make([]Encoding, len(t.Columns))}
	for j := range t.Columns {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		e.Columns[j] = f.column(j)
	}
	if err := f.faults.err(); err != nil {
		return nil, err
	}
	return e, nil
}

// named tests that options name columns that are there, each for one thing.
func (f *fitter) named() error {
	var names []string
	for j := range f.t.Columns {
		names = append(names, f.t.Columns[j].Name)
	}
	for name := range f.o.Reference {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no column %q of categories, of which a level is to be the reference", name)
		}
	}
	for what, list := range map[string][]string{
		"categories": f.o.Categories, "dates": f.o.Dates, "text": f.o.Texts,
	} {
		for _, name := range list {
			if name != Auto && !slices.Contains(names, name) {
				return fmt.Errorf("there is no column %q to be of %s; there are: %s", name, what, strings.Join(names, ", "))
			}
		}
	}
	for _, name := range f.o.Categories {
		if name != Auto && slices.Contains(f.o.Dates, name) {
			return fmt.Errorf("column %q cannot be of categories and of dates", name)
		}
	}
	return nil
}

// kind says what column j is; "" with a fault.
func (f *fitter) kind(j int) Kind {
	c := &f.t.Columns[j]
	auto := slices.Contains(f.o.Categories, Auto)
	switch {
	case c.Numbers+c.Texts == 0:
		f.faults.add(f.t, j, c.GapLine(), "all of its values are missing: leave it out (--drop %s)", flag(c.Name))
		return ""
	case slices.Contains(f.o.Categories, c.Name):
		return Category
	case slices.Contains(f.o.Dates, c.Name):
		return Date
	case slices.Contains(f.o.Texts, c.Name):
		return Text
	case c.Texts == 0:
		return Number
	case c.Numbers == 0 && booleans(c.Words) != nil:
		if auto {
			return Boolean
		}
	case c.Numbers == 0 && dated(c.Words):
		if slices.Contains(f.o.Dates, Auto) {
			return Date
		}
		f.text(j, fmt.Sprintf("dates become numbers by --dates %s (or auto)", flag(c.Name)))
		return ""
	case auto && c.Texts >= c.Numbers && c.Remedy() == "" && !(f.counts != nil && c.Numbers > 0):
		return Category
	}
	f.unlike(j, auto)
	return ""
}

// unlike is the fault of a column with texts that is none of what options name.
func (f *fitter) unlike(j int, auto bool) {
	c := &f.t.Columns[j]
	name := flag(c.Name)
	switch remedy := c.Remedy(); {
	case remedy != "":
		f.text(j, remedy)
	case c.Texts < c.Numbers || auto:
		f.text(j, fmt.Sprintf("mend the cells (missing ones are empty, or NA), or take the column as categories "+
			"(--categories %s)", name))
	default:
		f.text(j, fmt.Sprintf("text becomes categories by --categories %s (or auto)", name))
	}
}

// text is the fault of a column of text.
func (f *fitter) text(j int, remedy string) {
	c := &f.t.Columns[j]
	f.faults.add(f.t, j, c.FirstLine(), "%s", c.NoNumber(fmt.Sprintf("%s; --drop %s leaves it out", remedy, flag(c.Name))))
}

// gaps is the fault of a column with missing cells, where these are one.
func (f *fitter) gaps(j int) {
	c := &f.t.Columns[j]
	if c.Missing > 0 && f.o.Missing == Error && !slices.Contains(f.o.Texts, c.Name) && c.Numbers+c.Texts > 0 {
		f.faults.add(f.t, j, c.GapLine(), "%s", c.Gap(fmt.Sprintf("fill in or leave out by --missing drop, mean, median or "+
			"indicator; --drop %s leaves the column out", flag(c.Name))))
	}
}

// flag is a column's name as a flag has it.
func flag(name string) string {
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !(r == '_' || r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	}) {
		return short(name)
	}
	return quote(name)
}

// column learns from column j.
func (f *fitter) column(j int) Encoding {
	c := &f.t.Columns[j]
	out := Encoding{Name: c.Name, Kind: f.kinds[j], Indicator: f.o.Missing == Indicator && c.Missing > 0}
	switch out.Kind {
	case Category:
		f.category(j, &out)
		return out
	case Text:
		out.Grams, out.Indicator, out.Hash = f.o.Grams, false, f.o.Hash
		if out.Hash > 0 {
			return out
		}
		if out.Levels = vocabulary(f.t, j, f.skip, f.o); out.Levels == nil {
			f.faults.add(f.t, j, c.FirstLine(), "no word is in as many rows as --min-count says")
		}
		return out
	case Boolean:
		out.Words = booleans(c.Words)
	case Date:
		if !f.date(j, &out) {
			return out
		}
	}
	if f.o.Missing == Mean || f.o.Missing == Median || out.Indicator {
		f.fill(j, &out)
	}
	return out
}

// date finds the form of a column of dates.
func (f *fitter) date(j int, out *Encoding) bool {
	c := &f.t.Columns[j]
	words := c.Words
	if c.Numbers > 0 { // 20200131, where the table has numbers
		seen := map[float64]bool{}
		f.t.each(j, f.skip, func(v float64) {
			if _, text := WordOf(v); !text && !math.IsNaN(v) && !seen[v] {
				seen[v] = true
				words = append(words[:len(words):len(words)], numberText(v))
			}
		})
	}
	found, bad := dates.FormsOf(words)
	iso := slices.Index(found, dates.Number("iso"))
	dmy, mdy := slices.Index(found, dates.Number("dmy")), slices.Index(found, dates.Number("mdy"))
	switch {
	case len(found) == 0:
		f.faults.add(f.t, j, c.FirstLine(), "%s is no date, or not of the form of those before it: write dates as "+
			"2020-01-31 or 2020-01-31 13:05", quote(bad))
		return false
	case iso >= 0:
		out.Form = "iso"
	case dmy >= 0 && mdy >= 0 && f.o.DateOrder == "":
		f.faults.add(f.t, j, c.FirstLine(), "%s and all others may begin with the day or with the month: say "+
			"--date-order dmy or mdy, or write 2020-01-31", quote(words[0]))
		return false
	case dmy >= 0 && mdy >= 0:
		out.Form = f.o.DateOrder
	default:
		out.Form = dates.Name(found[0])
	}
	out.Parts = f.o.Parts
	if slices.Contains(out.Parts, Days) {
		out.Origin = f.o.Origin
	}
	return true
}

// fill finds the numbers for missing cells: the mean or the median of each of the column's features.
func (f *fitter) fill(j int, out *Encoding) {
	if f.counts != nil {
		out.Fill = f.counts[j].means(out)
		return
	}
	values := make([][]float64, out.width())
	a := newAction(out, f.t, j, 0)
	f.t.each(j, f.skip, func(cell float64) {
		if Missing(cell) {
			return
		}
		a.visit(cell, func(k int, v float64) { values[k] = append(values[k], v) })
	})
	for _, v := range values {
		if f.o.Missing == Median {
			out.Fill = append(out.Fill, median(v))
			continue
		}
		out.Fill = append(out.Fill, mean(v))
	}
}

// valid tells whether a text is UTF-8, and names one that is none.
func (f *fitter) valid(j int, word string) bool {
	if utf8.ValidString(word) {
		return true
	}
	f.faults.add(f.t, j, f.t.Columns[j].FirstLine(), "%s is no UTF-8: save the file so, or say its encoding", quote(word))
	return false
}

var errNoRow = errors.New("every row has a missing cell: fill in what is missing, or leave columns out")

// gaps tells of each row whether one of some columns is missing; nil for none.
func (t *Table) gaps(columns []int) ([]bool, error) {
	skip := make([]bool, t.rows)
	left := 0
	scratch, i := make([]float64, len(t.Columns)), 0
	for at := range t.blocks {
		b := &t.blocks[at]
		for k := range b.rows {
			row := b.row(k, scratch)
			for _, j := range columns {
				if Missing(row[j]) {
					skip[i] = true
					left++
					break
				}
			}
			i++
		}
	}
	switch left {
	case 0:
		return nil, nil
	case t.rows:
		return nil, errNoRow
	}
	return skip, nil
}
