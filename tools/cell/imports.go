package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/imports"
)

// fixFiles is goimports -w on files; its other flags are not known.
func fixFiles(args []string) error {
	for _, file := range args {
		if strings.HasPrefix(file, "-") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		known := readIndex(filepath.Dir(file))
		fixed, err := imports.Process(file, known.fix(file, text), &imports.Options{
			Comments: true, TabIndent: true, TabWidth: 8, Fragment: true,
		})
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, fixed, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// fix adds the imports of the project's packages that a program names, and takes those dot imports away of which it
// uses nothing. Text that is no program stays as it is.
func (known index) fix(file string, text []byte) []byte {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, text, parser.ParseComments)
	if err != nil || len(known) == 0 {
		return text
	}
	names, changed := map[string]bool{}, false
	for _, x := range f.Unresolved {
		names[x.Name] = true
	}
	imported := map[string]bool{}
	for _, spec := range append([]*ast.ImportSpec(nil), f.Imports...) {
		from, _ := strconv.Unquote(spec.Path.Value) // the parser has seen that it is one
		switch {
		case spec.Name == nil:
			imported[path.Base(from)] = true
		case spec.Name.Name != ".":
			imported[spec.Name.Name] = true
		case !known.uses(from, names):
			changed = astutil.DeleteNamedImport(set, f, ".", from) || changed
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, ok := s.X.(*ast.Ident)
			if ok && names[x.Name] && !imported[x.Name] && known[x.Name].Path != "" && s.Sel.IsExported() {
				changed = astutil.AddImport(set, f, known[x.Name].Path) || changed
			}
		}
		return true
	})
	var out bytes.Buffer
	if !changed || format.Node(&out, set, f) != nil {
		return text
	}
	return out.Bytes()
}

// uses tells whether one of the names is the package's of that path; of packages that are not known it is taken so.
func (known index) uses(from string, names map[string]bool) bool {
	p, ok := known[path.Base(from)]
	if !ok || p.Path != from {
		return true
	}
	for name, exported := range exports(p.Folder) {
		if exported && names[name] {
			return true
		}
	}
	return false
}
