package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// home is a package that cells may import: its path, and the folder that has it.
type home struct{ Path, Folder string }

// index are the packages of a kernel's project by their names.
type index map[string]home

const indexFile = "packages.json" // in the folder of the kernel's cells

// writeIndex looks for the packages of those modules that lie in folders. Of two with one name neither is meant.
func writeIndex(cells string, modules []place) error {
	list := index{}
	for _, m := range modules {
		if m.folder == "" {
			continue
		}
		err := filepath.WalkDir(m.folder, func(folder string, e fs.DirEntry, err error) error {
			if err != nil || !e.IsDir() {
				return err
			}
			if folder != m.folder && left(folder, e.Name()) {
				return fs.SkipDir
			}
			name := packageName(folder)
			if name == "" || name == "main" {
				return nil
			}
			inside, err := filepath.Rel(m.folder, folder)
			if _, twice := list[name]; twice {
				list[name] = home{}
			} else {
				list[name] = home{path.Join(m.path, filepath.ToSlash(inside)), folder}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(cells, indexFile), text, 0o666)
}

// left tells of a folder whose packages nobody imports from elsewhere, or that has another module.
func left(folder, name string) bool {
	switch name {
	case "internal", "testdata", "node_modules", "out", "cmd", "tools":
		return true
	}
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// packageName is the name of the package in a folder; "" where there is none.
func packageName(folder string) string {
	for _, file := range sources(folder) {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name
		}
	}
	return ""
}

// sources are the files of a folder's package.
func sources(folder string) (list []string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.go")) // the pattern is right
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			list = append(list, file)
		}
	}
	return list
}

// readIndex reads what writeIndex wrote; there is none where a kernel knows of no project.
func readIndex(cells string) (list index) {
	text, err := os.ReadFile(filepath.Join(cells, indexFile))
	if err == nil {
		_ = json.Unmarshal(text, &list)
	}
	return list
}

// exports tells of the names that the package in a folder exports.
func exports(folder string) map[string]bool {
	names := map[string]bool{}
	note := func(name *ast.Ident) { names[name.Name] = name.IsExported() }
	for _, file := range sources(folder) {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					note(d.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						note(s.Name)
					case *ast.ValueSpec:
						for _, name := range s.Names {
							note(name)
						}
					}
				}
			}
		}
	}
	return names
}
