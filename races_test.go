package toolkit_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// raced is the list of what is tested with the race detector.
const raced = "tools/race.txt"

// unraced start goroutines in what works other processes alone.
var unraced = []string{"tools/notebooks"}

// TestGoroutinesAreRaced: a package that starts goroutines, in its tests or what they test, is tested with the race
// detector, and so is each test that starts some itself. What the list asks for is there.
func TestGoroutinesAreRaced(t *testing.T) {
	t.Parallel()
	patterns := racedPatterns(t)
	folders := testedFolders(t)
	if len(folders) < 40 {
		t.Fatalf("%d packages with tests were found", len(folders))
	}
	for _, dir := range folders {
		pattern := patterns[dir]
		delete(patterns, dir)
		if slices.Contains(unraced, dir) {
			continue
		}
		for _, file := range slices.Concat(files(t, dir, false), files(t, dir, true)) {
			if place := starting(file); place != "" && pattern == nil {
				t.Errorf("%s starts goroutines in %s: name it in %s", dir, place, raced)
			}
		}
		if pattern != nil {
			checkRaced(t, dir, pattern)
		}
	}
	for dir := range patterns {
		t.Errorf("%s asks for tests in %s, which has none", raced, dir)
	}
}

// checkRaced compares a pattern with the tests of a package.
func checkRaced(t *testing.T, dir string, pattern *regexp.Regexp) {
	t.Helper()
	var names []string
	for _, file := range files(t, dir, true) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !regexp.MustCompile(`^(Test|Fuzz|Example)`).MatchString(f.Name.Name) {
				continue
			}
			names = append(names, f.Name.Name)
			if f.Name.Name != "TestMain" && starts(f) && !pattern.MatchString(f.Name.Name) {
				t.Errorf("%s: %s starts goroutines, and %s leaves it out", dir, f.Name.Name, raced)
			}
		}
	}
	for part := range strings.SplitSeq(pattern.String(), "|") {
		if !slices.ContainsFunc(names, regexp.MustCompile(part).MatchString) {
			t.Errorf("%s: no test in %s is called %q", raced, dir, part)
		}
	}
}

// racedPatterns says which tests of which package are run with the race detector; each line of the list are arguments
// of go test.
func racedPatterns(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	list, err := os.ReadFile(raced)
	if err != nil {
		t.Fatal(err)
	}
	patterns := map[string]*regexp.Regexp{}
	for line := range strings.Lines(string(list)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		packages, pattern, _ := strings.Cut(strings.TrimSpace(line), " -run ")
		for name := range strings.FieldsSeq(packages) {
			patterns[strings.TrimPrefix(name, "./")] = regexp.MustCompile(pattern)
		}
	}
	return patterns
}

// testedFolders are the folders of the module that have tests.
func testedFolders(t *testing.T) (folders []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			_, other := os.Stat(filepath.Join(path, "go.mod"))
			if path != "." && (strings.HasPrefix(e.Name(), ".") || other == nil ||
				slices.Contains([]string{"node_modules", "out", "testdata"}, e.Name())) {
				return filepath.SkipDir
			}
		case strings.HasSuffix(path, "_test.go"):
			folders = append(folders, filepath.ToSlash(filepath.Dir(path)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// starting names a function of a file that starts goroutines, or that it makes a plan, whose tasks are done at once; ""
// where there is none.
func starting(file *ast.File) string {
	for _, i := range file.Imports {
		if i.Path.Value == `"`+module+`reproduce/plan"` {
			return "a plan"
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && starts(f) {
			return f.Name.Name
		}
	}
	return ""
}

// starts tells whether there is a go statement, or what groups and contexts have in its place.
func starts(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok {
				found = found || slices.Contains([]string{"Go", "TryGo", "AfterFunc"}, f.Sel.Name)
			}
		}
		return !found
	})
	return found
}
