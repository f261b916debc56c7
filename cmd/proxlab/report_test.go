package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReport: the page of a path has what is printed, the columns, figures and what made it, and asks for nothing from
// elsewhere.
func TestReport(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "out")
	args := strings.Fields("fit --penalty l1 --path 4 --cv 3 --json --report " + folder + " --data " + homes(t))
	_, stderr, code := call(t.Context(), append(args, "--formula", "price ~ size*kind + spline(age, 4)")...)
	if code != 0 || !strings.Contains(stderr, "note: report: ") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	text, err := os.ReadFile(filepath.Join(folder, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, want := range []string{
		"std. error", "is the largest whose error", "<h2>What was done to columns</h2>", "spline of age has its knots at",
		"size:kind=house", "Regularization path", "Cross-validation", "SHA-256 ", "how to cite",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, other := range []string{` src="http`, `<link`, "@import"} {
		if strings.Contains(page, other) {
			t.Errorf("the page asks for %s", other)
		}
	}
	if strings.Count(page, "spline of age has its knots at") > 1 {
		t.Error("a note stands there twice")
	}
	taken := file(t, "taken", "")
	_, stderr, code = call(t.Context(), "fit", "--data", homes(t), "--target", "price", "--mu", "1", "--report", taken)
	if code == 0 || !strings.Contains(stderr, "--report: ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
