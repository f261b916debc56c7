package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/studies"
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

// TestResultsAreCurrent compares docs/results.md and the studies' pages with what the kept records say; no page is left
// of a study that there is not.
func TestResultsAreCurrent(t *testing.T) {
	t.Parallel()
	pages := map[string][]string{"docs/results.md": {"results"}}
	for _, s := range studies.Studies {
		pages["docs/results/"+s.Name+".md"] = []string{"results", s.Name}
	}
	for doc, args := range pages {
		want, stderr, code := call(t.Context(), args...)
		if code != 0 {
			t.Fatal(stderr)
		}
		if got := readDoc(t, doc); got != want {
			committed, derived := strings.Split(got, "\n"), strings.Split(want, "\n")
			i := 0
			for i < min(len(committed), len(derived))-1 && committed[i] == derived[i] {
				i++
			}
			t.Errorf("%s is not what the kept records say; renew it with `make results`. "+
				"First at line %d:\n  committed: %s\n  derived:   %s", doc, i+1, committed[i], derived[i])
		}
	}
	if there, err := filepath.Glob(filepath.Join(root, "docs", "results", "*")); len(there) != len(studies.Studies) {
		t.Errorf("docs/results has %q, error %v", there, err)
	}
	if _, stderr, code := call(t.Context(), "results", "nothing"); code != 2 || !strings.Contains(stderr, "proxsvm") {
		t.Errorf("results of nothing: %d, %s", code, stderr)
	}
}

// readmeWords is the most words the README may have, counted as wc -w does.
const readmeWords = 1000

func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	if n := len(strings.Fields(readDoc(t, "README.md"))); n > readmeWords {
		t.Errorf("README.md has %d words, more than %d: what people need beyond them belongs to docs/", n, readmeWords)
	}
}

var (
	linkPattern    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingPattern = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fencePattern   = regexp.MustCompile("(?ms)^```.*?^```")
)

// withoutFences drops blocks of code, where brackets and hashes mean other things.
func withoutFences(text string) string { return fencePattern.ReplaceAllString(text, "") }

// documents returns the paths of all documents that people read first.
func documents(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(docs) == 0 {
		t.Fatal("no documents", err)
	}
	for i := range docs {
		docs[i] = "docs/" + filepath.Base(docs[i])
	}
	for _, s := range studies.Studies {
		docs = append(docs, "docs/results/"+s.Name+".md")
	}
	return append(docs, "README.md", "CONTRIBUTING.md", "notebooks/README.md")
}

// TestLinksOfDocumentsLead follows the relative links of every document, anchors included.
func TestLinksOfDocumentsLead(t *testing.T) {
	t.Parallel()
	for _, doc := range documents(t) {
		for _, m := range linkPattern.FindAllStringSubmatch(withoutFences(readDoc(t, doc)), -1) {
			if !strings.Contains(m[1], "://") && !leads(filepath.Join(root, filepath.FromSlash(doc)), m[1]) {
				t.Errorf("%s: the link %s leads nowhere", doc, m[1])
			}
		}
	}
}

// commandPattern is a line of a document that calls the command.
var commandPattern = regexp.MustCompile(`(?m)^\s*(?:\$ )?(?:proxlab|go run \./cmd/proxlab) ([^#>…\n]*)`)

// TestCommandsOfDocumentsExist finds every command in the documents and parses its flags.
func TestCommandsOfDocumentsExist(t *testing.T) {
	t.Parallel()
	found := 0
	for _, doc := range documents(t) {
		for _, m := range commandPattern.FindAllStringSubmatch(readDoc(t, doc), -1) {
			found++
			cmd, args, err := newRoot().Find(strings.Fields(m[1]))
			if err == nil {
				err = cmd.ParseFlags(args)
			}
			if err == nil && cmd.HasSubCommands() {
				err = errors.New("no such command")
			}
			if err != nil {
				t.Errorf("%s: proxlab %s: %v", doc, m[1], err)
			}
		}
	}
	if found == 0 {
		t.Error("no command was found")
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
	for _, s := range studies.Studies {
		rec, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		remarks := s.Remarks(rec)
		if len(remarks) < 3 || slices.Contains(remarks, "") || len(s.Guide) == 0 {
			t.Errorf("%s: remarks %q, guide %q", s.Name, remarks, s.Guide)
		}
		for _, r := range remarks {
			if strings.Contains(r, "NaN") || strings.Contains(r, "Inf") {
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
