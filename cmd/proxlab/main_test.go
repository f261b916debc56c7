package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// call runs the command and returns what it printed and its exit code.
func call(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	var out, err strings.Builder
	code = execute(ctx, args, &out, &err)
	return out.String(), err.String(), code
}

func TestExitCodes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, c := range []struct {
		ctx  context.Context
		args string
		code int
		says string
	}{
		{t.Context(), "", 0, ""},
		{t.Context(), "--help", 0, ""},
		{t.Context(), "nothing", 2, `unknown command or argument "nothing"`},
		{t.Context(), "reproduce", 2, "usage: proxlab reproduce"},
		{t.Context(), "reproduce nothing", 2, "there are: onlinemkl, parsing, proxsvm, bundle, tracenorm, sparsity, all"},
		{t.Context(), "reproduce onlinemkl --nothing", 2, "unknown flag"},
		{t.Context(), "reproduce onlinemkl --scale huge", 2, "neither quick nor paper"},
		{t.Context(), "reproduce onlinemkl --mode loud", 2, "literal, sound, both"},
		{t.Context(), "reproduce onlinemkl --data fake", 2, "auto, real, synthetic"},
		{t.Context(), "reproduce onlinemkl --only nothing", 2, "there are: table1-eta0-1"},
		{t.Context(), "reproduce onlinemkl --folds 10", 2, "10 folds"},
		{t.Context(), "reproduce onlinemkl --folds x", 2, "--folds"},
		{t.Context(), "reproduce onlinemkl --out " + file + "/out", 1, "--out: "},
		{canceled, "reproduce onlinemkl --data synthetic --out " + t.TempDir(), 130, "interrupted"},
		{t.Context(), "claims", 0, ""},
		{t.Context(), "claims extra", 2, "extra"},
		{t.Context(), "results", 0, ""},
		{t.Context(), "results extra", 2, "extra"},
		{t.Context(), "data", 0, ""},
		{t.Context(), "data list", 0, ""},
		{t.Context(), "data info ocr", 0, ""},
		{t.Context(), "data sample", 0, ""},
		{t.Context(), "data info", 2, "accepts 1 arg"},
		{t.Context(), "data info nothing", 2, "there are: ocr"},
		{t.Context(), "data verify", 0, ""},
		{t.Context(), "data verify ocr", 1, "proxlab data fetch ocr"},
		{t.Context(), "notebooks", 0, ""},
	} {
		_, stderr, code := call(c.ctx, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("proxlab %s: exit code %d, not %d; it says %q, not %q", c.args, code, c.code, stderr, c.says)
		}
	}
}

func TestReproduceJSON(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	args := []string{"reproduce", "onlinemkl", "--only", "linear", "--folds", "0", "--data", "synthetic",
		"--json", "--out", out}
	stdout, stderr, code := call(t.Context(), args...)
	if code != 0 || strings.Count(stdout, "\n") != 1 {
		t.Fatalf("exit code %d, %d lines, %s", code, strings.Count(stdout, "\n"), stderr)
	}
	var rec struct {
		Study, Scale string
		Seed         uint64
		Seconds      float64
		Tables       []struct {
			ID, Mode string
			Rows     []struct {
				ID       string
				Data     datasets.Source
				Accuracy float64
			}
		}
		Claims []struct{ ID, Verdict string }
	}
	if err := json.Unmarshal([]byte(stdout), &rec); err != nil {
		t.Fatal(err)
	}
	if rec.Study != "onlinemkl" || rec.Scale != "quick" || rec.Seed != 1 || rec.Seconds <= 0 ||
		len(rec.Claims) > 0 { // one row decides none
		t.Errorf("%+v", rec)
	}
	row := rec.Tables[0].Rows[0]
	if rec.Tables[0].ID != "table1-eta0-1" || rec.Tables[0].Mode != "literal" || row.ID != "linear" ||
		row.Data.Kind != datasets.Synthetic || row.Accuracy < 75 {
		t.Errorf("%+v", rec.Tables[0])
	}
	for _, name := range []string{
		"report.html", "record.json", "table1-eta0-1.tex", "accuracy-by-row-eta0-1.png", "words-linear.html",
	} {
		if info, err := os.Stat(filepath.Join(out, "onlinemkl", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s was not written: %v", name, err)
		}
	}
	text, _, code := call(t.Context(), append(args[:len(args)-3], "--out", out)...)
	if code != 0 || !strings.Contains(text, "Linear (L)") || !strings.Contains(text, "handwriting (synthetic") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
}

// TestLicenses: the command prints the notices of what it carries.
func TestLicenses(t *testing.T) {
	t.Parallel()
	out, said, code := call(t.Context(), "licenses")
	if code != 0 || said != "" || !strings.Contains(out, "Apache ECharts") ||
		!strings.Contains(out, "---- github.com/spf13/cobra") {
		t.Errorf("exit code %d, %q, %.500s", code, said, out)
	}
}
