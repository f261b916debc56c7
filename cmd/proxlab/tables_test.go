package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
)

// column is a column of a table as people have it, and the numbers that one would make of it by hand.
type column struct {
	name    string
	cells   []string
	names   []string    // of the numbers
	numbers [][]float64 // by row; nil for a row that is left out
}

// asNumbers is a column of numbers.
func asNumbers(name string, values []float64) column {
	c := column{name: name, names: []string{name}}
	for _, v := range values {
		c.cells, c.numbers = append(c.cells, strconv.FormatFloat(v, 'g', -1, 64)), append(c.numbers, []float64{v})
	}
	return c
}

// asLevels is a category, of which the first level has no number.
func asLevels(name string, cells []string, levels ...string) column {
	c := column{name: name, cells: cells}
	for _, l := range levels[1:] {
		c.names = append(c.names, name+"="+l)
	}
	for _, cell := range cells {
		row := make([]float64, len(levels)-1)
		if k := slices.Index(levels, cell); k > 0 {
			row[k-1] = 1
		}
		c.numbers = append(c.numbers, row)
	}
	return c
}

// filled is a column of numbers of which every seventh is missing, filled in with the mean of others; with an indicator
// there is a feature of 1 and 0.
func filled(name string, values []float64, indicator bool) column {
	c := asNumbers(name, values)
	var sum, n float64
	for i, v := range values {
		if i%7 != 3 {
			sum, n = sum+v, n+1
		}
	}
	if indicator {
		c.names = append(c.names, name+" (missing)")
	}
	for i := range values {
		gap := 0.
		if i%7 == 3 {
			c.cells[i], c.numbers[i][0], gap = []string{"", "NA", "nan"}[i%3], sum/n, 1
		}
		if indicator {
			c.numbers[i] = append(c.numbers[i], gap)
		}
	}
	return c
}

// asDates is a column of times: their days since 2000 and their month.
func asDates(name, layout string, count int) column {
	c := column{name: name, names: []string{name, name + ".month"}}
	from := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range count {
		hours := 24 * (i * 37 % 700)
		at := from.Add(time.Duration(hours) * time.Hour)
		c.cells = append(c.cells, at.Format(layout))
		c.numbers = append(c.numbers, []float64{float64(hours) / 24, float64(at.Month())})
	}
	return c
}

// pick takes levels in turn, so often as they are named.
func pickRows(count int, levels ...string) []string {
	out := make([]string, count)
	for i := range out {
		out[i] = levels[(7*i+i/len(levels))%len(levels)]
	}
	return out
}

// normal are n normal numbers.
func normal(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Round(1000*rng.NormFloat64()) / 1000
	}
	return out
}

// someTable is a table, how it is written, and the flags that fit it. Flags for the table by hand are the last ones.
type someTable struct {
	columns     []column
	labels      []string // of targets; nil for numbers
	comma       string
	write       func(text string) string
	flags, both string
}

// target is a linear function of the numbers with noise, or a label by its size.
func (s someTable) target(rng *rand.Rand) []string {
	n := len(s.columns[0].cells)
	values := make([]float64, n)
	for i := range values {
		values[i] = rng.NormFloat64()
		for j, c := range s.columns {
			if c.numbers[i] == nil {
				continue
			}
			for k, v := range c.numbers[i] {
				values[i] += v * math.Sin(float64(3*j+k+1))
			}
		}
	}
	out := make([]string, n)
	sorted := slices.Sorted(slices.Values(values))
	for i, v := range values {
		if s.labels == nil {
			out[i] = strconv.FormatFloat(v, 'g', -1, 64)
			continue
		}
		rank, _ := slices.BinarySearch(sorted, v)
		out[i] = s.labels[min(len(s.labels)-1, rank*10/n)]
	}
	return out
}

