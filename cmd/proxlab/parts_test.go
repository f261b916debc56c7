//go:build unix

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// inParts goes to a folder with tables of one fit in several files, of unlike lengths: with targets, words and a label
// that the first part does not have, and as SVMlight with a feature that only the last one has. The file all.csv has
// all rows.
func inParts(t *testing.T) {
	t.Helper()
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(46, 1))
	head, all := "x1,x2,x3,x4,x5,kind,y\n", ""
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for k, rows := range []int{60, 150, 90} {
		var text, sparse strings.Builder
		for range rows {
			f, line := 0.4, ""
			for j := range 5 {
				v := math.Round(100*rng.NormFloat64())/100 + 3
				f += []float64{1, 0, -0.7, 0, 0.1}[j] * (v - 3)
				line += fmt.Sprintf("%g,", v)
			}
			y, word := f+rng.NormFloat64(), "low"
			if y > 0 && k > 0 {
				word = "high"
			}
			fmt.Fprintf(&text, "%s%s,%.3f\n", line, word, y)
			fmt.Fprintf(&sparse, "%.3f %d:%.2f %d:1\n", y, 1+rng.IntN(3), f, 4+rng.IntN(2+3*k))
		}
		all += text.String()
		write(fmt.Sprintf("parts/p%d.csv", k), head+text.String())
		write(fmt.Sprintf("sparse/p%d.svm", k), sparse.String())
	}
	write("all.csv", head+all)
	write("groups", "1 3\n2 4 5\n")
	write("factors", "x1 2\nx4 0.5\n")
}

// learned is what a model file says of the fit; seconds and the command are not of it.
func learned(t *testing.T, path string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := decode(t, string(text))[0]
	delete(m, "seconds")
	delete(m, "made")
	delete(m, "sha256")
	delete(m, "seal")
	return m
}

