package main

import (
	"bytes"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// concepts says of a package how many lines and files it has, generated ones and tests aside, and how many references
// between its files run back up, and which of these numbers is not as bounds.txt has it.
var concepts = &analysis.Analyzer{
	Name: "concepts",
	Doc:  "packages of too many lines or files, or whose files refer to each other in circles",
	Run:  run,
}

var all bool

func init() { concepts.Flags.BoolVar(&all, "all", false, "print the numbers of every package") }

func run(pass *analysis.Pass) (any, error) {
	files := source(pass)
	if len(files) == 0 {
		return nil, nil // a package of tests
	}
	found, err := measured(pass, files)
	if err != nil {
		return nil, err
	}
	_, path, _ := strings.Cut(pass.Pkg.Path(), module)
	if path == "" {
		path = "."
	}
	complaints := bounds[path].complaints(found)
	if all {
		complaints = append(complaints, found.String())
	}
	for _, c := range complaints {
		pass.Reportf(files[0].Package, "package %s: %s", path, c)
	}
	return nil, nil
}

// module is what all import paths begin with; in a module of another name they are kept whole.
const module = "github.com/proxlab/proxlab/"

// source are the files that are neither tests nor generated, by name.
func source(pass *analysis.Pass) []*ast.File {
	files := slices.Clone(pass.Files)
	name := func(f *ast.File) string { return pass.Fset.File(f.Package).Name() }
	files = slices.DeleteFunc(files, func(f *ast.File) bool {
		return strings.HasSuffix(name(f), "_test.go") || ast.IsGenerated(f)
	})
	slices.SortFunc(files, func(a, b *ast.File) int { return strings.Compare(name(a), name(b)) })
	return files
}

// measured counts a package's lines and files, of all systems, and the references that run back up.
func measured(pass *analysis.Pass, files []*ast.File) (numbers, error) {
	found := numbers{files: len(files)}
	for _, pair := range feedback(references(pass, files)) {
		name := func(k int) string { return filepath.Base(pass.Fset.File(files[pair[k]].Package).Name()) }
		found.up++
		found.from = append(found.from, name(0)+" → "+name(1))
	}
	for _, f := range files {
		found.lines += pass.Fset.File(f.Package).LineCount()
	}
	for _, name := range pass.IgnoredFiles { // those of other systems
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := pass.ReadFile(name)
		if err != nil {
			return numbers{}, err
		}
		found.files++
		found.lines += bytes.Count(text, []byte("\n"))
	}
	return found, nil
}

// references tells which files use functions, methods, types, variables or constants that others declare.
func references(pass *analysis.Pass, files []*ast.File) [][]bool {
	at := map[string]int{}
	for i, f := range files {
		at[pass.Fset.File(f.Package).Name()] = i
	}
	uses := make([][]bool, len(files))
	for i, f := range files {
		uses[i] = make([]bool, len(files))
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if obj := pass.TypesInfo.Uses[id]; obj != nil && obj.Pkg() == pass.Pkg && declared(obj) {
				if j, ok := at[pass.Fset.File(obj.Pos()).Name()]; ok && j != i {
					uses[i][j] = true
				}
			}
			return true
		})
	}
	return uses
}

// declared is true of what stands at the top of a file, and of methods.
func declared(obj types.Object) bool {
	f, ok := obj.(*types.Func)
	return ok && f.Signature().Recv() != nil || obj.Parent() == obj.Pkg().Scope()
}
