// Package toolkit_test holds the tests of the whole: that nothing exported goes untested, that imports run one way,
// and that nobody asks for concrete types.
package toolkit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEverythingIsTested fails when an exported type with a telling method is not named by a test beside it.
func TestEverythingIsTested(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dir, method string }{
		{"toolkit/prox", "Prox"},
		{"toolkit/prox", "LMO"},
		{"toolkit/prox", "LMOMatrix"},
		{"toolkit/loss", "At"},
		{"toolkit/loss", "ValueGrad"},
		{"toolkit/kernel", "OfDot"},
		{"toolkit/params", "InnerProducts"},
		{"toolkit/structured", "Grad"},
		{"toolkit/structured", "Decode"},
		{"toolkit/structured/rna", "Grad"},
		{"toolkit/structured", "Marginals"},
		{"toolkit/solver/gradient", "Iterations"},
		{"toolkit/solver/coordinate", "Iterations"},
		{"toolkit/solver/newton", "Iterations"},
		{"toolkit/solver/lowrank", "Iterations"},
		{"toolkit/solver/atoms", "Iterations"},
		{"toolkit/solver/multipliers", "Iterations"},
		{"toolkit/solver/blocks", "Iterations"},
		{"toolkit/solver/bundle", "Iterations"},
		{"toolkit/solver/bundle", "Subgradient"},
		{"toolkit/solver/risk", "Iterations"},
		{"toolkit/solver/online", "Iterations"},
		{"toolkit/solver/online", "Grad"},
		{"toolkit/fit", "Fit"},
	} {
		found := withMethod(t, c.dir, c.method)
		if len(found) == 0 {
			t.Errorf("%s: no type has a method %s: the enumeration looks in the wrong place", c.dir, c.method)
		}
		named := namedByTests(t, c.dir)
		for _, name := range found {
			if !named[name] {
				t.Errorf("%s.%s has a method %s, and no test beside it names it", c.dir, name, c.method)
			}
		}
	}
}

// files parses the Go files of a folder, those of tests or the others.
func files(t *testing.T, dir string, tests bool) (out []*ast.File) {
	t.Helper()
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") != tests {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// withMethod are the exported types of a package that declare a method of this name.
func withMethod(t *testing.T, dir, method string) (out []string) {
	t.Helper()
	for _, file := range files(t, dir, false) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != method {
				continue
			}
			typ := f.Recv.List[0].Type
			if star, ok := typ.(*ast.StarExpr); ok {
				typ = star.X
			}
			if id, ok := typ.(*ast.Ident); ok && id.IsExported() && !slices.Contains(out, id.Name) {
				out = append(out, id.Name)
			}
		}
	}
	return out
}

// namedByTests are the names that stand in the tests of a folder.
func namedByTests(t *testing.T, dir string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, file := range files(t, dir, true) {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				out[id.Name] = true
			}
			return true
		})
	}
	return out
}