// ofPasses fits by pass and step, parts in the order that is given, and returns how many passes it took.
func ofPasses(t *testing.T, fit string, parts []string) (count int) {
	t.Helper()
	if old, _ := filepath.Glob("sums-*"); len(old) > 0 { // the pattern is right
		for _, path := range old {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, said, code := call(t.Context(), strings.Fields("fit "+fit+" --begin state-0")...); code != 0 {
		t.Fatal(code, said)
	}
	for code := 4; code == 4; count++ {
		for _, part := range parts {
			words := fmt.Sprintf("pass --state state-%d --data %s --out sums-%d-%s", count, part, count, filepath.Base(part))
			if _, said, code := call(t.Context(), strings.Fields(words)...); code != 0 {
				t.Fatal(code, said)
			}
		}
		words := fmt.Sprintf("step --state state-%d --sums sums-%d-* --out state-%d --model m.json", count, count, count+1)
		var said string
		if _, said, code = call(t.Context(), strings.Fields(words)...); code != 0 && code != 4 {
			t.Fatal(code, said)
		}
	}
	return count
}

// TestPassesOfParts: passes over parts in any order, with a step after each, give to the bit what one process does, and
// within the gaps what a fit in memory does.
func TestPassesOfParts(t *testing.T) {
	inParts(t)
	for _, c := range []struct{ data, args string }{
		{"parts/*.csv", "--target y --drop kind --loss squared --penalty l1 --lambda 0.1max --intercept --standardize"},
		{"parts/*.csv", "--target y --drop kind --loss squared --mu 0.1 --intercept"},
		{"parts/*.csv", "--target kind --drop y --loss logistic --penalty l1 --lambda 0.1max --mu 0.01 --intercept"},
		{"parts/*.csv", "--target y --drop kind --loss huber --delta 0.8 --penalty l1 --lambda 0.2max --intercept"},
		{"parts/*.csv", "--target x5 --drop kind --drop y --loss poisson --penalty l1 --lambda 0.2max --intercept"},
		{"parts/*.csv", "--target kind --drop y --loss squared-hinge --penalty l1 --lambda 0.2max --intercept " +
			"--class-weight balanced"},
		{"parts/*.csv", "--target y --drop kind --loss squared --penalty l1 --lambda 0.1max --intercept --standardize " +
			"--weights x4"},
		{"parts/*.csv", "--target kind --drop y --loss logistic --penalty l1 --lambda 0.1max --weights x4 " +
			"--class-weight balanced"},
		{"parts/*.csv", "--target y --drop kind --loss squared --penalty group --groups groups --lambda 0.2max --intercept"},
		{"parts/*.csv", "--target y --drop kind --loss squared --penalty l1 --penalty-weights factors --lambda 0.1max " +
			"--intercept --standardize"},
		{"sparse/*.svm", "--loss squared --penalty l1 --lambda 0.05max --standardize"},
	} {
		fit := "--data " + c.data + " --memory 64MB " + c.args
		parts, err := filepath.Glob(c.data)
		if err != nil || len(parts) != 3 {
			t.Fatal(parts, err)
		}
		parts[0], parts[2] = parts[2], parts[0]
		ofPasses(t, fit, parts)
		apart := learned(t, "m.json")
		if _, said, code := call(t.Context(), strings.Fields("fit "+fit+" --model m.json")...); code != 0 {
			t.Fatal(code, said)
		}
		if together := learned(t, "m.json"); !reflect.DeepEqual(apart, together) {
			t.Errorf("%s: apart %v, together %v", c.args, apart, together)
		}
		if c.data != "parts/*.csv" {
			continue
		}
		out, said, code := call(t.Context(), strings.Fields("fit --json --data all.csv "+c.args)...)
		if code != 0 {
			t.Fatal(code, said)
		}
		whole := decode(t, out)[0]
		off := math.Abs(whole["objective"].(float64) - apart["objective"].(float64))
		if bound := whole["gap"].(float64) + apart["gap"].(float64); off > bound || whole["n"] != apart["n"] {
			t.Errorf("%s: in memory %v, by passes %v", c.args, whole, apart)
		}
	}
}

// TestFaultPasses: files that are damaged, of another state, missing or no such files are named, and no step is taken;
// so are parts with other columns, those that changed, and what passes cannot fit.
func TestFaultPasses(t *testing.T) {
	inParts(t)
	fit := "--data parts/*.csv --memory 64MB --target y --drop kind --penalty l1 --lambda 0.1max --intercept"
	ofPasses(t, fit, []string{"parts/p0.csv", "parts/p1.csv", "parts/p2.csv"})
	spoil := func(from, to string, change func(text string) string) {
		t.Helper()
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(change(string(text))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	in := func(old, by string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, by, 1) }
	}
	spoil("sums-2-p0.csv", "bad-sums", func(s string) string { return s[:len(s)-1] + "~" })
	spoil("sums-2-p0.csv", "bad-cut", func(s string) string { return s[:len(s)/2] })
	spoil("sums-2-p0.csv", "bad-arch", in(`"arch":"`, `"arch":"other`))
	spoil("sums-2-p0.csv", "bad-build", in(`"program":"`, `"program":"other`))
	spoil("sums-2-p0.csv", "bad-version", in(`"version":1`, `"version":7`))
	spoil("sums-2-p0.csv", "bad-part", in(`p0.csv"`, `p9.csv"`))
	spoil("sums-2-p0.csv", "other-kernel", in(`"kernel":"`, `"kernel":"other`))
	spoil("sums-2-p0.csv", "bad-empty", func(string) string { return "" })
	spoil("sums-2-p0.csv", "sums-2-twice", func(s string) string { return s })
	step := "step --out next --state state-2 --sums sums-2-p1.csv --sums sums-2-p2.csv --sums "
	for words, says := range map[string]string{
		step + "bad-sums":                         "bad-sums: it is damaged",
		step + "bad-cut":                          "bad-cut: it is damaged",
		step + "bad-arch":                         "one fit is of one architecture",
		step + "bad-build":                        "another build",
		step + "bad-version":                      "it is of version 7",
		step + "bad-part":                         "its part parts/p9.csv is none of",
		step + "bad-empty":                        "bad-empty: it is no file of a pass",
		step + "parts/p0.csv":                     "p0.csv: it is no file of a pass",
		step + "state-2":                          `type "proxlab state"`,
		step + "sums-1-p0.csv":                    "sums-1-p0.csv: it is not of state-2 (pass 2)",
		step + "nothing-*":                        "1 of 3 parts are missing: parts/p0.csv",
		"step --out next --state gone --sums x":   "gone: no such file",
		"pass --state state-2 --data all.csv":     "all.csv is none of the 3 parts",
		"pass --state sums-2-p0.csv --data x.csv": `type "proxlab sums"`,
	} {
		if strings.HasPrefix(words, "pass") {
			words += " --out next"
		}
		if _, said, code := call(t.Context(), strings.Fields(words)...); code != 1 || !strings.Contains(said, says) {
			t.Errorf("%s: exit code %d, it says %q, not %q", words, code, said, says)
		}
		if _, err := os.Stat("next"); err == nil {
			t.Fatalf("%s: a step was taken", words)
		}
	}
	for words, says := range map[string]string{ // what is there twice, or by other instructions, is no fault
		step + "sums-2-p0.csv --sums sums-2-twice": "",
		step + "other-kernel":                      "bits may differ",
	} {
		if _, said, code := call(t.Context(), strings.Fields(words)...); code != 4 || !strings.Contains(said, says) {
			t.Errorf("%s: exit code %d, it says %q, not %q", words, code, said, says)
		}
	}
	spoil("parts/p1.csv", "parts/p1.csv", func(s string) string { return s + "1,1,1,1,1,low,1\n" })
	_, said, code := call(t.Context(), strings.Fields("pass --state state-2 --data parts/p1.csv --out next")...)
	if code != 1 || !strings.Contains(said, "parts/p1.csv has changed since the fit began") {
		t.Error(code, said)
	}
	spoil("parts/p2.csv", "parts/p2.csv", in("x2", "z2"))
	for words, says := range map[string]string{
		"fit " + fit: `parts/p2.csv has "z2" as its feature 2, where parts/p0.csv has "x2"`,
		"fit --data none/*.csv --target y --mu 1":                                            "there is no such file",
		"fit --data parts/*.csv --target kind --drop y --loss hinge --mu 1 --begin b --cv 3": "a hinge without --cv",
		"fit --data parts/*.csv --target y --drop kind --penalty slope --lambda 1 --begin b": "with l1, group, multitask",
	} {
		if _, said, code := call(t.Context(), strings.Fields(words)...); code == 0 || !strings.Contains(said, says) {
			t.Errorf("%s: exit code %d, it says %q, not %q", words, code, said, says)
		}
	}
}
