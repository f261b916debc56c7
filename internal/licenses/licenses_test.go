package licenses

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// writeEnv set to write makes the file anew.
const writeEnv = "PROXLAB_LICENSES"

const opening = "proxlab hands on what others wrote, under the licences below, which are those that came with it.\n"

// component is something that others wrote, with the folder that has its licence.
type component struct{ name, dir string }

// licensed are the files of a module or library that its licence asks to hand on, beside those in its root.
var (
	licensed = regexp.MustCompile(`^(?i:licen[sc]e|copying|notice|patents|copyright|authors)`)
	apart    = map[string][]string{
		"echarts":                    {"licenses/LICENSE-d3"},
		"github.com/golang/freetype": {"licenses/ftl.txt"}, // of the two it may be had under
		"gonum.org/v1/gonum":         {"THIRD_PARTY_LICENSES/*"},
		"Go":                         {"README"}, // that of its fonts
	}
)

// text is what there is to hand on of a component.
func (c component) text(t *testing.T) string {
	t.Helper()
	var parts []string
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		t.Skipf("%v: run `make setup`", err)
	}
	for _, e := range entries {
		if licensed.MatchString(e.Name()) && !e.IsDir() {
			parts = append(parts, e.Name())
		}
	}
	name, _, _ := strings.Cut(c.name, " ")
	for _, pattern := range apart[name] {
		more, err := filepath.Glob(filepath.Join(c.dir, pattern))
		if err != nil || len(more) == 0 {
			t.Errorf("%s has no %s: %v", c.name, pattern, err)
		}
		for _, path := range more {
			part, _ := filepath.Rel(c.dir, path) // below it
			parts = append(parts, filepath.ToSlash(part))
		}
	}
	whole := ""
	for _, part := range parts {
		text, err := os.ReadFile(filepath.Join(c.dir, part))
		if err != nil {
			t.Fatal(err)
		}
		if len(parts) > 1 {
			whole += "[" + part + "]\n\n"
		}
		lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " \t\f")
		}
		whole += strings.Trim(strings.Join(lines, "\n"), "\n") + "\n\n"
	}
	if len(whole) < 500 || !regexp.MustCompile(`(?i)copyright`).MatchString(whole) {
		t.Errorf("%s has no licence in %s: %.200q of %q", c.name, c.dir, whole, parts)
	}
	return whole
}

// notices are those of components, each text once.
func notices(t *testing.T, list []component) string {
	t.Helper()
	var texts []string
	names := map[string][]string{}
	for _, c := range list {
		text := c.text(t)
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if !slices.Contains(names[text], c.name) {
			names[text] = append(names[text], c.name)
		}
	}
	out := ""
	for _, text := range texts {
		out += "\n---- " + strings.Join(names[text], "\n---- ") + "\n\n" + text
	}
	return out
}

// modules are those in a program of a system and processor.
func modules(t *testing.T, target, program string) (list []component) {
	t.Helper()
	system, processor, _ := strings.Cut(target, "/")
	c := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", program)
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOPROXY=off", "GOFLAGS=-mod=mod")
	out, err := c.Output()
	if err != nil {
		t.Skipf("what %s needs is not there: run `go mod download`: %v", target, err)
	}
	for line := range strings.Lines(string(out)) {
		name, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		list = append(list, component{name, dir})
	}
	return list
}

// packages are libraries that npm and pip installed, with their versions.
func packages(t *testing.T) (list []component) {
	t.Helper()
	for _, name := range []string{"temml", "echarts", "zrender", "tslib"} {
		dir := filepath.Join(root, "node_modules", name)
		var about struct{ Version string }
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			t.Skipf("%v: run `make setup`", err)
		}
		if err := json.Unmarshal(text, &about); err != nil {
			t.Fatal(err)
		}
		list = append(list, component{name + " " + about.Version, dir})
	}
	found, err := filepath.Glob(filepath.Join(root, ".venv/lib/python3*/site-packages/nbconvert-*.dist-info/licenses"))
	if err != nil || len(found) != 1 {
		t.Skipf("nbconvert is in %q: run `make setup`", found)
	}
	return append(list, component{"nbconvert, with JupyterLab's styles", found[0]})
}

// goFonts are those whose outlines datasets/generate has, beside its licence.
func goFonts(t *testing.T) component {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "golang.org/x/image/font/gofont/goregular")
	c.Dir = root
	dir, err := c.Output()
	if err != nil {
		t.Skipf("golang.org/x/image is not there: run `go mod download`: %v", err)
	}
	return component{"Go fonts, the outlines of letters", filepath.Join(strings.TrimSpace(string(dir)), "..", "ttfs")}
}

// TestNotices: the notices are those of what is in pages and in the command of every system, as it comes.
func TestNotices(t *testing.T) {
	t.Parallel()
	own := []component{{"proxlab", root}}
	home, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	golang := component{"Go's library and what runs programs", strings.TrimSpace(string(home))}
	pages := slices.Concat(own, packages(t), []component{golang, goFonts(t)},
		modules(t, "js/wasm", "./notebooks/explorables"))
	var command []component
	for _, target := range []string{
		"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64",
	} {
		command = append(command, modules(t, target, "./cmd/proxlab")...)
	}
	command = slices.DeleteFunc(command, func(c component) bool { return slices.Contains(pages, c) })
	slices.SortStableFunc(command, func(a, b component) int { return strings.Compare(a.name, b.name) })
	want := opening + notices(t, pages) + commandAlone + notices(t, command)
	if os.Getenv(writeEnv) == "write" && !t.Failed() {
		if err := os.WriteFile("notices.txt", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if All != want {
		t.Errorf("notices.txt is not what modules and libraries say: renew it by %s=write go test ./internal/licenses\n%s",
			writeEnv, difference(All, want))
	}
	for _, name := range []string{"temml ", "echarts ", "nbconvert", "gonum.org/v1/gonum ", "Go's ", "Go fonts"} {
		if !strings.Contains(Pages(), "\n---- "+name) {
			t.Errorf("pages have no notice of %s", name)
		}
	}
	for _, name := range []string{"codeberg.org/go-fonts/liberation ", "github.com/spf13/cobra "} {
		if !strings.Contains(strings.TrimPrefix(All, Pages()), "\n---- "+name) {
			t.Errorf("the command has no notice of %s", name)
		}
	}
	if strings.Contains(Pages(), "cobra") || !strings.Contains(All, "SIL OPEN FONT LICENSE") {
		t.Error("the notices of pages and of the command are mixed, or that of the fonts is missing")
	}
}

// difference is the first line in which texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: %q, not %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(a), len(b))
}
