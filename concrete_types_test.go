package toolkit_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// kinds are the packages whose types nobody outside of them may ask for by name, and what to ask for instead.
var kinds = map[string]string{
	"toolkit/loss":            "ask the loss for a capability, such as toolkit.TwiceDifferentiable",
	"toolkit/prox":            "ask the penalty for a capability, such as toolkit.BlockNorm",
	"toolkit/kernel":          "ask the kernel for a capability",
	"toolkit/solver/gradient": "let the step rule's search answer",
}

// TestNobodyAsksForConcreteTypes fails on a type assertion, or a case of a type switch, on a concrete type of a loss,
// a penalty, a kernel or a step rule outside of its own package, and on one on *linalg.Dense or *linalg.CSR outside
// of linalg: a type of one's own would silently be treated worse.
func TestNobodyAsksForConcreteTypes(t *testing.T) {
	t.Parallel()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 20 {
		t.Fatalf("%d packages were found", len(pkgs))
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			t.Fatalf("%s: %v", p.PkgPath, p.Errors[0])
		}
		for _, file := range p.Syntax {
			for _, found := range concreteAsked(p, file) {
				t.Error(found)
			}
		}
	}
}

// concreteAsked are the places of a file where a concrete type is asked for.
func concreteAsked(p *packages.Package, file *ast.File) (found []string) {
	ask := func(e ast.Expr) {
		if e == nil {
			return
		}
		why := forbidden(p, p.TypesInfo.TypeOf(e))
		if why != "" {
			found = append(found, fmt.Sprintf("%s: %s", p.Fset.Position(e.Pos()), why))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			ask(n.Type) // nil in x.(type)
		case *ast.TypeSwitchStmt:
			for _, s := range n.Body.List {
				for _, e := range s.(*ast.CaseClause).List {
					ask(e)
				}
			}
		}
		return true
	})
	return found
}

// forbidden says why a type may not be asked for in a package, "" where it may.
func forbidden(p *packages.Package, asked types.Type) string {
	if pointer, ok := asked.(*types.Pointer); ok {
		asked = pointer.Elem()
	}
	named, ok := asked.(*types.Named)
	if !ok || types.IsInterface(named) || named.Obj().Pkg() == nil {
		return ""
	}
	of, ours := strings.CutPrefix(named.Obj().Pkg().Path(), module)
	catalogue := of == "toolkit/prox" && p.PkgPath == module+"toolkit/prox/terms" // of what penalties are made of
	if !ours || catalogue || p.PkgPath == named.Obj().Pkg().Path() {
		return ""
	}
	name := named.Obj().Name()
	if of == "toolkit/linalg" && slices.Contains([]string{"Dense", "CSR"}, name) {
		return fmt.Sprintf(
			"*linalg.%s is asked for outside of linalg: call a function of linalg, or ask for linalg.Rows or linalg.Entries",
			name,
		)
	}
	if instead, is := kinds[of]; is {
		return fmt.Sprintf("%s.%s is asked for outside of its package: %s", filepath.Base(of), name, instead)
	}
	return ""
}
