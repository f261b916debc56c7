package explorables_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// treesFile keeps what explorables are to who does not see them: roles and names, in the order in which they are read.
const treesFile = "testdata/trees.txt"

// node is a line of a tree: how far it is indented, the role, and the name; what follows is its content.
var node = regexp.MustCompile(`^( *)- '?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?`)

// kept is the part of a tree that does not follow the answer: words beside controls, and what is in controls, pictures
// and tables, are left out, and of a picture's name what follows the figure's title.
func kept(tree string) string {
	var out []string
	inside, title := -1, "" // how far what is left out is indented; the figure's
	for line := range strings.Lines(tree) {
		m := node.FindStringSubmatch(line)
		if m == nil || inside >= 0 && len(m[1]) > inside || m[2] == "text" || m[2] == "status" {
			continue
		}
		indent, role, name := m[1], m[2], m[3]
		inside = -1
		switch {
		case role == "region" && title == "":
			title = strings.Trim(name, `"`)
		case role == "img" && strings.HasPrefix(name, `"`+title):
			name = "named by the title and what is found"
		}
		if role == "img" || role == "table" || role == "combobox" {
			inside = len(indent)
		}
		out = append(out, strings.TrimRight(indent+"- "+role+" "+name, " "))
	}
	return strings.Join(out, "\n") + "\n"
}

// checkTrees compares the trees of accessibility with those kept: PROXLAB_TREES=write keeps those that were seen, where
// controls are meant to have other roles or names.
func checkTrees(t *testing.T, all []pageSeen) {
	t.Helper()
	for k, seen := range all {
		var trees []string
		for _, tree := range seen.Trees {
			trees = append(trees, kept(tree))
		}
		got := strings.Join(trees, "\n")
		if os.Getenv("PROXLAB_TREES") == "write" && k == 0 {
			if err := os.WriteFile(treesFile, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(treesFile)
		if err != nil {
			t.Fatal(err)
		}
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		if !slices.Equal(g, w) {
			i := 0
			for i < min(len(g), len(w)) && g[i] == w[i] {
				i++
			}
			t.Errorf("browser %d: line %d of %s is other: %q (PROXLAB_TREES=write keeps what is seen)", k+1, i+1, treesFile,
				g[i:min(len(g), i+3)])
		}
	}
}
