package encode

import (
	"strings"
	"time"
)

// The forms in which dates are written, a column in one of them: ISO 8601 (2020-03-04, 20200304), the same with
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

func formNumber(name string) int {
	for k, f := range forms {
		if f.name == name {
			return k
		}
	}
	return -1
}

// parseDate reads a date or time of a form. Without a zone it is UTC.
func parseDate(form int, text string) (time.Time, bool) {
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

// isDate tells whether a text is a date of any form.
func isDate(text string) bool {
	for k := range forms {
		if _, is := parseDate(k, text); is {
			return true
		}
	}
	return false
}

// formsOf are the forms that all words have; none where there is none, with the first word that has none of those that
// the words before it have.
func formsOf(words []string) (out []int, bad string) {
	for k := range forms {
		out = append(out, k)
	}
	for _, w := range words {
		kept := out[:0:0]
		for _, k := range out {
			if _, is := parseDate(k, w); is {
				kept = append(kept, k)
			}
		}
		if out = kept; len(out) == 0 {
			return nil, w
		}
	}
	return out, ""
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
