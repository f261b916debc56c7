package module

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Figure is an explorable: a variable of a package that is no main package.
type Figure struct{ Package, Name string }

// Figures are in a set, since a program has each once.
type Figures map[Figure]bool

var (
	shown    = regexp.MustCompile(`(?m)^[^/\n]*\bExplore\(([^\n]*)\)`)
	variable = regexp.MustCompile(`^(\w+)\.([A-Z]\w*)$`)
	imported = regexp.MustCompile(`(?m)^\s*(?:import\s+)?(?:(\w+)\s+)?"([^"\s]+)"\s*$`)
	version  = regexp.MustCompile(`^v[0-9]+$`)
)

// explorables are those of the project: kernels import them without being told.
const explorables = "github.com/proxlab/proxlab/notebooks/explorables"

// Add adds the explorables that the cells of a notebook show, by Explore(package.Name) of session or interactive. What
// cells show else is in none of their packages: a page cannot ask for it, and notices say so.
func (f Figures) Add(notebook []byte) (notices []string, err error) {
	nb, err := Read(notebook)
	if err != nil {
		return nil, err
	}
	packages, calls := map[string]string{"explorables": explorables}, []string(nil)
	for _, c := range nb.Cells {
		if c.Type != "code" {
			continue
		}
		source := string(c.Source)
		for _, m := range imported.FindAllStringSubmatch(source, -1) {
			packages[nameOf(m[1], m[2])] = m[2]
		}
		for _, m := range shown.FindAllStringSubmatch(source, -1) {
			calls = append(calls, strings.TrimSpace(m[1]))
		}
	}
	for _, call := range calls {
		m := variable.FindStringSubmatch(call)
		if m == nil || packages[m[1]] == "" {
			notices = append(notices, fmt.Sprintf("session.Explore(%s) shows a still figure: its page answers where a cell "+
				"names a variable of an imported package, as in session.Explore(figures.Mine)", call))
			continue
		}
		f[Figure{packages[m[1]], m[2]}] = true
	}
	return notices, nil
}

// nameOf is the name by which cells call a package: the one they give it, or the last of its path.
func nameOf(given, importPath string) string {
	if given != "" {
		return given
	}
	last := path.Base(importPath)
	if version.MatchString(last) {
		last = path.Base(path.Dir(importPath))
	}
	return last
}

// program is the main function of a page that knows these figures.
func (f Figures) program() string {
	byPackage := map[string][]string{}
	for fig := range f {
		byPackage[fig.Package] = append(byPackage[fig.Package], fig.Name)
	}
	imports, list := "", ""
	for k, path := range slices.Sorted(maps.Keys(byPackage)) {
		imports += fmt.Sprintf("\tp%d %q\n", k, path)
		slices.Sort(byPackage[path])
		for _, name := range byPackage[path] {
			list += fmt.Sprintf("\t\tp%d.%s,\n", k, name)
		}
	}
	return "package main\n\nimport (\n\t\"github.com/proxlab/proxlab/figures/explore\"\n" + imports +
		")\n\nfunc main() {\n\texplore.Serve(\n" + list + "\t)\n}\n"
}
