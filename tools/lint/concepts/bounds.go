package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// What a package may have where bounds.txt says nothing.
const (
	mostLines = 3000
	mostFiles = 30
)

// numbers are a package's lines and files, and its references back up.
type numbers struct {
	lines, files, up int
	from             []string // file → file
}

func (n numbers) String() string {
	return fmt.Sprintf("%d lines in %d files, %d references back up", n.lines, n.files, n.up)
}

// bound is a package's entry in bounds.txt; nil where it has none.
type bound struct {
	numbers
	size bool // lines and files have bounds of their own
}

//go:embed bounds.txt
var boundsText string

// bounds are the entries by package.
var bounds = parse(boundsText)

// parse reads lines "PACKAGE up N" and "PACKAGE size LINES FILES reason"; a package can have both.
func parse(text string) map[string]*bound {
	entries := map[string]*bound{}
	for line := range strings.Lines(text) {
		var path, what string
		if n, _ := fmt.Sscan(line, &path, &what); n < 2 || path[0] == '#' {
			continue
		}
		b := entries[path]
		if b == nil {
			b = &bound{numbers: numbers{lines: mostLines, files: mostFiles}}
			entries[path] = b
		}
		_, rest, _ := strings.Cut(line, what)
		read, wanted := 0, 1
		if what == "up" {
			read, _ = fmt.Sscan(rest, &b.up)
		} else {
			b.size, wanted = true, 2
			read, _ = fmt.Sscan(rest, &b.lines, &b.files)
		}
		if read != wanted || what != "up" && what != "size" {
			panic("bounds.txt: " + line)
		}
	}
	return entries
}

// complaints says what is above its bound, and which bound may fall.
func (b *bound) complaints(found numbers) (list []string) {
	if b == nil {
		b = &bound{numbers: numbers{lines: mostLines, files: mostFiles}}
	}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if found.lines > b.lines || found.files > b.files {
		add("%d lines in %d files, above %d lines or %d files: put what stands by itself into a package of its own",
			found.lines, found.files, b.lines, b.files)
	}
	if b.size && found.lines <= mostLines && found.files <= mostFiles {
		add("needs no size in bounds.txt any more: %v", found)
	}
	switch {
	case found.up > b.up:
		add("%d references between its files run back up, above %d: move what others need below them (%s)", found.up, b.up,
			strings.Join(found.from, ", "))
	case found.up < b.up:
		add("%d references between its files run back up: lower the bound of %d in bounds.txt", found.up, b.up)
	}
	return list
}
