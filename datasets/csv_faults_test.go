package datasets

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// TestColumnFaults: all columns that cannot be fitted are told at once, each with where, how many, and what mends it.
func TestColumnFaults(t *testing.T) {
	t.Parallel()
	const mixed = "kind,age,day,price,gone,y\n" +
		"flat,30,2020-01-31,\"1,5\",,1\nhouse,NA,2020-02-01,2,?,2\nflat,x,2020-02-02,3,,\n"
	y := FrameOptions{Target: "y"}
	with := func(o encode.Options) FrameOptions { return FrameOptions{Target: "y", Encode: o} }
	auto := []string{encode.Auto}
	for what, c := range map[string]struct {
		content string
		options FrameOptions
		says    []string
	}{
		"all at once": {mixed, y, []string{
			`a.csv:2: field 1: column "kind": "flat" is no number (3 cells of text, lines 2, 3: "flat", "house"): text ` +
				"becomes categories by --categories kind (or auto); --drop kind leaves it out",
			`a.csv:4: field 2: column "age": "x" is no number (1 cell of text, line 4: "x")`,
			`a.csv:3: field 2: column "age": the value is missing in 1 cell, line 3: fill in or leave out by --missing`,
			`a.csv:2: field 3: column "day": "2020-01-31" is no number`, "--dates day (or auto)",
			`a.csv:2: field 4: column "price": "1,5" is no number`, "--decimal ,",
			`a.csv:2: field 5: column "gone": all of its values are missing: leave it out (--drop gone)`,
			`a.csv:4: field 6: column "y": the value is missing in 1 cell, line 4`,
		}},
		"few texts among numbers": {"a,y\n1,1\n2,2\nx,3\n", with(encode.Options{Categories: auto}), []string{
			"mend the cells (missing ones are empty, or NA), or take the column as categories (--categories a)"}},
		"a column all missing": {"a,b,y\n,1,1\nNA,2,2\n", with(encode.Options{Missing: encode.Mean}), []string{
			`column "a": all of its values are missing`}},
		"infinite": {"a,y\n-Inf,1\n1,1\n", with(encode.Options{Categories: auto}), []string{"must be finite"}},
		"dates and categories": {"d,y\n2020-01-31,1\n2020-02-01,2\n", with(encode.Options{Categories: auto}),
			[]string{"dates become numbers by --dates d"}},
		"day or month": {"d,y\n1/2/2020,1\n3/4/2021,2\n", with(encode.Options{Dates: auto}),
			[]string{"may begin with the day or with the month: say --date-order"}},
		"two forms of dates": {"d,y\n2020-01-31,1\n1.2.2020,2\n", with(encode.Options{Dates: []string{"d"}}),
			[]string{`"1.2.2020" is no date, or not of the form of those before`}},
		"no date": {"d,y\n2020-02-30,1\n", with(encode.Options{Dates: []string{"d"}}), []string{`"2020-02-30" is no date`}},
		"no such column": {"a,y\n1,2\n", with(encode.Options{Categories: []string{"b"}}),
			[]string{`there is no column "b"; there are: a, y`}},
		"the target as a category": {"a,y\n1,2\n", with(encode.Options{Categories: []string{"y"}}),
			[]string{`column "y" is no feature`}},
		"every row has a gap": {"a,b,y\n,1,1\n2,,2\n", with(encode.Options{Missing: encode.Drop}),
			[]string{"every row has a missing cell"}},
		"every target is missing": {"a,y\n1,\n2,NA\n", with(encode.Options{Missing: encode.Drop}),
			[]string{"every target is missing"}},
		"too many levels": {"a,y\n" + levels(50), with(encode.Options{Categories: auto, MaxLevels: 49}),
			[]string{"50 levels", "more than 49: leave the column out (--drop a), join rare levels (--min-count)"}},
		"reference": {"a,y\nu,1\nv,2\n", with(encode.Options{Categories: auto, Reference: map[string]string{"a": "w"}}),
			[]string{`"w" is no level`, `"u", "v"`}},
		"two words":  {"a,y\n1,yes\n2,no\n", y, []string{`"yes" is no number`, "use --loss logistic"}},
		"more words": {"a,y\n1,b\n2,c\n3,a\n", y, []string{"of which there are 3, use --loss multinomial"}},
		"points and commas": {"a;y\n1,5;1\n1.5;2\n", y,
			[]string{"a decimal point on line 3 and a decimal comma on line 2: say which is meant (--decimal"}},
		"weights of text": {"a,y,w\n1,2,x\n", FrameOptions{Target: "y", Weights: "w"},
			[]string{`column "w": "x" is no number`}},
		"no header": {"1,a,5\n2,b,6\n", FrameOptions{Target: "3"}, []string{`field 2: column 2: "a" is no number`}},
		"separator": {"a,y\n1,2\n", FrameOptions{Target: "y", Separator: "::"}, []string{"one character is due"}},
		"digits":    {"a,y\n1,2\n", FrameOptions{Target: "y", Separator: "1"}, []string{"one character is due"}},
		"decimal":   {"a,y\n1,2\n", FrameOptions{Target: "y", Decimal: "'"}, []string{"a point or a comma is due"}},
	} {
		_, err := frameOf(t, "a.csv", []byte(c.content), c.options)
		if err == nil {
			t.Errorf("%s was read", what)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %v\n\tdoes not say %q", what, err, s)
			}
		}
	}
	if _, err := frameOf(t, "a.svm", []byte("1 1:1\n"), with(encode.Options{Categories: auto})); err == nil ||
		!strings.Contains(err.Error(), "those of CSV files") {
		t.Errorf("categories of SVMlight: %v", err)
	}
}

