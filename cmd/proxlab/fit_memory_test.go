package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestPredictTakesNoMoreThanThereIs: features far beyond the model's cost nothing, and a model that fits into no memory
// is refused before it is read. It measures, and does not run in parallel.
func TestPredictTakesNoMoreThanThereIs(t *testing.T) {
	far := file(t, "far.svm", "1 1:1 2147483647:1\n2 2:1\n")
	small := file(t, "small.json", `{"format":"proxlab linear model","version":1,"loss":"squared","penalty":"none",`+
		`"link":"identity","lambda":0,"mu":0,"standardize":false,"n":3,"d":2,"k":1,"weights":[1,2],"intercept":null,`+
		`"labels":null,"tasks":null,"features":null,"encoder":null,`+
		`"objective":1,"gap":0,"gap_kind":"residual","iterations":1,`+
		`"seconds":0,"nonzeros":2,"rank":null,"solver":"fista","status":"converged"}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, stderr, code := call(t.Context(), "predict", "--model", small, "--data", far)
	runtime.ReadMemStats(&after)
	if code != 0 || !strings.Contains(stderr, "features 3 to 2147483647") || !strings.Contains(stderr, "no seal") {
		t.Errorf("exit code %d; it says %q", code, stderr)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<28 {
		t.Errorf("%d bytes allocated", n)
	}
	large := filepath.Join(t.TempDir(), "large.json")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 1<<40); err != nil {
		t.Skip(err)
	}
	if _, stderr, code := call(t.Context(), "predict", "--model", large, "--data", far); code != 1 ||
		!strings.Contains(stderr, "GiB of memory") || !strings.Contains(stderr, large) {
		t.Errorf("exit code %d; it says %q", code, stderr)
	}
}
