// Package toolkit_test holds the conformance tests: every exported regularizer, loss, solver, kernel, decoder and block of
// parameters stands in a table here, is checked by routes independent of its own code, and is missed by name when absent.
package toolkit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTablesAreComplete fails when an exported type with the telling method is missing from its conformance table.
func TestTablesAreComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir, method string
		table       []string
	}{
		{"toolkit/prox", "Prox", names(regularizers)},
		{"toolkit/loss", "At", slices.Concat(names(losses), names(multiLosses))},
		{"toolkit/solver/gradient", "Iterations", names(solvers)},
		{"toolkit/solver/coordinate", "Iterations", []string{"Descent", "ProximalNewton", "DualDescent"}}, // tested there
		{"toolkit/solver/newton", "Iterations", []string{"CG", "InteriorPoint"}},                          // tested there
		{"toolkit/solver/lowrank", "Iterations", names(matrixSolvers)},
		{"toolkit/solver/atoms", "Iterations", slices.Concat(names(matrixSolvers), ballSolvers)},
		{"toolkit/solver/online", "Iterations", slices.Concat(names(solvers), names(svmSolvers))},
		{"toolkit/solver/online", "Grad", names(oracles)},
		{"toolkit/structured", "Grad", names(oracles)},
		{"toolkit/structured", "Decode", names(decoders)},
		{"toolkit/kernel", "OfDot", names(kernels)},
		{"toolkit/params", "Refresh", names(blocks)},
		{"toolkit/gauge", "LMO", names(gauges)},
	} {
		found := withMethod(t, c.dir, c.method)
		if len(found) == 0 {
			t.Errorf("%s: no type with a method %s: the enumeration looks in the wrong place", c.dir, c.method)
		}
		for _, name := range found {
			if !slices.Contains(c.table, name) {
				t.Errorf("%s.%s has a method %s and stands in no conformance table", c.dir, name, c.method)
			}
		}
	}
}

// names lists the types of a table; an entry may name a variant of a type after a slash.
func names[T any](table map[string]T) []string {
	var out []string
	for name := range table {
		typ, _, _ := strings.Cut(name, "/")
		out = append(out, typ)
	}
	return out
}

// withMethod parses a package and returns its exported types that declare a method of this name.
func withMethod(t *testing.T, dir, method string) []string {
	t.Helper()
	notTest := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	pkgs, err := parser.ParseDir(token.NewFileSet(), filepath.FromSlash(dir), notTest, 0) //nolint:staticcheck // enough without types
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, pkg := range pkgs {
		ast.Inspect(pkg, func(n ast.Node) bool {
			f, ok := n.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != method {
				return true
			}
			typ := f.Recv.List[0].Type
			if star, ok := typ.(*ast.StarExpr); ok {
				typ = star.X
			}
			if id, ok := typ.(*ast.Ident); ok && id.IsExported() {
				out = append(out, id.Name)
			}
			return true
		})
	}
	return out
}
