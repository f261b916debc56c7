package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// write writes files, by their names from dir.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(file), 0o777)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// project is the folder of the toolkit.
func project(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestBegin: cells know the module around their notebook where that has or needs the toolkit, the project elsewhere.
func TestBegin(t *testing.T) {
	t.Parallel()
	toolkitMod := "module " + toolkit + "\ngo 1.26\nrequire example.com/a v1.2.3\n"
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"clone/go.mod": toolkitMod, "clone/go.sum": "sums", "clone/toolkit/loss/loss.go": "package loss",
		"clone/notebooks/x.ipynb": "{}", "clone/cmd/tool/loss.go": "package loss",
		"own/go.mod": "module mine\ngo 1.26\nrequire " + toolkit + " v0.0.0\nreplace " + toolkit +
			" => ./.proxlab\nreplace example.com/a => example.com/b v1.0.0\n",
		"own/.proxlab/go.mod": toolkitMod, "own/.proxlab/toolkit/loss/loss.go": "package loss",
		"own/figures/mine.go": "package figures", "own/notebooks/x.ipynb": "{}",
		"another/go.mod": "module another\ngo 1.26\n",
	})
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for notebook, want := range map[string][]string{
		"clone/notebooks": {toolkit + " => " + at("clone")},
		"another":         {toolkit + " => " + at("clone")},
		"own/notebooks": {
			"mine => " + at("own"), toolkit + " => " + at("own/.proxlab"), "example.com/a => example.com/b v1.0.0",
		},
	} {
		cells := t.TempDir()
		write(t, cells, map[string]string{"go.mod": "module gonb_1\ngo 1.26\n"})
		if err := begin(cells, at(notebook), at("clone")); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(cells, "go.mod"))
		if err != nil {
			t.Fatal(err)
		}
		mod, err := modfile.Parse("go.mod", text, nil)
		if err != nil || mod.Module.Mod.Path != "gonb_1" || len(mod.Require) < 2 || len(mod.Replace) != len(want) {
			t.Errorf("%s: %v\n%s", notebook, err, text)
		}
		for _, line := range want {
			if !strings.Contains(string(text), "\t"+line+"\n") {
				t.Errorf("%s lacks %q:\n%s", notebook, line, text)
			}
		}
		// by which the kernel finds folders to track
		if tracked := regexp.MustCompile(`(?m)^\s*replace\s+.*?=>\s+(.*)$`); tracked.Match(text) {
			t.Errorf("%s: the kernel would track every file:\n%s", notebook, text)
		}
		if got := readIndex(cells)["loss"].Path; got != toolkit+"/toolkit/loss" {
			t.Errorf("%s: package loss is %q", notebook, got)
		}
	}
}

// TestFix: packages of the project are imported by their names, and dot imports stay where something of them is used.
func TestFix(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"live/live.go":   "package live\n\ntype Problem struct{}\n\nfunc Show() {}\n\nfunc hidden() {}\n",
		"live/x_test.go": "package live\n\nfunc Test() {}\n",
	})
	known := index{
		"live": {"example.com/live", filepath.Join(dir, "live")}, "loss": {"example.com/loss", filepath.Join(dir, "loss")},
		"twice": {},
	}
	const dot, loss = `. "example.com/live"`, `"example.com/loss"`
	for body, want := range map[string][2]bool{ // whether the dot import and package loss are imported
		"func main() {}":                                    {},
		"func main() { Show() }":                            {true, false},
		"func f() (p Problem) { return p }":                 {true, false},
		"func main() { hidden(); Test() }":                  {},
		"func Show() {}\nfunc main() { Show() }":            {},
		"func main() { loss.Squared() }":                    {false, true},
		"func main() { Show(); _ = loss.Squared{} }":        {true, true},
		"func main() { loss := 1; loss.Squared() }":         {},
		"func main() { loss.squared(); twice.One() }":       {},
		"var loss struct{ X int }\nfunc f() { _ = loss.X }": {},
	} {
		text := string(known.fix("main.go", []byte("package main\n\nimport "+dot+"\n\n"+body+"\n")))
		if got := [2]bool{strings.Contains(text, dot), strings.Contains(text, loss)}; got != want {
			t.Errorf("%q: %v, not %v:\n%s", body, got, want, text)
		}
	}
	if text := "package main\nfunc"; string(known.fix("main.go", []byte(text))) != text {
		t.Error("what is no program was changed")
	}
}

// TestExplained: what a reader can do comes before what the compiler says.
func TestExplained(t *testing.T) {
	t.Parallel()
	said := "# gonb_12ab\n./main.go:3:1: undefined: problem\n./main.go:4:1: undefined: problem\n" +
		"./main.go:5:1: undefined: loss.Fo\n"
	got := explained(said)
	if !strings.HasPrefix(got, "problem is not defined yet. ") || !strings.Contains(got, "run the cells above") ||
		strings.Contains(got, "gonb_") || !strings.HasSuffix(got, "\n./main.go:5:1: undefined: loss.Fo\n") {
		t.Errorf("%q", got)
	}
	if other := "./main.go:3:1: a is not used\n"; explained(other) != other {
		t.Errorf("%q", explained(other))
	}
	if got := explained("main.go:2:1: no required module provides package a.b/c; to add it:\n"); !strings.HasPrefix(got,
		"a.b/c is no package of this project. ") {
		t.Errorf("%q", got)
	}
}

