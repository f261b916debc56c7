package encode

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Auto among the names of columns stands for all that look so.
const Auto = "auto"

// Options say how Fit makes numbers of columns. The zero value takes numbers as they are, and refuses all else.
type Options struct {
	// Categories names columns that are categories. Auto are all of text that are no dates; yes and no become 1 and 0.
	Categories []string
	// Dates names columns of dates or times; Auto are all of text that are. Parts are what is made of them: "days"
	// since Origin (default), and "year", "month" (1 to 12), "weekday" (Monday 1 to 7), "hour" (0 to 23) as written.
	// Origin is a date, by default 1970-01-01. DateOrder says what 3/4/2020 is, "dmy" or "mdy", where the column leaves
	// it open.
	Dates             []string
	Parts             []string
	Origin, DateOrder string
	// Missing says what becomes of missing cells: "error" (default); "drop" leaves the row out; "mean" and "median" fill
	// in that of the column, and the most frequent level of a category; "indicator" fills in the mean, or no level, and
	// adds a feature that is 1 where the cell is missing.
	Missing string
	// Unseen says what a level is that was not learnt: "error" (default), or "zero", as if it had no feature.
	Unseen string
	// Reference names the level of a category that has no feature: by default the most frequent, of equals the first in
	// order. AllLevels gives every level one.
	Reference map[string]string
	AllLevels bool
	// MinCount makes one level "other" of those that fewer rows have. MaxLevels bounds the levels of a category; 0 is for
	// 1000.
	MinCount, MaxLevels int
	// Texts names columns of text, whose words are counted: those of at least MinCount rows, and at most MaxLevels words
	// or rows of up to Grams words, the most frequent ones; Grams is 1 where it is 0.
	Texts []string
	Grams int
	// Hash has so many features of a text in place of a vocabulary: words go to them by their FNV-1a hashes, and no word
	// is new to later tables; 0 for the vocabulary.
	Hash int
	// Made asks for features that are made of those of columns, and Hidden names columns that are for these alone.
	Made   []Ask
	Hidden []string
}

// The words of Options, and of an Encoder.
const (
	Error     = "error"
	Drop      = "drop"
	Mean      = "mean"
	Median    = "median"
	Indicator = "indicator"
	Zero      = "zero"
	Days      = "days"
	Year      = "year"
	Month     = "month"
	Weekday   = "weekday"
	Hour      = "hour"

	other     = "other"
	maxLevels = 1000
	mostGrams = 5 // words in a row that are counted
	mostHash  = 1 << 20
	epoch     = "1970-01-01"
)

var (
	missingWords = []string{Error, Drop, Mean, Median, Indicator}
	unseenWords  = []string{Error, Zero}
	partWords    = []string{Days, Year, Month, Weekday, Hour}
	orderWords   = []string{"", "dmy", "mdy"}
)

// withDefaults fills in what is not given, and checks the rest.
func (o Options) withDefaults() (Options, error) {
	if o.Missing == "" {
		o.Missing = Error
	}
	if o.Unseen == "" {
		o.Unseen = Error
	}
	if o.Origin == "" {
		o.Origin = epoch
	}
	if o.MaxLevels == 0 {
		o.MaxLevels = maxLevels
	}
	if len(o.Parts) == 0 {
		o.Parts = []string{Days}
	}
	for _, w := range []struct {
		what, word string
		known      []string
	}{{"missing", o.Missing, missingWords}, {"unseen", o.Unseen, unseenWords}, {"date order", o.DateOrder, orderWords}} {
		if !slices.Contains(w.known, w.word) {
			return o, fmt.Errorf("%s %q: there are %s", w.what, w.word, strings.Join(w.known, ", "))
		}
	}
	if err := checkParts(o.Parts); err != nil {
		return o, err
	}
	if _, err := time.Parse(time.DateOnly, o.Origin); err != nil {
		return o, fmt.Errorf("origin %q: a date as 2000-01-31 is due", o.Origin)
	}
	if o.Grams = max(1, o.Grams); o.Grams > mostGrams {
		return o, fmt.Errorf("rows of %d words: at most %d are counted", o.Grams, mostGrams)
	}
	if o.Hash < 0 || o.Hash > mostHash {
		return o, fmt.Errorf("%d features for hashes of words: there are 1 to %d", o.Hash, mostHash)
	}
	for _, a := range o.Made {
		if err := a.Check(); err != nil {
			return o, err
		}
	}
	if o.MinCount < 0 || o.MaxLevels < 1 {
		return o, fmt.Errorf("a least count of %d and at most %d levels: they must not be negative", o.MinCount, o.MaxLevels)
	}
	return o, nil
}

// Check tests that options have meanings; Fit does so too.
func (o Options) Check() error {
	_, err := o.withDefaults()
	return err
}

func checkParts(parts []string) error {
	for k, p := range parts {
		if !slices.Contains(partWords, p) || slices.Contains(parts[:k], p) {
			return fmt.Errorf("part %q of dates: there are %s, each once", p, strings.Join(partWords, ", "))
		}
	}
	return nil
}

// Learns tells whether options ask for anything but numbers as they are.
func (o Options) Learns() bool {
	return len(o.Categories) > 0 || len(o.Dates) > 0 || len(o.Texts) > 0 || len(o.Made) > 0 || len(o.Hidden) > 0 ||
		o.Missing != "" && o.Missing != Error
}
