package module_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

// notebook has cells of code with these sources.
func notebook(t *testing.T, sources ...string) []byte {
	t.Helper()
	var cells []map[string]any
	for k, s := range sources {
		c := map[string]any{"cell_type": "code", "source": s}
		if k%2 == 1 { // as Jupyter writes it
			c["source"] = strings.SplitAfter(s, "\n")
		}
		cells = append(cells, c)
	}
	cells = append(cells, map[string]any{"cell_type": "markdown", "source": "`session.Explore(figures.Told)`"})
	text, err := json.Marshal(map[string]any{"cells": cells})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestShown(t *testing.T) {
	t.Parallel()
	shown := module.Figures{}
	notices, err := shown.Add(notebook(t,
		"!*rm -f go.work\nimport (\n\t\"fmt\"\n\tf \"mine/figures\"\n\t\"example.com/other/v2\"\n)",
		"%%\nsession.Explore(f.Mine)\nsession.Explore( other.Yours )\n// session.Explore(f.Off)",
		"import \"mine/more\"", "%%\nsession.Explore(more.Third)\nsession.Explore(local)\nsession.Explore(unknown.Fourth)",
	))
	if err != nil {
		t.Fatal(err)
	}
	want := module.Figures{
		{Package: "mine/figures", Name: "Mine"}: true, {Package: "example.com/other/v2", Name: "Yours"}: true,
		{Package: "mine/more", Name: "Third"}: true,
	}
	if got := fmt.Sprint(shown); got != fmt.Sprint(want) {
		t.Errorf("%s, not %v", got, want)
	}
	said := strings.Join(notices, "\n")
	if len(notices) != 2 || !strings.Contains(said, "Explore(local)") || !strings.Contains(said, "(unknown.Fourth)") {
		t.Errorf("notices %q", notices)
	}
	if _, err := shown.Add([]byte("{")); err == nil {
		t.Error("half a notebook was taken")
	}
}

// ownPackage is one of a reader's own, with an explorable.
const ownPackage = `package figures

import (
	"context"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Shrink is soft thresholding.
var Shrink = explore.Explorable{
	Name: "shrink", Title: "What the l1 norm leaves of a number",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "v", Label: "v", Min: -3, Max: 3, Step: 0.1, Start: 1},
		{Kind: explore.Slider, Name: "lambda", Label: "lambda", Max: 2, Step: 0.1, Start: 0.5},
	},
	Answer: func(_ context.Context, v explore.Values) (a explore.Answer, err error) {
		x := make([]float64, 1)
		prox.L1{Lambda: v.Numbers["lambda"]}.Prox(x, []float64{v.Numbers["v"]}, 1)
		a.Facts = []explore.Fact{{Name: "left", Value: x[0]}}
		return a, nil
	},
}
`

// TestOwnExplorable: a module outside of the project, as the command sets it up (notebooks new), with a package that
// declares an explorable, and a notebook that shows it: the page's program answers for it, and for nothing else.
func TestOwnExplorable(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, needs, _ := strings.Cut(read("go.mod"), "\n")
	needs, _, _ = strings.Cut(needs, "\ntool ")
	mod := "module mine\n" + needs + "\nrequire github.com/proxlab/proxlab v0.0.0\n" +
		"replace github.com/proxlab/proxlab => " + root + "\n"
	for name, content := range map[string]string{
		"go.mod": mod, "go.sum": read("go.sum"), "figures/shrink.go": ownPackage,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	shown := module.Figures{}
	if _, err := shown.Add(notebook(t, "import \"mine/figures\"", "%%\nsession.Explore(figures.Shrink)")); err != nil {
		t.Fatal(err)
	}
	script, err := module.Script(t.Context(), dir, shown)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "program.js")
	if err := os.WriteFile(path, script, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"shrink": `"Value":-1.5}`, "explore-lasso": "knows no figure"} {
		out, err := exec.CommandContext(t.Context(), "node", "testdata/ask.mjs", path, name,
			`{"Numbers":{"v":-2}}`).CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%.500s", name, err, out)
		}
	}
	t.Logf("the program of one figure has %d bytes", len(script))
	shown[module.Figure{Package: "mine/figures", Name: "Gone"}] = true
	if _, err := module.Script(t.Context(), dir, shown); err == nil || !strings.Contains(err.Error(), "Gone") {
		t.Errorf("a variable that is not there: %v", err)
	}
}
