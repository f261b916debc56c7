package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEncodeFlags: what the flags of columns refuse and say.
func TestEncodeFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := func(name, text string) string {
		out := filepath.Join(dir, name)
		if err := os.WriteFile(out, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return out
	}
	data := path("a.csv", "kind,age,y\nflat,1,1\nhut,2,2\nflat,4,2\nhouse,3,4\n")
	gaps := path("gaps.csv", "kind,age,y\nflat,1,1\n,2,2\nflat,4,2\nhut,,1\nhouse,3,4\n")
	loft := path("loft.csv", "age,kind\n2,loft\n")
	svm := path("a.svm", "1 1:1\n")
	model := func(name string) string { return filepath.Join(dir, name) }
	fit := "fit --target y --mu 0.1 --data " + data
	for _, c := range []struct {
		words string
		code  int
		says  string
	}{
		{fit, 1, "text becomes categories by --categories kind (or auto)"},
		{fit + " --categories auto --reference kind", 2, "COLUMN=LEVEL is due"},
		{fit + " --categories auto --reference kind=tent", 1, `"tent" is no level`},
		{fit + " --categories auto --missing never", 2, "missing \"never\": there are error, drop, mean"},
		{fit + " --categories auto --date-parts era", 2, "part \"era\" of dates"},
		{fit + " --categories auto --date-origin then", 2, "origin \"then\""},
		{fit + " --categories auto --date-order ymd", 2, "date order"},
		{fit + " --categories auto --unseen maybe", 2, "unseen \"maybe\""},
		{fit + " --categories auto --max-levels 0 --min-count -1", 2, "must not be negative"},
		{fit + " --categories auto --max-levels 2", 1, "3 levels"},
		{"fit --categories auto --mu 1 --data " + svm, 1, "those of CSV files"},
		{fit + " --drop \"kind, age\"", 1, "no examples with features"},
		{fit + " --categories kind --model " + model("error.json"), 0, "note: kind is a category of 3 levels, of which flat"},
		{fit + " --categories kind --unseen zero --model " + model("zero.json"), 0, ""},
		{fit + " --categories kind --penalty group --groups columns --lambda 0.1max", 0, ""},
		{"predict --model " + model("error.json") + " --data " + loft, 1, `"loft" (1 cell, line 2: "loft") is a level that`},
		{"predict --model " + model("zero.json") + " --data " + loft, 0, ""},
		{"predict --model " + model("zero.json") + " --data " + gaps, 1, "the value is missing in 1 cell, line 5"},
		{"fit --target y --mu 0.1 --data " + gaps + " --categories auto --missing drop --model " + model("drop.json"), 0,
			"2 of 5 examples are left out"},
		{"predict --model " + model("drop.json") + " --data " + gaps + " --out " + model("out.csv"), 0, "2 of 5 examples"},
		{"predict --model " + model("drop.json") + " --data " + gaps + " --out " + model("out.npy"), 0, "2 of 5 examples"},
	} {
		words := strings.Fields(c.words)
		if i := strings.Index(c.words, `"`); i >= 0 {
			words = append(strings.Fields(c.words[:i]), strings.Trim(c.words[i:], `"`))
		}
		_, stderr, code := call(t.Context(), words...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d: %s", c.words, code, stderr)
		}
	}
	text, err := os.ReadFile(model("out.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != 7 || lines[2] != "," || lines[4] != "," || lines[1] == "," {
		t.Errorf("examples that were left out: %q", lines)
	}
	if info, err := os.Stat(model("out.npy")); err != nil || info.Size() < 5*8 {
		t.Errorf("scores alone: %v, error %v", info, err)
	}
}
