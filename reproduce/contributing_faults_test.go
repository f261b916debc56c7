package reproduce_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestContributingRunsAllFaults: every test with a long form of its own is run by the command of CONTRIBUTING.md.
func TestContributingRunsAllFaults(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(page), "PROXLAB_FAULTS=long go test ./... -run '")
	pattern, _, found := strings.Cut(command, "'")
	if !found {
		t.Fatal("CONTRIBUTING.md has no command for the campaign of faults")
	}
	named, long := regexp.MustCompile(pattern), 0
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		names, err := withLongForm(path)
		for _, name := range names {
			if long++; !named.MatchString(name) {
				t.Errorf("%s: %s has a long form, and %s does not run it", path, name, pattern)
			}
		}
		return err
	})
	if err != nil || long < 8 {
		t.Errorf("%d tests have a long form, error %v", long, err)
	}
}

// withLongForm returns the tests of a file that ask whether the long form is wanted, by the variable or by a function
// called so.
func withLongForm(path string) (names []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		of, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(of.Name.Name, "Test") {
			continue
		}
		body := text[files.Position(of.Pos()).Offset:files.Position(of.End()).Offset]
		for _, asks := range []string{`Getenv("PROXLAB_FAULTS")`, "Long()", " long()", "damage.Campaign("} {
			if bytes.Contains(body, []byte(asks)) {
				names = append(names, of.Name.Name)
				break
			}
		}
	}
	return names, nil
}
