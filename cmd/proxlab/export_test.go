package main

import (
	"os"
	"strings"
	"testing"
)

// TestExportGoesOn: cells may have their text as one string, as notebooks may; a notebook that cannot be exported is
// named, and leaves the others alone.
func TestExportGoesOn(t *testing.T) {
	clone(t)
	const exporter = `#!/bin/sh
for path in "$@"; do
  case $path in *.ipynb)
    ! grep -q unreadable "$path" || { echo "no notebook"; exit 1; }
    touch "${path%.ipynb}.html";;
  esac
done
`
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(".venv/bin/jupyter", exporter)
	if err := os.Mkdir("mine", 0o777); err != nil {
		t.Fatal(err)
	}
	write("mine/a.ipynb", `{"cells":[{"cell_type":"markdown","source":"# As a string\nmore"}]}`)
	write("mine/b.ipynb", `{"cells":[{"cell_type":"markdown","source":"# unreadable to Jupyter"}]}`)
	write("mine/c.ipynb", `{"cells":[{"cell_type":"markdown","source":["# As ","a list\n"]}]}`)
	write("mine/d.ipynb", `{"cells":[{"cell_type":"code","source":"session.Explore(figures.Mine)`)
	_, said, code := call(t.Context(), "notebooks", "export", "mine/a.ipynb", "mine/b.ipynb", "mine/c.ipynb",
		"mine/d.ipynb")
	for _, name := range []string{"b", "d"} {
		if !strings.Contains(said, name+".ipynb was not exported: ") || there("mine/"+name+".html") {
			t.Errorf("%s.ipynb cannot be exported, and it says: %s", name, said)
		}
	}
	index, err := os.ReadFile("mine/index.html")
	if code != 1 || err != nil || !strings.Contains(string(index), ">As a string<") ||
		!strings.Contains(string(index), ">As a list<") || !there("mine/a.html") || !there("mine/c.html") {
		t.Errorf("exit code %d, error %v, %s\n%s", code, err, said, index)
	}
	if _, said, code := call(t.Context(), "notebooks", "export", "mine/a.ipynb"); code != 0 {
		t.Errorf("a good one beside bad ones: exit code %d, %s", code, said)
	}
}
