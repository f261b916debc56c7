package notebooks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/licenses"
)

// put copies a notebook from a folder into the lab's.
func (l *lab) put(t *testing.T, from, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(from, name))
	if err == nil {
		err = os.WriteFile(filepath.Join(l.folder, name), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// write writes cells as a notebook into the folder.
func (l *lab) write(t *testing.T, name string, cells []map[string]any) {
	t.Helper()
	for k, c := range cells {
		c["id"] = fmt.Sprintf("cell-%d", k)
	}
	text, err := json.Marshal(map[string]any{
		"cells": cells, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{
			"kernelspec": map[string]string{"name": "gonb", "display_name": "Go (gonb)", "language": "go"},
		},
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(l.folder, name), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// putJoined joins notebooks of the folder to one that has another signature than what JupyterLab ran, and returns how
// many PNGs it has.
func (l *lab) putJoined(t *testing.T, name string, names []string) (pngs int) {
	t.Helper()
	var joined []map[string]any
	for _, n := range names {
		text, err := os.ReadFile(filepath.Join(l.folder, n))
		var nb struct{ Cells []map[string]any }
		if err == nil {
			err = json.Unmarshal(text, &nb)
		}
		if err != nil {
			t.Fatal(err)
		}
		joined = append(joined, nb.Cells...)
		pngs += bytes.Count(text, []byte(`"image/png":`))
	}
	l.write(t, name, joined)
	return pngs
}

// TestInJupyterLab works notebooks as a reader would, offline. What completes names is started for the test of it
// alone: it reads all of the module anew with every notebook.
func TestInJupyterLab(t *testing.T) {
	t.Setenv("PROXLAB_OUT", t.TempDir()) // nothing kept from before
	t.Setenv("PROXLAB_DATA", "")         // as the notebooks were committed
	t.Run("all", func(t *testing.T) {
		t.Setenv("PROXLAB_COMPLETION", "off")
		l := newLab(t)
		t.Run("the notebooks", l.testNotebooks)
		t.Run("stop", l.testStop)
	})
	t.Run("complete", func(t *testing.T) {
		if testing.Short() {
			t.Skip("what completes names reads all of the module: in the long form alone")
		}
		newLab(t).testComplete(t)
	})
}

// putAll puts the notebooks into the lab's folder, and returns those that are to run there. In the short form every
// fifth is as it stands; the code of the others is one cell, and the last is executed by its kernel alone.
func (l *lab) putAll(t *testing.T, names []string) (inLab []string) {
	for k, name := range names {
		switch last := len(names) - 1; {
		case testing.Short() && k == last && k > 0:
			printed(l.ctx, t, proxlab(t), "notebooks", "html", name)
			l.put(t, filepath.Join("..", "..", "out", "notebooks"), name)
			return names[:last]
		case testing.Short() && k%5 > 0:
			l.putInOneCell(t, name)
		default:
			l.put(t, folder, name)
		}
	}
	return names
}

// putInOneCell puts a notebook into the lab's folder, its texts, and then one cell that imports and declares what its
// cells do, and runs what they run, each in a block of its own. Where every cell is a program, which is compiled,
// linked and started, that is one.
func (l *lab) putInOneCell(t *testing.T, name string) {
	t.Helper()
	var imports, declared, run string
	var all []map[string]any
	for _, c := range cells(t, filepath.Join(folder, name)) {
		if c.Type != "code" {
			all = append(all, map[string]any{"cell_type": c.Type, "metadata": map[string]any{}, "source": c.Source})
			continue
		}
		before, body, runs := strings.Cut("\n"+c.source()+"\n", "\n%%\n")
		if strings.HasPrefix(before, "\nimport ") {
			imports += before
		} else {
			declared += before
		}
		if runs {
			run += "{\n" + body + "}\n"
		}
	}
	l.write(t, name, append(all, codeCell(imports+declared+"\n%%\n"+run)))
}

// codeCell is a cell that was not run yet.
func codeCell(source string) map[string]any {
	return map[string]any{
		"cell_type": "code", "metadata": map[string]any{}, "outputs": []any{}, "execution_count": nil,
		"source": strings.SplitAfter(source, "\n"),
	}
}

// testNotebooks runs notebooks once: Restart & Run All, no error, every chart drawn; saved, closed and opened in a
// fresh browser the charts are still there; from elsewhere, where nobody trusts them, they show PNGs; the exported page
// draws without a network. Tables are those of the notebooks as committed.
func (l *lab) testNotebooks(t *testing.T) {
	names := notebooks(t)
	inLab := l.putAll(t, names)
	for _, s := range l.share(t, "run", inLab...) {
		want := charts[strings.TrimSuffix(s.Notebook, ".ipynb")]
		if !s.Finished || len(s.Failed) > 0 || s.drawn() < want || s.drawn() < len(s.Charts) {
			t.Errorf(
				"%s: finished %v, errors %q, %d of %d charts drawn, %d wanted",
				s.Notebook,
				s.Finished,
				s.Failed,
				s.drawn(),
				len(s.Charts),
				want,
			)
		}
		if want := "objective P|time in the solver (s)"; s.Notebook == "00-start.ipynb" &&
			strings.Join(s.Chosen, "|") != want {
			t.Errorf("%s: the lists above the chart choose %q", s.Notebook, s.Chosen)
		}
		t.Logf("%s: %.1f s, first chart after %.1f s", s.Notebook, s.Seconds, s.FirstChart)
	}
	for _, name := range names {
		checkOutputs(t, filepath.Join(l.folder, name))
		compareTables(t, filepath.Join(folder, name), filepath.Join(l.folder, name))
	}
	again := names
	if testing.Short() {
		again = names[:1]
	}
	for _, s := range l.work(t, "open", again...) {
		if want := charts[strings.TrimSuffix(s.Notebook, ".ipynb")]; s.drawn() < want {
			t.Errorf("%s opened again: %d charts drawn, %d wanted", s.Notebook, s.drawn(), want)
		}
	}
	pngs := l.putJoined(t, "joined.ipynb", names)
	if s := l.work(t, "untrusted", "joined.ipynb")[0]; s.Images < pngs || s.drawn()+s.Controls > 0 {
		t.Errorf("from elsewhere: %d PNGs are seen, %d wanted; %d charts drawn and %d controls, though nobody trusts them",
			s.Images, pngs, s.drawn(), s.Controls)
	}
	var pages []string
	export := []string{"notebooks", "export"}
	for _, name := range names {
		export = append(export, filepath.Join(l.folder, name))
		pages = append(pages, filepath.Join(l.folder, strings.TrimSuffix(name, ".ipynb")+".html"))
	}
	printed(l.ctx, t, proxlab(t), export...) // the program that answers is beside the notebooks now
	_, declared := contents(t, filepath.Join(folder, names[0]))
	live := l.work(t, "explore", names[0])[0].Explored
	if len(live) != declared {
		t.Errorf("%s in JupyterLab: %d figures with controls answer, of %d", names[0], len(live), declared)
	}
	for _, x := range live {
		x.check(t, "JupyterLab")
	}
	all := os.Getenv("PROXLAB_NOTEBOOKS") == ""
	if all { // a site of a few would have links to the others
		pages = l.testSite(t, names)
	}
	checkInBrowser(l.ctx, t, l.folder, pages)
	if all { // a later one may be larger
		l.testOneFile(t, names[0])
	}
}

// testOneFile exports a notebook into a page that has nothing beside it, which works as the others do.
func (l *lab) testOneFile(t *testing.T, name string) {
	t.Helper()
	alone := &lab{folder: t.TempDir()}
	alone.put(t, folder, name)
	printed(l.ctx, t, proxlab(t), "notebooks", "export", "--one-file", filepath.Join(alone.folder, name))
	page := filepath.Join(alone.folder, strings.TrimSuffix(name, ".ipynb")+".html")
	if info, err := os.Stat(page); err != nil || info.Size() > 5.4e6 {
		t.Errorf("%s in one file: %d bytes, at most 5.4 MB are due; error %v", name, info.Size(), err)
	}
	for _, other := range []string{figures.ModuleFile, "index.html", licenses.File} {
		_ = os.Remove(filepath.Join(alone.folder, other)) // what is beside is not needed
	}
	checkInBrowser(l.ctx, t, alone.folder, []string{page})
}

// liveNotebook draws for ten minutes, unless it is stopped; it sleeps so that there is something to stop.
var liveNotebook = []string{
	`import (
	"time"
	"github.com/proxlab/proxlab/figures/notebook"
	"github.com/proxlab/proxlab/reproduce/session"
)`,
	`%%
ctx := session.Context()
live := notebook.NewConvergence("live", "A figure that grows", "until it is stopped")
defer live.Done()
for k := 1; k < 6000 && ctx.Err() == nil; k++ {
	live.Append("1/k", float64(k), 1/float64(k))
	time.Sleep(100 * time.Millisecond)
}`,
}

// putLive writes live.ipynb into the folder.
func (l *lab) putLive(t *testing.T) {
	t.Helper()
	var cells []map[string]any
	for _, source := range liveNotebook {
		cells = append(cells, codeCell(source))
	}
	l.write(t, "live.ipynb", cells)
}

// testStop: a live figure changes while its cell runs, and Stop leaves what there is, as a figure.
func (l *lab) testStop(t *testing.T) {
	l.putLive(t)
	s := l.work(t, "stop", "live.ipynb")[0]
	if len(s.Live) < 3 {
		t.Errorf("the live figure changed %d times: %v", len(s.Live), s.Live)
	}
	if s.drawn() != 1 || len(s.Failed) > 0 {
		t.Errorf("after Stop: %d charts, errors %q", s.drawn(), s.Failed)
	}
	t.Logf("stopped after %.1f s", s.StopSeconds)
}

// testComplete: Tab completes a name behind its package's, and Shift-Tab shows its documentation.
func (l *lab) testComplete(t *testing.T) {
	var cells []map[string]any
	for _, source := range []string{
		"import \"github.com/proxlab/proxlab/toolkit/solver/gradient\"", "%%\n_ = gradient.FI",
	} {
		cells = append(cells, codeCell(source))
	}
	l.write(t, "complete.ipynb", cells)
	s := l.work(t, "complete", "complete.ipynb")[0]
	if !strings.HasSuffix(strings.TrimSpace(s.Completed), "gradient.FISTA") {
		t.Errorf("Tab made of gradient.FI: %q", s.Completed)
	}
	if !strings.Contains(s.Told, "FISTA") {
		t.Errorf("Shift-Tab tells %q", s.Told)
	}
}
