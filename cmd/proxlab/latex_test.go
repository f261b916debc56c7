package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/studies"
)

// wide is what LaTeX says of a line that is wider than the text by more than a point, or of a table longer than a page.
var wide = regexp.MustCompile(`Overfull \\hbox \([1-9]\d*\.\d+pt too wide\)[^\n]*|Float too large[^\n]*`)

// TestTablesInLaTeX: every table of every kept record has a command for each of its characters, compiles as it is where
// LaTeX is installed, and is no wider than the text.
func TestTablesInLaTeX(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var document strings.Builder
	document.WriteString("\\documentclass{article}\n\\usepackage{booktabs,siunitx}\n\\begin{document}\n")
	for _, s := range studies.Studies {
		rec, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range s.Tables(rec) {
			var b bytes.Buffer
			if err := table.TeX(&b); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(b.String(), `\texttt{U+`) {
				t.Errorf("%s, %s: a character has no command", s.Name, table.ID)
			}
			name := s.Name + "-" + table.ID
			if err := os.WriteFile(filepath.Join(folder, name+".tex"), b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&document, "\\typeout{in %s}\\input{%s}\\clearpage\n", name, name)
		}
	}
	document.WriteString("\\end{document}\n")
	if err := os.WriteFile(filepath.Join(folder, "all.tex"), []byte(document.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("LaTeX is not installed")
	}
	c := exec.CommandContext(t.Context(), "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex")
	c.Dir, c.Env = folder, append(os.Environ(), "max_print_line=1000")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-3000):])
	}
	for _, part := range strings.Split(string(out), "\nin ")[1:] {
		name, said, _ := strings.Cut(part, "\n")
		for _, line := range wide.FindAllString(said, -1) {
			t.Errorf("%s: %s", name, line)
		}
	}
}