// texts are the table, the same with its columns in the opposite order, and the table by hand.
func (s someTable) texts(y []string) (raw, turned, hand string) {
	var rows, back, byHand [][]string
	for i := -1; i < len(y); i++ {
		row, numbers := []string{"y"}, []string{"y"}
		if i >= 0 {
			row[0], numbers[0] = y[i], y[i]
		}
		left := false
		for _, c := range s.columns {
			if i < 0 {
				row, numbers = append(row, c.name), append(numbers, c.names...)
				continue
			}
			row = append(row, c.cells[i])
			left = left || c.numbers[i] == nil
			for _, v := range c.numbers[i] {
				numbers = append(numbers, strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
		rows = append(rows, row)
		row = slices.Clone(row)
		slices.Reverse(row)
		back = append(back, row)
		if !left {
			byHand = append(byHand, numbers)
		}
	}
	comma := []rune(s.comma)[0]
	raw, turned, hand = asCSV(rows, comma), asCSV(back, comma), asCSV(byHand, ',')
	if s.write != nil {
		raw, turned = s.write(raw), s.write(turned)
	}
	return raw, turned, hand
}

func asCSV(rows [][]string, comma rune) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = comma
	_ = w.WriteAll(rows) // a strings.Builder does not fail
	return b.String()
}

// predictions are the numbers that predict writes, line by line; lines of an example that was left out are taken out,
// and scores of several labels, which may all be larger by one number.
func predictions(t *testing.T, path string) (out [][]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if strings.Join(row, "") == "" {
			continue
		}
		var kept []string
		for k, cell := range row {
			if !strings.HasPrefix(rows[0][k], "score ") {
				kept = append(kept, cell)
			}
		}
		out = append(out, kept)
	}
	return out
}

// nearly tells whether two cells are the same text, or nearly the same number.
func nearly(a, b string) bool {
	if a == b {
		return true
	}
	v, err := strconv.ParseFloat(a, 64)
	w, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && math.Abs(v-w) <= 1e-5*(1+math.Abs(v))
}

// TestTablesAsTheyAre: tables of all kinds are fitted and predicted by the two commands alone, and the answers are
// those of the numbers made of the tables by hand.
func TestTablesAsTheyAre(t *testing.T) {
	t.Parallel()
	for name, s := range someTables() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in := func(name string) string { return filepath.Join(dir, name) }
			raw, turned, hand := s.texts(s.target(rand.New(rand.NewPCG(3, 1))))
			for file, text := range map[string]string{"raw.csv": raw, "turned.csv": turned, "hand.csv": hand} {
				if err := os.WriteFile(in(file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			run := func(words ...string) {
				t.Helper()
				if _, stderr, code := call(t.Context(), words...); code != 0 {
					t.Fatalf("%q: exit code %d\n%s", words, code, stderr)
				}
			}
			fitted := append([]string{"fit", "--target", "y", "--intercept", "--tol", "1e-9"}, strings.Fields(s.both)...)
			run(append(append(slices.Clone(fitted), "--data", in("raw.csv"), "--model", in("raw.json")),
				strings.Fields(s.flags)...)...)
			run(append(slices.Clone(fitted), "--data", in("hand.csv"), "--model", in("hand.json"))...)
			run("predict", "--data", in("turned.csv"), "--model", in("raw.json"), "--out", in("raw-out.csv"))
			run("predict", "--data", in("hand.csv"), "--model", in("hand.json"), "--out", in("hand-out.csv"))
			got, want := predictions(t, in("raw-out.csv")), predictions(t, in("hand-out.csv"))
			if len(got) != len(want) || len(got) < 20 {
				t.Fatalf("%d predictions, and %d by hand", len(got), len(want))
			}
			for i := range got {
				if !slices.EqualFunc(got[i], want[i], nearly) {
					t.Fatalf("line %d: %q, and by hand %q", i+1, got[i], want[i])
				}
			}
			sameWeights(t, in("raw.json"), in("hand.json"))
		})
	}
}

// sameWeights compares models by the names of their features.
func sameWeights(t *testing.T, path, hand string) {
	t.Helper()
	m, err := models.LoadModel(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := models.LoadModel(t.Context(), hand)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.FeatureNames, h.FeatureNames) {
		t.Fatalf("features %q, and by hand %q", m.FeatureNames, h.FeatureNames)
	}
	for j := range m.Weights {
		if !nearly(fmt.Sprint(m.Weights[j]), fmt.Sprint(h.Weights[j])) {
			t.Errorf("weight %d: %g, and by hand %g", j, m.Weights[j], h.Weights[j])
		}
	}
}
