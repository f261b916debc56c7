package reproduce_test

import (
	"os"
	"strings"
	"testing"
)

// TestContributingHasTheExample: the page of Go in CONTRIBUTING.md is the study of ExampleStudy.
func TestContributingHasTheExample(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(example), "// draw is one experiment")
	code, _, found := strings.Cut(code, "// A study of one's own")
	if !found || !strings.Contains(string(page), strings.TrimSpace(code)) {
		t.Error("CONTRIBUTING.md has another study than ExampleStudy: copy it from example_test.go")
	}
}
