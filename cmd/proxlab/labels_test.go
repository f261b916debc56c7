package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// kinds are examples of some labels, of which the later are rarer.
func kinds(t *testing.T, labels ...string) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 201))
	var b strings.Builder
	b.WriteString("a,b,c,kind\n")
	for range 90 {
		k := min(rng.IntN(len(labels)), rng.IntN(len(labels)))
		fmt.Fprintf(&b, "%g,%g,%g,%s\n", float64(k)+rng.NormFloat64(), rng.NormFloat64(), float64(k%2)+rng.NormFloat64(),
			labels[k])
	}
	return file(t, "kinds.csv", b.String())
}

// TestWordTargets: the message names the loss for the labels that there are, and a cell that is wrong stays one.
func TestWordTargets(t *testing.T) {
	t.Parallel()
	const fit = "fit --penalty l1 --lambda 0.1 --target kind --data "
	for _, c := range []struct{ data, words, says string }{
		{kinds(t, "flat", "house"), "", "--loss logistic is for two labels; these are flat, house"},
		{kinds(t, "flat", "house", "hut"), "", "--loss multinomial is for several labels; these are flat, house, hut"},
		{kinds(t, "flat", "house", "hut"), " --loss logistic", `there are 3 ("flat", "house", "hut")`},
		{kinds(t, "flat"), " --loss logistic", `the label "flat"`},
		{kinds(t, "1", "2", "x1"), "", `"x1" is no number`},
		{file(t, "a.csv", "a,kind\n1,ann\n2,ben\n3,cid\n"), "", `"ann" is no number`},
	} {
		if _, stderr, code := call(t.Context(), strings.Fields(fit+c.data+c.words)...); code != 1 ||
			!strings.Contains(stderr, c.says) {
			t.Errorf("exit code %d: %s, not %s", code, stderr, c.says)
		}
	}
}

// weightsOf reads a model.
func weightsOf(t *testing.T, path string) (weights []float64, intercept float64, labels []any) {
	t.Helper()
	var m struct {
		Weights   []float64
		Intercept float64
		Labels    []any
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m.Weights, m.Intercept, m.Labels
}

// TestPositive: the other label's model has the other signs, and predicts the same labels.
func TestPositive(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ one, two string }{{"flat", "house"}, {"-1", "1"}, {"2", "10"}} {
		data, dir := kinds(t, c.one, c.two), t.TempDir()
		var labels [2]string
		models := [2]string{filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")}
		for k, positive := range []string{c.two, c.one} {
			words := "fit --loss logistic --penalty l1 --lambda 0.05max --intercept --tol 1e-10 --target kind --positive " +
				positive + " --model " + models[k] + " --data " + data
			stdout, stderr, code := call(t.Context(), strings.Fields(words)...)
			if code != 0 || !strings.Contains(stdout, "and "+positive+" (positive)") {
				t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
			}
			stdout, _, _ = call(t.Context(), "predict", "--model", models[k], "--data", data, "--out", "-")
			for line := range strings.Lines(stdout) {
				labels[k] += strings.Join(strings.Split(line, ",")[:2], " ") + "\n"
			}
		}
		if labels[0] != labels[1] {
			t.Errorf("%s: the labels differ:\n%s\n%s", c, labels[0], labels[1])
		}
		w, b, _ := weightsOf(t, models[0])
		v, d, names := weightsOf(t, models[1])
		for j := range w {
			if math.Abs(w[j]+v[j]) > 1e-6 {
				t.Errorf("%s: weight %d is %g and %g", c, j, w[j], v[j])
			}
		}
		if math.Abs(b+d) > 1e-6 || fmt.Sprint(names) != fmt.Sprintf("[%s %s]", c.two, c.one) {
			t.Errorf("%s: intercepts %g and %g, labels %v", c, b, d, names)
		}
	}
	data := kinds(t, "flat", "house")
	for words, says := range map[string]string{
		"--loss logistic --positive hut": `no label "hut"; there are: flat, house`,
		"--loss squared --positive hut":  "losses of two labels",
	} {
		args := "fit --penalty l1 --lambda 1 --target kind --data " + data + " " + words
		if _, stderr, code := call(t.Context(), strings.Fields(args)...); code == 0 ||
			!strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", words, code, stderr)
		}
	}
}

// TestClassWeights: those of a file, and balanced ones, are what a column of weights says one by one.
func TestClassWeights(t *testing.T) {
	t.Parallel()
	data := kinds(t, "flat", "house", "hut in a wood")
	text, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	count := map[string]float64{}
	for _, row := range rows {
		count[strings.Split(row, ",")[3]]++
	}
	given := map[string]float64{"flat": 1, "house": 2.5, "hut in a wood": 4}
	byHand := func(of func(kind string, i int) float64) string {
		out := "a,b,c,kind,w\n"
		for i, row := range rows {
			out += fmt.Sprintf("%s,%.17g\n", row, of(strings.Split(row, ",")[3], i))
		}
		return file(t, "weighted.csv", out)
	}
	words := "fit --loss multinomial --penalty l1 --lambda 0.02 --intercept --json --tol 1e-9 --target kind --data "
	weights := file(t, "weights.txt", "# label weight\nflat 1\n\nhouse, 2.5\nhut in a wood\t4 # rare\n")
	extra := byHand(func(_ string, i int) float64 { return float64(1 + i%3) })
	for _, c := range []struct{ words, plain string }{
		{data + " --class-weight " + weights, byHand(func(k string, _ int) float64 { return given[k] })},
		{data + " --class-weight balanced", byHand(func(k string, _ int) float64 { return 1 / count[k] })},
		{extra + " --weights w --class-weight " + weights,
			byHand(func(k string, i int) float64 { return float64(1+i%3) * given[k] })},
	} {
		a, stderr, code := call(t.Context(), strings.Fields(words+c.words)...)
		b, stderr2, code2 := call(t.Context(), strings.Fields(words+c.plain+" --weights w")...)
		if code != 0 || code2 != 0 {
			t.Fatalf("%s%s", stderr, stderr2)
		}
		p, q := decode(t, a)[0]["objective"].(float64), decode(t, b)[0]["objective"].(float64)
		if math.Abs(p-q) > 1e-8 || p == 0 {
			t.Errorf("%s: objective %.12g, by a column %.12g", c.words, p, q)
		}
	}
	for content, says := range map[string]string{
		"flat 1\nhouse 2\n":               `the label "hut in a wood" has no weight`,
		"flat 1\nbarn 2\n":                `weights.txt:2: the data have no label "barn"; there are: flat, house`,
		"flat\n":                          "weights.txt:1: \"flat\" is no label with a weight",
		"flat 0\n":                        `weights.txt:1: the weight "0": a positive number is due`,
		"flat 1\nflat 2\n":                `weights.txt:2: the label "flat" has a weight already`,
		"flat one\n":                      `the weight "one"`,
		"flat 1\nhouse NaN\nhut in a w 1": `weights.txt:2: the weight "NaN"`,
	} {
		_, stderr, code := call(t.Context(), strings.Fields(words+data+" --class-weight "+file(t, "weights.txt", content))...)
		if code != 1 || !strings.Contains(stderr, says) {
			t.Errorf("%q: exit code %d: %s", content, code, stderr)
		}
	}
	if _, stderr, code := call(t.Context(), strings.Fields("fit --class-weight balanced --data "+data)...); code != 2 ||
		!strings.Contains(stderr, "losses of labels") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
