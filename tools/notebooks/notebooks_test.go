// Package notebooks_test executes every notebook with the real GoNB kernel, once, and looks at the exported pages in
// a browser.
package notebooks_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// output is one output of a cell, cell one cell of a notebook.
type (
	output struct {
		Type  string         `json:"output_type"`
		Name  string         `json:"name"`
		Data  map[string]any `json:"data"`
		Value string         `json:"evalue"`
		Text  any            `json:"text"` // a line, or several
	}
	cell struct {
		Type    string   `json:"cell_type"`
		Source  []string `json:"source"`
		Outputs []output `json:"outputs"`
	}
)

func cells(t *testing.T, path string) []cell {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var nb struct{ Cells []cell }
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return nb.Cells
}

// folder has the notebooks.
const folder = "../../notebooks"

// notebooks returns the file names of the notebooks.
func notebooks(t *testing.T) []string {
	t.Helper()
	pattern := "*.ipynb"
	if some := os.Getenv("PROXLAB_NOTEBOOKS"); some != "" { // to look at a few alone
		pattern = some + ".ipynb"
	}
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	for k, path := range paths {
		paths[k] = filepath.Base(path)
	}
	return paths
}

// charts lists the figures a page must draw, by the file name of its notebook: at least so many.
var charts = map[string]int{
	"00-start":               2,
	"01-online-mkl":          11,
	"02-svm-convergence":     7,
	"03-trace-norm":          10,
	"04-preconditioning":     9,
	"05-structured-sparsity": 7,
	"06-your-own-data":       5,
	"07-your-own-study":      5,
	"08-parsing":             9,
	"09-bundle":              13,
	"10-composites":          3,
	"11-graphs":              2,
	"12-kernels":             3,
	"13-matrices":            3,
}

// TestNotebooksRun executes the notebooks without a browser, where there is none: JupyterLab does it else.
func TestNotebooksRun(t *testing.T) {
	if _, err := os.Stat("../../.venv/.done"); err != nil {
		t.Skip("Jupyter is not set up: run `make setup`")
	}
	if chromium() != "" {
		t.Skip("TestInJupyterLab executes them")
	}
	t.Setenv("PROXLAB_OUT", t.TempDir()) // nothing kept from before
	printed(testContext(t), t, proxlab(t), "notebooks", "html")
	for _, path := range notebooks(t) {
		checkOutputs(t, filepath.Join("..", "..", "out", "notebooks", path))
	}
}

// chromium is the path of a browser, with the driver at hand; "" where there is none.
func chromium() string {
	if _, err := os.Stat("../../node_modules/playwright-core"); err != nil {
		return ""
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func findChromium(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat("../../.venv/.done"); err != nil {
		t.Skip("Jupyter is not set up: run `make setup`")
	}
	path := chromium()
	if path == "" {
		t.Skip("there is no Chromium, or no playwright-core to drive it")
	}
	return path
}

// checkOutputs looks for errors, and for PNGs with which a notebook survives where scripts do not run.
func checkOutputs(t *testing.T, path string) {
	t.Helper()
	pngs := 0
	for i, c := range cells(t, path) {
		for _, o := range c.Outputs {
			if o.Type == "error" || o.Name == "stderr" {
				t.Errorf("%s, cell %d: %s %s", path, i, o.Type, o.Value)
			}
			if _, ok := o.Data["image/png"]; ok {
				pngs++
			}
		}
	}
	if want := charts[strings.TrimSuffix(filepath.Base(path), ".ipynb")]; pngs < want {
		t.Errorf("%s shows %d PNGs, fewer than %d", path, pngs, want)
	}
}

// TestNotebooksAreThin keeps the cells short, and free of what a reader has no use for.
func TestNotebooksAreThin(t *testing.T) {
	t.Parallel()
	for _, path := range notebooks(t) {
		if _, ok := charts[strings.TrimSuffix(path, ".ipynb")]; !ok {
			t.Errorf("%s: say in this test how many charts it draws", path)
		}
		for i, c := range cells(t, filepath.Join(folder, path)) {
			if c.Type != "code" {
				continue
			}
			if strings.HasPrefix(c.source(), "!") {
				t.Errorf("%s, cell %d: %q; the kernel knows the project", path, i, c.source())
			}
			if len(c.Source) > 14 {
				t.Errorf("%s, cell %d: %d lines; move the work into a package", path, i, len(c.Source))
			}
		}
		if info, err := os.Stat(filepath.Join(folder, path)); err != nil || info.Size() >= 950e3 {
			t.Errorf("%s: %d bytes, error %v", path, info.Size(), err)
		}
	}
}
