package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"golang.org/x/term"
)

// terminal returns the terminal that a command writes to, or nil.
func terminal(w io.Writer) io.Writer {
	if f, ok := below(w).(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// columns is the width of the terminal: of the one that is written to, or of that of error messages where a pager
// stands between, or what COLUMNS says; 0 where there is none.
func columns(w io.Writer) int {
	if f, ok := below(w).(*os.File); ok {
		for _, f := range []*os.File{f, os.Stderr} {
			if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
				return n
			}
		}
	}
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// colored tells whether to write in colors: on a terminal that has them, unless NO_COLOR is set (no-color.org).
func colored(w io.Writer) bool {
	return terminal(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// say writes lines that are no wider than the terminal.
func say(w io.Writer, format string, args ...any) {
	fmt.Fprint(w, brokenAt(fmt.Sprintf(format, args...), cmp.Or(columns(w), math.MaxInt), ""))
}
