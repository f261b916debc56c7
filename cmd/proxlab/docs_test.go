package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
)

const root = "../.."

func readDoc(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestResultsAreCurrent compares docs/results.md with what the kept records say.
func TestResultsAreCurrent(t *testing.T) {
	t.Parallel()
	want, stderr, code := call(t.Context(), "results")
	if code != 0 {
		t.Fatal(stderr)
	}
	got := readDoc(t, "docs/results.md")
	if got == want {
		return
	}
	committed, derived := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(committed), len(derived)) {
		if committed[i] != derived[i] {
			t.Fatalf("docs/results.md is not what the kept records say; renew it with `make results`. "+
				"First at line %d:\n  committed: %s\n  derived:   %s", i+1, committed[i], derived[i])
		}
	}
	t.Fatalf("docs/results.md has %d lines, the kept records make %d; renew it with `make results`",
		len(committed), len(derived))
}

var (
	linkPattern    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingPattern = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fencePattern   = regexp.MustCompile("(?ms)^```.*?^```")
)

// withoutFences drops blocks of code, where brackets and hashes mean other things.
func withoutFences(text string) string { return fencePattern.ReplaceAllString(text, "") }

// TestLinksOfDocumentsLead follows the relative links of every document, anchors included.
func TestLinksOfDocumentsLead(t *testing.T) {
	t.Parallel()
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(docs) == 0 {
		t.Fatal("no documents", err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "notebooks/README.md"} {
		docs = append(docs, filepath.Join(root, filepath.FromSlash(name)))
	}
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linkPattern.FindAllStringSubmatch(withoutFences(string(text)), -1) {
			if !strings.Contains(m[1], "://") && !leads(doc, m[1]) {
				t.Errorf("%s: the link %s leads nowhere", filepath.ToSlash(doc), m[1])
			}
		}
	}
}

// leads tells whether a relative link in a document has a file, and a heading where it names one.
func leads(doc, link string) bool {
	path, anchor, _ := strings.Cut(link, "#")
	target := doc
	if path != "" {
		target = filepath.Join(filepath.Dir(doc), filepath.FromSlash(path))
	}
	if anchor == "" {
		_, err := os.Stat(target)
		return err == nil
	}
	text, err := os.ReadFile(target)
	if err != nil {
		return false
	}
	for _, m := range headingPattern.FindAllStringSubmatch(withoutFences(string(text)), -1) {
		if reproduce.Anchor(m[1]) == anchor {
			return true
		}
	}
	return false
}

// TestRemarks of every study: some on its kept record, none on an empty one, and no number missing.
func TestRemarks(t *testing.T) {
	t.Parallel()
	for _, s := range studies {
		rec, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		remarks := s.Remarks(rec)
		if len(remarks) < 3 || len(s.Guide) == 0 {
			t.Errorf("%s: remarks %q, guide %q", s.Name, remarks, s.Guide)
		}
		for _, r := range remarks {
			if strings.Contains(r, "NaN") || strings.Contains(r, "Inf") || r == "" {
				t.Errorf("%s: remark %q", s.Name, r)
			}
		}
		if empty := strings.Join(s.Remarks(&reproduce.Record{Study: s.Name}), ""); empty != "" {
			t.Errorf("%s: remarks on nothing: %q", s.Name, empty)
		}
		for i := range rec.Tables {
			rec.Tables[i].Rows = rec.Tables[i].Rows[:1]
		}
		for _, r := range s.Remarks(rec) {
			if strings.Contains(r, "NaN") || strings.Contains(r, "Inf") {
				t.Errorf("%s: remark on a partial record %q", s.Name, r)
			}
		}
	}
}
