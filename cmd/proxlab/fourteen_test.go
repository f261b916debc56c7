package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// untidy is a table as people have it, the command that somebody would try, and the one that its error leads to.
type untidy struct {
	kind, table   string
	first, second string // flags beside the data
}

// draws are what tables are made of.
type draws struct{ *rand.Rand }

// level is a word of a list.
func (d draws) level(words ...string) string { return words[d.IntN(len(words))] }

// table has a line for each example, of cells between commas.
func table(head string, n int, line func(i int) []any) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := range n {
		cells := line(i)
		for k, c := range cells {
			if v, ok := c.(float64); ok {
				cells[k] = fmt.Sprintf("%.4g", v)
			}
		}
		b.WriteString(strings.TrimSuffix(fmt.Sprintln(slices.Concat([]any{}, cells)...), "\n"))
		b.WriteString("\n")
	}
	return b.String()
}

// untidyTables are fourteen kinds of table, drawn anew by a seed.
func untidyTables(seed uint64) []untidy {
	d := draws{rand.New(rand.NewPCG(seed, 14))}
	row := func(cells ...any) []any { return cells }
	comma := func(t string) string { return strings.ReplaceAll(t, " ", ",") }
	german := func(v float64) string {
		text := strings.Replace(fmt.Sprintf("%.1f", v), ".", ",", 1)
		if at := strings.Index(text, ","); at > 3 {
			text = text[:at-3] + "." + text[at-3:]
		}
		return text
	}
	lasso := "--penalty l1 --lambda 0.1max --intercept "
	spectrum := make([]string, 120)
	genes := make([]string, 300)
	for j := range genes {
		genes[j] = fmt.Sprintf("gene%d", j+1)
	}
	for j := range spectrum {
		spectrum[j] = fmt.Sprint(400 + 2*j)
	}
	return []untidy{
		{
			"messy headers", strings.Replace(comma(table("A B C", 60, func(int) []any {
				x := d.NormFloat64()
				return row(x, d.NormFloat64(), 2*x+d.NormFloat64())
			})), "A,B,C", "\ufeff\" Size (m²)\",\"Price, EUR / m²\", Final  price ", 1),
			lasso + "--target Final__price", lasso + "--target 3",
		},
		{
			"German numbers", table("Größe;Preis", 60, func(i int) []any {
				size := 20 + 200*d.Float64()
				return row(german(size) + ";" + german(float64(700+i*31)+12*size))
			}), lasso + "--target Preis", lasso + "--target Preis --decimal ,",
		},
		{
			"survival with a status of 0, 1 and 2", comma(table("age time status", 80, func(int) []any {
				age := d.NormFloat64()
				return row(age, d.ExpFloat64()*math.Exp(-age/2), d.IntN(3))
			})), "--loss cox --penalty l1 --lambda 0.1max --target time --event status",
			"--loss cox --penalty l1 --lambda 0.1max --target time --event status --event-is 2",
		},
		{
			"rare levels", comma(table("kind x y", 80, func(i int) []any {
				return row(map[bool]string{true: "seldom", false: d.level("a", "b", "c")}[i == 7], d.NormFloat64(), d.NormFloat64())
			})), lasso + "--target y", lasso + "--target y --categories auto --min-count 3",
		},
		{
			"classes of one example", comma(table("a b kind", 90, func(i int) []any {
				return row(d.NormFloat64(), d.NormFloat64(), map[bool]string{true: "rare", false: d.level("x", "y", "z")}[i == 5])
			})), "--loss multinomial --penalty l1 --path 6 --cv 4 --intercept --target kind",
			"--loss multinomial --penalty l1 --path 6 --cv 4 --intercept --target kind --rare-labels drop",
		},
		{
			"spectra", comma(table(strings.Join(spectrum, " ")+" fat", 50, func(int) []any {
				at, out := d.Float64(), []any{}
				for j := range spectrum {
					out = append(out, math.Exp(-math.Pow(float64(j)/120-at, 2)*20)+1e-3*d.NormFloat64())
				}
				return append(out, 10*at)
			})), "--penalty l1 --path 20 --cv 5 --intercept --standardize --target fat", "",
		},
		{
			"gene expression", comma(table(strings.Join(genes, " ")+" tumour", 40, func(i int) []any {
				var out []any
				for j := range genes {
					out = append(out, d.NormFloat64()+float64(i%2)*math.Max(0, 1-float64(j)/5))
				}
				return append(out, []string{"no", "yes"}[i%2])
			})), "--loss logistic --penalty l1 --path 10 --cv 4 --intercept --target tumour", "",
		},
		{
			"counts with exposure", comma(table("age years claims", 90, func(int) []any {
				age, years := d.NormFloat64(), 0.1+d.Float64()
				return row(age, years, math.Floor(years*math.Exp(1+age/3)*d.ExpFloat64()))
			})), "--loss poisson " + lasso + "--target claims --exposure years", "",
		},
		{
			"several targets", comma(table("a b c water fat protein", 60, func(int) []any {
				a, b := d.NormFloat64(), d.NormFloat64()
				return row(a, b, d.NormFloat64(), a+b, a-b, 2*a+d.NormFloat64())
			})), "--penalty multitask --lambda 0.1max --intercept --target water,fat,protein", "",
		},
		{
			"dates", comma(table("sold size price", 60, func(i int) []any {
				return row(fmt.Sprintf("%d.%d.2024", 1+i%28, 1+i%12), d.NormFloat64(), float64(i)+d.NormFloat64())
			})), lasso + "--target price", lasso + "--target price --dates sold",
		},
		{
			"text", strings.ReplaceAll(table("note|x|y", 60, func(i int) []any {
				return row(fmt.Sprintf("a_%s_house_%d|%.3f|%.3f", d.level("nice", "small"), i, d.NormFloat64(), d.NormFloat64()))
			}), "_", " "), lasso + "--target y --separator |", lasso + "--target y --separator | --drop note",
		},
		{
			"a leak", comma(table("a b price gross", 60, func(int) []any {
				price := 100 + 10*d.NormFloat64()
				return row(d.NormFloat64(), d.NormFloat64(), price, 1.19*price)
			})), lasso + "--target price", "",
		},
		{
			"identifiers", comma(table("id name x y", 60, func(i int) []any {
				return row(i+1, fmt.Sprintf("p%04d", 7*i), d.NormFloat64(), d.NormFloat64())
			})), lasso + "--target y", lasso + "--target y --drop id,name",
		},
		{
			"Latin-1", latin(comma(table("größe straße preis", 60, func(int) []any {
				return row(d.NormFloat64(), d.level("Süd", "Nörd", "Köln"), d.NormFloat64())
			}))), lasso + "--target preis --categories auto", lasso + "--target preis --categories auto --encoding latin-1",
		},
	}
}

