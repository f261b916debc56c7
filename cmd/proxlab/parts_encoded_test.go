//go:build unix

package main

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
)

// encodedParts writes parts with categories, of which levels are missing in some parts, dates, words of yes and no and
// missing cells, and all.csv with all rows.
func encodedParts(t *testing.T) {
	t.Helper()
	inParts(t)
	head, all := "kind,age,built,garden,y\n", ""
	for k := range 3 {
		text := ""
		for i := range 80 {
			n := 80*k + i
			kind, age, built, garden := "flat", fmt.Sprint(n%37), fmt.Sprintf("20%02d-%02d-01", n%20, 1+n%12), "yes"
			switch {
			case n%3 == k%2:
				kind = "house"
			case n%11 == 0:
				kind = fmt.Sprintf("only in %d", k)
			}
			switch n % 13 {
			case 3:
				age = "NA"
			case 5:
				kind = ""
			case 7:
				built, garden = "", "no"
			}
			y := fmt.Sprint(math.Sin(float64(n)) + float64(n%37)/10)
			if n%61 == 60 {
				y = ""
			}
			text += strings.Join([]string{kind, age, built, garden, y}, ",") + "\n"
		}
		all += text
		if err := os.WriteFile(fmt.Sprintf("parts/p%d.csv", k), []byte(head+text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"all.csv": head + all, "new.csv": "garden,built,kind,age\nno,2011-03-04,house,7\nyes,2020-01-01,flat,9\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEncoderOverParts: an encoder learnt from parts is that of all rows, but for the last digits of means; passes of
// others, of workers and of one process come to the same bits, and to the minimum that a fit in memory finds.
func TestEncoderOverParts(t *testing.T) {
	encodedParts(t)
	onPath(t)
	for _, args := range []string{
		"--categories auto --dates auto --missing mean --penalty l1 --lambda 0.05max --intercept --standardize",
		"--categories kind,garden --all-levels --min-count 9 --dates built --date-parts year,month --missing indicator " +
			"--mu 0.1 --intercept",
		"--categories auto --dates built --missing drop --penalty group --groups columns --lambda 0.05max --intercept " +
			"--unseen zero",
	} {
		fit := "--memory 64MB --target y --loss squared " + args + " --data "
		run := func(words string) map[string]any {
			t.Helper()
			if _, said, code := call(t.Context(), strings.Fields(words+" --model m.json")...); code != 0 {
				t.Fatal(words, code, said)
			}
			return learned(t, "m.json")
		}
		ofPasses(t, fit+"parts/*.csv", []string{"parts/p2.csv", "parts/p0.csv", "parts/p1.csv"})
		apart := learned(t, "m.json")
		if got := run("fit " + fit + "parts/*.csv"); !reflect.DeepEqual(apart, got) {
			t.Errorf("%s: apart %v, together %v", args, apart, got)
		}
		if got := run("fit " + fit + "parts/*.csv --workers local:2"); !reflect.DeepEqual(apart, got) {
			t.Errorf("%s: apart %v, by workers %v", args, apart, got)
		}
		if _, said, code := call(t.Context(), "predict", "--model", "m.json", "--data", "new.csv"); code != 0 {
			t.Error(said)
		}
		whole, one := run("fit "+fit+"all.csv"), run("fit "+fit+"all?csv")
		for _, by := range []map[string]any{apart, one} {
			off := math.Abs(whole["objective"].(float64) - by["objective"].(float64))
			if bound := whole["gap"].(float64) + by["gap"].(float64); off > bound+1e-12 || whole["examples"] != by["examples"] {
				t.Errorf("%s: in memory %v, by passes %v", args, whole, by)
			}
			if a, b := shortened(whole["encoder"]), shortened(by["encoder"]); a != b {
				t.Errorf("%s: in memory the encoder is\n%s, and by passes\n%s", args, a, b)
			}
		}
	}
}

// shortened is a value of JSON with numbers of ten digits.
func shortened(v any) string {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]string{}
		for key, of := range v {
			out[key] = shortened(of)
		}
		return fmt.Sprint(out)
	case []any:
		out := make([]string, len(v))
		for k, of := range v {
			out[k] = shortened(of)
		}
		return fmt.Sprint(out)
	case float64:
		return fmt.Sprintf("%.10g", v)
	}
	return fmt.Sprint(v)
}

// TestFaultEncoderOverParts: what an encoder cannot learn from parts is named, with the file and the line where they
// are known.
func TestFaultEncoderOverParts(t *testing.T) {
	encodedParts(t)
	fit := "fit --data parts/*.csv --memory 64MB --target y --mu 0.1 "
	for args, says := range map[string]string{
		"--categories auto --missing median":                            "a median takes all values",
		"--categories auto --text built":                                "vocabularies are learnt in memory",
		"--categories auto --dates built --spline age:4":                "features made of others",
		"--categories auto":                                             `p0.csv:62: field 5: column "y": the value is m`,
		"--categories auto --drop y --target age":                       `p0.csv:5: field 2: column "age"`,
		"--categories auto --missing mean --dates built --max-levels 2": "more than 2",
		"--dates built --missing drop":                                  `parts/p0.csv:2: column "kind": "house"`,
		"--categories kind --dates built --drop garden,y --target age":  `column "age": the value is missing`,
		"--categories auto --missing mean --reference x=y":              `there is no column "x"`,
	} {
		_, said, code := call(t.Context(), strings.Fields(fit+args)...)
		if code == 0 || !strings.Contains(said, says) {
			t.Errorf("%s: exit code %d, it says %q, not %q", args, code, said, says)
		}
	}
	for text, says := range map[string]string{
		"kind,age,built,garden\nflat,1,2020-01-01,no\n":       `there is no column "y"`,
		"kind,years,built,garden,y\nflat,1,2020-01-01,no,1\n": `parts/p1.csv: column "years" stands where others have "age"`,
		"kind,age,built,garden,y\n12,1,2020-01-01,no,1\n":     `take the column as categories (--categories kind)`,
	} {
		if err := os.WriteFile("parts/p1.csv", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		words := fit + "--categories auto --dates auto --missing mean"
		if _, said, code := call(t.Context(), strings.Fields(words)...); code == 0 || !strings.Contains(said, says) {
			t.Errorf("%q: exit code %d, it says %q, not %q", text, code, said, says)
		}
	}
}
