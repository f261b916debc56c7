package words

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/encode/formula"
)

// MadeFlags say which columns are made of others.
type MadeFlags struct {
	interactions, logs, durations, texts []string
	powers, splines, bsplines, bins      []string
	grams, hash                          int
	formula                              string
}

// Add adds the flags.
func (f *MadeFlags) Add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.interactions, "interactions", nil, "products of columns, as size*kind,a*b: of each feature "+
		"of one with each of the other")
	flags.StringSliceVar(&f.powers, "poly", nil, "powers of columns beside them, up to a degree, as age:3")
	flags.StringSliceVar(&f.logs, "log", nil, "columns whose logarithms take their place")
	flags.StringSliceVar(&f.splines, "spline", nil, "columns whose natural cubic splines take their place, with so many "+
		"features, as age:5; knots are at quantiles, and folds learn them anew")
	flags.StringSliceVar(&f.bsplines, "bspline", nil, "the same of cubic B-splines")
	flags.StringSliceVar(&f.bins, "bins", nil, "the same of so many intervals between quantiles")
	flags.StringSliceVar(&f.texts, "text", nil, "columns of text, whose words are counted: those of --min-count rows at "+
		"least, the --max-levels most frequent")
	flags.IntVar(&f.grams, "grams", 1, "with --text, count rows of up to so many words, too")
	flags.IntVar(&f.hash, "hash", 0, "with --text, so many features that words go to by their hashes, in place of a "+
		"vocabulary: nothing is learnt, and no word is new later")
	flags.StringSliceVar(&f.durations, "durations", nil, "days between two columns of dates, as admitted..left, in their "+
		"place")
	flags.StringVar(&f.formula, "formula", "", "target and columns as in R: 'price ~ size*kind + spline(age, 5) + "+
		"log(distance)'; with an intercept, unless - 1 stands there")
}

// Options adds what is asked for to those of an encoder.
func (f *MadeFlags) Options(o *encode.Options) error {
	o.Texts, o.Grams, o.Hash = f.texts, f.grams, f.hash
	if f.hash != 0 && f.texts == nil {
		return errors.New("--hash goes with --text")
	}
	for _, text := range f.interactions {
		o.Made = append(o.Made, encode.Ask{Step: encode.Product, Of: strings.Split(text, "*")})
	}
	for _, of := range []struct {
		flag, step string
		list       []string
	}{
		{"poly", encode.Power, f.powers}, {"spline", encode.Spline, f.splines}, {"bspline", encode.BSpline, f.bsplines},
		{"bins", encode.Bins, f.bins},
	} {
		for _, text := range of.list {
			at := strings.LastIndex(text, ":")
			if at < 0 {
				return fmt.Errorf("--%s %s: a column and a number are due, as age:3", of.flag, text)
			}
			size, err := strconv.Atoi(text[at+1:])
			if err != nil {
				return fmt.Errorf("--%s %s: %q is no whole number", of.flag, text, text[at+1:])
			}
			o.Made = append(o.Made, encode.Ask{Step: of.step, Of: []string{text[:at]}, Size: size})
			if of.step != encode.Power {
				o.Hidden = append(o.Hidden, text[:at])
			}
		}
	}
	for _, name := range f.logs {
		o.Made, o.Hidden = append(o.Made, encode.Ask{Step: encode.Log, Of: []string{name}}), append(o.Hidden, name)
	}
	for _, text := range f.durations {
		from, to, is := strings.Cut(text, "..")
		if !is {
			return fmt.Errorf("--durations %s: two columns of dates are due, as admitted..left", text)
		}
		o.Dates = append(o.Dates, from, to)
		o.Made = append(o.Made, encode.Ask{Step: encode.Duration, Of: []string{from, to}})
		o.Hidden = append(o.Hidden, from, to)
	}
	return nil
}

// Formula reads --formula; nil without. What it says is not to be said by flags.
func (f *MadeFlags) Formula(target, offset string, drop []string) (*formula.Formula, error) {
	if f.formula == "" {
		return nil, nil
	}
	if target != "" || drop != nil || f.interactions != nil || f.powers != nil || f.logs != nil || f.splines != nil ||
		f.bsplines != nil || f.bins != nil || f.texts != nil || f.durations != nil {
		return nil, errors.New("--formula says target and columns: leave --target, --drop and the flags of columns out")
	}
	out, err := formula.Parse(f.formula)
	if err == nil && out.Offset != "" && offset != "" {
		err = errors.New("--formula has an offset, and so have --offset or --exposure: give one of them")
	}
	return out, err
}

// Words are how many words in a row are counted, and how many features they go to by hashes.
func (f *MadeFlags) Words() (grams, hash int) { return f.grams, f.hash }

// SetOffset takes the offset of a formula.
func (f *OffsetFlags) SetOffset(column string) { f.offset = column }
