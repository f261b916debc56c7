// Package dates reads dates and times in the forms in which people write them.
package dates

import (
	"strings"
	"time"
)

// The forms in which dates are written: ISO 8601 (2020-03-04, 20200304), the same with
// strokes, with points (day first, as where points are used), with strokes in either order, and with the month's name.
var forms = []struct {
	name    string
	layouts []string
}{
	{"iso", []string{"2006-01-02", "20060102"}},
	{"y/m/d", []string{"2006/1/2"}},
	{"d.m.y", []string{"2.1.2006"}},
	{"dmy", []string{"2/1/2006", "2-1-2006"}},
	{"mdy", []string{"1/2/2006", "1-2-2006"}},
	{"d month y", []string{"2 Jan 2006", "2-Jan-2006", "2 January 2006"}},
	{"month d y", []string{"Jan 2, 2006", "January 2, 2006"}},
}

// clocks may follow a date, behind a T or a space; parsing takes fractions of a second as well.
var clocks = []string{"", "15:04", "15:04:05", "15:04Z07:00", "15:04:05Z07:00", "15:04:05Z0700", "3:04 PM",
	"3:04:05 PM"}

// Number is that of a form by its name; −1 where there is none.
func Number(name string) int {
	for k, f := range forms {
		if f.name == name {
			return k
		}
	}
	return -1
}

// Parse reads a date or time of a form. Without a zone it is UTC.
func Parse(form int, text string) (time.Time, bool) {
	if len(text) < len("1/1/2000") || len(text) > len("30 September 2000 11:59:59.999999999 PM +00:00") {
		return time.Time{}, false
	}
	for _, date := range forms[form].layouts {
		for _, clock := range clocks {
			layout, value := date, text
			if clock != "" {
				layout += " " + clock
				if form == 0 {
					value = strings.Replace(value, "T", " ", 1)
				}
			}
			if at, err := time.Parse(layout, value); err == nil {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

// Is tells whether a text is a date of any form.
func Is(text string) bool {
	for k := range forms {
		if _, is := Parse(k, text); is {
			return true
		}
	}
	return false
}

// FormsOf are the forms that all words have; none where there is none, with the first word that has none of those that
// the words before it have.
func FormsOf(words []string) (out []int, bad string) {
	for k := range forms {
		out = append(out, k)
	}
	for _, w := range words {
		kept := out[:0:0]
		for _, k := range out {
			if _, is := Parse(k, w); is {
				kept = append(kept, k)
			}
		}
		if out = kept; len(out) == 0 {
			return nil, w
		}
	}
	return out, ""
}

// Name is what a form is called.
func Name(form int) string { return forms[form].name }
