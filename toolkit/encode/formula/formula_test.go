package formula_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/encode/formula"
)

func ExampleParse() {
	f, err := formula.Parse("price ~ size*kind + spline(age, 5) + log(distance) - 1")
	fmt.Println(f.Target, f.Columns, f.Intercept, err)
	for _, a := range f.Made {
		fmt.Println(a.Step, a.Of, a.Size)
	}
	fmt.Println("hidden:", f.Hidden)
	// Output:
	// price [size kind age distance] false <nil>
	// product [size kind] 0
	// spline [age] 5
	// log [distance] 0
	// hidden: [age distance]
}

// TestParse: products, dots, what is taken away, names in backquotes and functions.
func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]formula.Formula{
		"y ~ . - id": {Target: "y", All: true, Dropped: []string{"id"}, Intercept: true},
		"y~a:b+0":    {Target: "y", Columns: []string{"a", "b"}, Made: product("a", "b"), Hidden: []string{"a", "b"}},
		"y ~ a + a:b": {
			Target: "y", Columns: []string{"a", "b"}, Intercept: true, Made: product("a", "b"), Hidden: []string{"b"},
		},
		"y ~ `a b` +1": {Target: "y", Columns: []string{"a b"}, Intercept: true},
		"y ~ poly(a, 2) + text(n) + offset(e)": {
			Target: "y", Columns: []string{"a", "n", "e"}, Intercept: true, Texts: []string{"n"}, Offset: "e",
			Made: []encode.Ask{{Step: encode.Power, Of: []string{"a"}, Size: 2}},
		},
	} {
		got, err := formula.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s:\n%+v, want\n%+v", text, *got, want)
		}
	}
	f, err := formula.Parse("y ~ a*b*c")
	if err != nil || len(f.Made) != 4 || !slices.Equal(f.Made[3].Of, []string{"a", "b", "c"}) || f.Hidden != nil {
		t.Errorf("%+v, %v", f, err)
	}
}

func product(of ...string) []encode.Ask { return []encode.Ask{{Step: encode.Product, Of: of}} }

// TestFaults: what means nothing is named.
func TestFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                        "TARGET ~ TERM + TERM is due",
		"y + x":                   "TARGET ~ TERM + TERM is due",
		"y ~ x +":                 "a term is missing at the end",
		"y ~ x z":                 `"z" where + or - is due`,
		"y ~ x + y":               `"y" is the target and among the terms`,
		"y ~ sin(x)":              "there is no function sin",
		"y ~ spline(x)":           "a number from 2 to 1000 is due",
		"y ~ spline(x, many)":     "a whole number is due",
		"y ~ spline(x, 3":         "is not closed",
		"y ~ log(x)*z":            `"*" where + or - is due`,
		"y ~ z*log(x)":            "no functions of them",
		"y ~ z - log(x)":          "cannot be taken away",
		"y ~ z - a:b":             "cannot be taken away",
		"y ~ x + x:z - z":         `"z" is taken away and needed by another term`,
		"y ~ `x":                  "a backquote is not closed",
		"y ~ x^2":                 `"^" means nothing`,
		"y ~ 1":                   "no term that is a column",
		"y ~ x - .":               "a dot cannot be taken away",
		"y ~ + x":                 `"+" where a column is due`,
		"y ~ log(1 + x)":          "is not closed",
		"y ~ bins(x, 1)":          "a number from 2 to 1000 is due",
		"price ~ `a` + poly(`a`)": "a number from 2 to 1000 is due",
	} {
		if _, err := formula.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("price ~ size*kind + spline(age, 5) + log(distance) - 1")
	f.Add("y ~ . - `a b` + offset(x)")
	f.Fuzz(func(t *testing.T, text string) {
		if out, err := formula.Parse(text); err == nil && out.Target == "" {
			t.Errorf("%q has no target", text)
		}
	})
}
