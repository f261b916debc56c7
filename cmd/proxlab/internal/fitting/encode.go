package fitting

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/encode/formula"
	"github.com/spf13/pflag"
)

// encodeFlags say how columns of a CSV file that are not numbers become some.
type encodeFlags struct {
	categories, dates, parts, reference []string
	origin, order, missing, unseen      string
	all                                 bool
	least, most                         int
	decimal, separator, encoding        string
	made                                words.MadeFlags
	parsed                              *formula.Formula // of made; nil for none
	only                                []string         // the columns that a formula names; nil for all
}

// add adds the flags to those of the command.
func (f *encodeFlags) add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.categories, "categories", nil, "columns of a CSV file that are categories; auto: all of text")
	flags.StringSliceVar(&f.reference, "reference", nil,
		"levels without a feature, as kind=flat,… (default: the most frequent)")
	flags.BoolVar(&f.all, "all-levels", false, "give every level a feature")
	flags.IntVar(&f.least, "min-count", 0, "join levels of fewer examples into one, other")
	flags.IntVar(&f.most, "max-levels", 1000, "refuse a category of more levels")
	flags.StringVar(&f.unseen, "unseen", "error",
		"a level that was not learnt is an error, or zero: none of its column's features is 1")
	flags.StringSliceVar(&f.dates, "dates", nil,
		"columns of dates or times, ISO 8601 or 31.12.2020, 31/12/2020, 31 Dec 2020; auto: all that are")
	flags.StringSliceVar(&f.parts, "date-parts", nil,
		"what is made of dates: days, year, month, weekday (Monday is 1), hour (default days)")
	flags.StringVar(&f.origin, "date-origin", "1970-01-01", "the date from which days are counted")
	flags.StringVar(&f.order, "date-order", "", "dmy or mdy, where 3/4/2020 may be both")
	flags.StringVar(&f.missing, "missing", "error",
		"missing cells are an error; or drop the example, fill in the mean or median (of a category the most "+
			"frequent level), or fill in the mean (no level) and add an indicator feature; an example without a "+
			"target is then left out")
	flags.StringVar(&f.decimal, "decimal", "", "the decimal point of a CSV file, . or , (default: found out)")
	ui.SeparatorFlag(flags, &f.separator)
	ui.EncodingFlag(flags, &f.encoding)
	f.made.Add(flags)
}

// columns are the options of reading, by a formula where there is one, which says what other flags say else.
func (f *encodeFlags) columns(
	target *string, drop *[]string, intercept *bool, offsets *words.OffsetFlags,
) (encode.Options, error) {
	of, err := f.made.Formula(*target, offsets.Column(), *drop)
	if err != nil {
		return encode.Options{}, err
	}
	if of == nil {
		return f.options()
	}
	f.parsed, *target, *drop, *intercept = of, of.Target, of.Dropped, of.Intercept
	for _, name := range of.Columns {
		if name != of.Offset && !of.All {
			f.only = append(f.only, name)
		}
	}
	if of.Offset != "" {
		offsets.SetOffset(of.Offset)
	}
	if f.categories == nil {
		f.categories = []string{encode.Auto}
	}
	return f.options()
}

// options are those of reading.
func (f *encodeFlags) options() (encode.Options, error) {
	o := encode.Options{
		Categories: f.categories, Dates: f.dates, Parts: f.parts, Origin: f.origin, DateOrder: f.order, Missing: f.missing,
		Unseen: f.unseen, AllLevels: f.all, MinCount: f.least, MaxLevels: f.most, Reference: map[string]string{},
	}
	for _, pair := range f.reference {
		column, level, is := strings.Cut(strings.TrimSpace(pair), "=")
		if !is {
			return o, fmt.Errorf("--reference %q: COLUMN=LEVEL is due", pair)
		}
		o.Reference[column] = level
	}
	if of := f.parsed; of != nil {
		o.Made, o.Hidden, o.Texts = of.Made, of.Hidden, of.Texts
		o.Grams, o.Hash = f.made.Words()
		return o, o.Check()
	}
	if err := f.made.Options(&o); err != nil {
		return o, err
	}
	return o, o.Check()
}

// noticeData says what was noticed and learnt when the data were read.
func (r *fitting) noticeData() {
	for _, text := range r.frame.Notices {
		r.notice("%s", plain.Text(text))
	}
	if e := r.frame.Encoder; e != nil {
		for _, text := range e.Notes() {
			r.notice("%s", plain.Text(text))
		}
	}
}