func levels(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "l%d,%d\n", i, i)
	}
	return b.String()
}

// TestFaultMillionLevels: a category of far too many levels is refused; a million in the long form of the campaign.
func TestFaultMillionLevels(t *testing.T) {
	t.Parallel()
	n := 20_000
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		n = 1_000_000
	}
	auto := FrameOptions{Target: "y", Encode: encode.Options{Categories: []string{encode.Auto}}}
	_, err := frameOf(t, "a.csv", []byte("a,y\n"+levels(n)), auto)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%d levels", n)) {
		t.Errorf("%d levels: %v", n, err)
	}
}

// TestEncoderOfAModel: what a later table lacks, or has in another way, is told for all columns at once.
func TestEncoderOfAModel(t *testing.T) {
	t.Parallel()
	const first = "kind,age,day,ok,y\nflat,3,2020-01-31,yes,1\nhut,4,2020-02-01,no,2\n"
	f, err := frameOf(t, "a.csv", []byte(first), FrameOptions{
		Target: "y", Encode: encode.Options{Categories: []string{encode.Auto}, Dates: []string{encode.Auto}}})
	if err != nil {
		t.Fatal(err)
	}
	o := FrameOptions{NoTarget: true, Encoder: f.Encoder, Target: "y"}
	numbers := FrameOptions{NoTarget: true, Features: []string{"age"}}
	if _, err := frameOf(t, "a.csv", []byte("age,y\nold,1\n,2\n3,\n"), numbers); err == nil ||
		!strings.Contains(err.Error(), `"old" (1 cell, line 2: "old") is no number, which the column was learnt as`) ||
		!strings.Contains(err.Error(), "line 3: nothing was learnt for that") {
		t.Errorf("a model of numbers: %v", err)
	}
	for what, c := range map[string]struct {
		content string
		says    []string
	}{
		"columns gone": {"kind,y,ok\nflat,1,no\n", []string{"features are missing: age, day; the columns are: kind, y, ok"}},
		"all at once": {"ok,age,kind,day\nyes,old,loft,1.2.2020\n,5,flat,2020-02-01\n1,6,hut,2020-02-01\n", []string{
			`a.csv:2: field 2: column "age": "old" (1 cell, line 2: "old") is no number, which the column was learnt as`,
			`a.csv:2: field 3: column "kind": "loft" (1 cell, line 2: "loft") is a level that was not learnt: mend`,
			`a.csv:2: field 4: column "day": "1.2.2020" (1 cell, line 2: "1.2.2020") is no date of the form learnt (iso)`,
			`a.csv:3: field 1: column "ok": the value is missing in 1 cell, line 3`,
			`a.csv:4: field 1: column "ok": "1" (1 cell, line 4: "1") is neither of ["no" "yes"]`,
		}},
	} {
		_, err := frameOf(t, "a.csv", []byte(c.content), o)
		if err == nil {
			t.Errorf("%s: it was read", what)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %v\n\tdoes not say %q", what, err, s)
			}
		}
	}
}
