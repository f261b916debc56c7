package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ranFile has what a kernel's last whole program ran before main.
const ranFile = "ran.txt"

// checked compiles a program that declares things, runs nothing new of them and nothing else, and puts one in its place
// that does nothing: to link and to run it would show no more. It says false of any other program, and of one with
// errors: these are left to build.
func checked(path, cells, binary string, flags []string) bool {
	if info, err := os.Lstat(binary); err == nil && info.Mode()&os.ModeSymlink != 0 {
		_ = os.Remove(binary) // the go command would write through it
	}
	main := filepath.Join(cells, "main.go")
	alone, runs := declared(main)
	before, _ := os.ReadFile(filepath.Join(cells, ranFile)) // there is none before the first
	if !alone || string(before) != runs || filepath.Dir(binary) != cells {
		return false
	}
	self, err := os.Executable()
	compile := command(path, slices.Concat([]string{"list", "-export"}, flags, []string{"."}))
	compile.Stdout, compile.Stderr = nil, nil
	if err != nil || compile.Run() != nil {
		return false
	}
	_ = os.Remove(binary) // or there is none
	return os.Symlink(self, binary) == nil
}

// ran keeps what a program ran before main.
func ran(cells string) {
	_, runs := declared(filepath.Join(cells, "main.go"))
	_ = os.WriteFile(filepath.Join(cells, ranFile), []byte(runs), 0o666) // without it the next is run as well
}

// declared tells whether main does nothing, as the kernel writes it for a cell of declarations, and which text runs
// before main: the values of variables, and functions init.
func declared(file string) (alone bool, runs string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return false, ""
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return false, ""
	}
	var b strings.Builder
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == "main" {
				said := string(text[set.Position(d.Body.Pos()).Offset:set.Position(d.Body.End()).Offset])
				alone = strings.Join(strings.Fields(said), "") == "{flag.Parse()}"
			}
			if d.Name.Name != "init" {
				continue
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
		}
		b.Write(text[set.Position(d.Pos()).Offset:set.Position(d.End()).Offset])
		b.WriteByte('\n')
	}
	return alone, b.String()
}