// program is a notebook's cells of code in one, run outside of a notebook.
func program(t *testing.T, notebook string) string {
	t.Helper()
	text, err := os.ReadFile(notebook)
	var nb struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &nb)
	}
	if err != nil {
		t.Fatal(err)
	}
	var imports, declared, run strings.Builder
	for _, c := range nb.Cells {
		switch source := strings.Join(c.Source, "") + "\n"; {
		case c.Type != "code":
		case strings.HasPrefix(source, "%%\n"):
			fmt.Fprintf(&run, "\t{\n%s\t}\n", strings.TrimPrefix(source, "%%\n"))
		case strings.HasPrefix(source, "import "):
			imports.WriteString(source)
		default:
			declared.WriteString(source)
		}
	}
	return fmt.Sprintf("package main\n\n%s\n%s\nfunc main() {\n%s}\n", imports.String(), declared.String(), run.String())
}

// interrupted is what a program says that is interrupted when it has said that it has begun, and which then ends well.
func interrupted(t *testing.T, binary string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), binary)
	c.Env = append(os.Environ(), "GONB_PIPE=here") // by which it is a notebook's
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	_, err = said.ReadString('\n')
	if err == nil {
		err = c.Process.Signal(os.Interrupt)
	}
	rest, _ := io.ReadAll(said)
	if err = errors.Join(err, c.Wait()); err != nil {
		t.Errorf("%v\n%s", err, rest)
	}
	return string(rest)
}

// TestCells plays the kernel: it begins a module, and lets cells be fixed and built, those of the first notebook of a
// reader's own among them.
func TestCells(t *testing.T) {
	t.Parallel()
	tools, cells := t.TempDir(), t.TempDir()
	tool := filepath.Join(tools, "cell")
	if said, err := exec.CommandContext(t.Context(), "go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	call := func(name string, args ...string) (string, error) {
		link := filepath.Join(tools, name)
		if err := os.Symlink("cell", link); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), link, args...)
		c.Dir = cells
		c.Env = append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"), "GOFLAGS=", "GOPROXY=off",
			"GONB_TMP_DIR="+cells, "GONB_DIR="+filepath.Join(project(t), "notebooks"))
		said, err := c.CombinedOutput()
		return string(said), err
	}
	expect := func(want string, name string, args ...string) {
		t.Helper()
		if said, err := call(name, args...); err != nil || !strings.Contains(said, want) {
			t.Fatalf("%s %q: %v\n%s", name, args, err, said)
		}
	}
	expect("", "go", "mod", "init", "gonb_1")
	expect("", "go", "get") // which would ask the network
	put := func(body string) {
		write(t, cells, map[string]string{"main.go": "package main\n\nfunc main() { " + body + " }\n"})
	}
	put("fmt.Println(loss.Squared{}, kernel.Linear{})")
	expect("", "goimports", "-w", filepath.Join(cells, "main.go"))
	expect("", "go", "build", "-o", "program")
	expect("gonb_1", "go", "list", ".")
	write(t, cells, map[string]string{"main.go": program(t, "../../cmd/proxlab/internal/lab/first.ipynb")})
	expect("", "goimports", "-w", filepath.Join(cells, "main.go"))
	expect("without momentum", "go", "run", ".")
	// A cell that declares is compiled: what it declares is linked and run where that is new.
	whole := func() bool {
		t.Helper()
		binary := filepath.Join(cells, "program")
		expect("", "go", "build", "-o", binary)
		info, err := os.Lstat(binary)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().IsRegular()
	}
	for k, c := range []struct {
		declared, main string
		whole          bool
	}{
		{"func f() int { return 1 }", "\n\tflag.Parse()\n\n", false},
		{"var x = 1", "\n\tflag.Parse()\n\n", true},
		{"var x = 1\nfunc f() {}", "\n\tflag.Parse()\n\n", false},
		{"var x = 1\nfunc f() {}", "\n\tflag.Parse()\nf()\n", true},
		{"var x = 1\nfunc f() {}\nfunc init() { f() }", "\n\tflag.Parse()\n\n", true},
	} {
		text := "package main\n\nimport \"flag\"\n\n" + c.declared + "\n\nfunc main() {" + c.main + "}\n"
		write(t, cells, map[string]string{"main.go": text})
		if got := whole(); got != c.whole {
			t.Errorf("program %d is linked: %v", k, got)
		}
	}
	binary := filepath.Join(cells, "program")
	for _, c := range [][2]string{
		{`fmt.Println(); select {}`, "Stopped.\n"},
		{`c := make(chan os.Signal, 1); signal.Notify(c, os.Interrupt); fmt.Println(); <-c; fmt.Println("own")`, "own\n"},
		{`c := notebook.Context(); fmt.Println(); <-c.Done(); fmt.Println("own")`, "Stopped.\nown\n"},
	} {
		put(c[0])
		expect("", "goimports", "-w", filepath.Join(cells, "main.go"))
		expect("", "go", "build", "-o", binary)
		if said := interrupted(t, binary); said != c[1] {
			t.Errorf("%s\nsays %q when it is stopped", c[0], said)
		}
	}
	put("problem()")
	said, err := call("go", "build", "-o", "program")
	if err == nil || !strings.HasPrefix(said, "problem is not defined") {
		t.Errorf("%v\n%s", err, said)
	}
}