// latin writes a text in Latin-1.
func latin(text string) string {
	var out []byte
	for _, r := range text {
		out = append(out, byte(r))
	}
	return string(out)
}

// TestUntidyTables: fourteen kinds of untidy table come to a model, whose file predicts, at the first or the second
// command; the error of the first names what the second says.
func TestUntidyTables(t *testing.T) {
	t.Parallel()
	seeds := uint64(1)
	if !testing.Short() {
		seeds = 10
	}
	count := map[string]int{}
	for seed := range seeds {
		for _, u := range untidyTables(seed) {
			folder := t.TempDir()
			data, model := filepath.Join(folder, "table.csv"), filepath.Join(folder, "m.json")
			if err := os.WriteFile(data, []byte(u.table), 0o600); err != nil {
				t.Fatal(err)
			}
			try := func(flags string) (string, bool) {
				_, stderr, code := call(t.Context(), append([]string{"fit", "--data", data, "--model", model},
					strings.Fields(flags)...)...)
				return stderr, code == 0
			}
			said, ok := try(u.first)
			at := "first"
			if !ok && u.second != "" {
				if hint := hintOf(u.first, u.second); !strings.Contains(said, hint) {
					t.Errorf("%s: the error does not speak of %s: %s", u.kind, hint, said)
				}
				at = "second"
				said, ok = try(u.second)
			}
			if !ok {
				t.Errorf("%s: no success: %s", u.kind, said)
				continue
			}
			count[at]++
			if u.kind == "Latin-1" {
				continue // predict needs --encoding, too
			}
			args := []string{"predict", "--model", model, "--data", data}
			if at == "second" && strings.Contains(u.second, "--separator") {
				args = append(args, "--separator", "|")
			}
			if strings.Contains(u.second, "--decimal") {
				args = append(args, "--decimal", ",")
			}
			if _, stderr, code := call(t.Context(), args...); code != 0 {
				t.Errorf("%s: predict: %s", u.kind, stderr)
			}
		}
	}
	t.Logf("%d succeed at the first command, %d at the second", count["first"], count["second"])
}

// hintOf is the flag that the second command has and the first has not, without its value.
func hintOf(first, second string) string {
	for word := range strings.FieldsSeq(second) {
		if strings.HasPrefix(word, "--") && !slices.Contains(strings.Fields(first), word) {
			return word
		}
	}
	return ""
}
