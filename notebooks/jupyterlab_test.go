package notebooks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put copies a notebook into the folder, changed on the way.
func (l *lab) put(t *testing.T, from, name string, change func(text []byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(filepath.Join(l.folder, name), change(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func same(text []byte) []byte { return text }

// TestInJupyterLab works notebooks as a reader would, offline.
func TestInJupyterLab(t *testing.T) {
	t.Setenv("PROXLAB_OUT", t.TempDir()) // nothing kept from before
	t.Setenv("PROXLAB_DATA", "")         // as the notebooks were committed
	l := newLab(t)
	t.Run("the notebooks", l.testNotebooks)
	t.Run("stop", l.testStop)
}

// testNotebooks runs every notebook once: Restart & Run All, no error, every chart drawn; saved, closed and opened in
// a fresh browser the charts are still there; a copy from elsewhere, which nobody trusts, shows PNGs; the exported
// page draws without a network. Tables are those of the notebooks as committed.
func (l *lab) testNotebooks(t *testing.T) {
	names := notebooks(t)
	for _, name := range names {
		l.put(t, name, name, same)
	}
	var pages, untrusted []string
	for _, s := range l.work(t, "run", names...) {
		want := charts[strings.TrimSuffix(s.Notebook, ".ipynb")]
		if !s.Finished || len(s.Failed) > 0 || s.drawn() < want || s.drawn() < len(s.Charts) {
			t.Errorf("%s: finished %v, errors %q, %d of %d charts drawn, %d wanted",
				s.Notebook, s.Finished, s.Failed, s.drawn(), len(s.Charts), want)
		}
		if want := "objective P|time in the solver (s)"; s.Notebook == "00-start.ipynb" &&
			strings.Join(s.Chosen, "|") != want {
			t.Errorf("%s: the lists above the chart choose %q", s.Notebook, s.Chosen)
		}
		t.Logf("%s: %.1f s, first chart after %.1f s", s.Notebook, s.Seconds, s.FirstChart)
		checkOutputs(t, filepath.Join(l.folder, s.Notebook))
		compareTables(t, s.Notebook, filepath.Join(l.folder, s.Notebook))
		l.put(t, filepath.Join(l.folder, s.Notebook), "untrusted-"+s.Notebook, func(text []byte) []byte {
			return bytes.Replace(
				text,
				[]byte(`"source": [`),
				[]byte(`"source": [`+"\n    \"// from elsewhere\\n\","),
				1,
			) // another signature
		})
		untrusted = append(untrusted, "untrusted-"+s.Notebook)
	}
	for _, s := range l.work(t, "open", names...) {
		if want := charts[strings.TrimSuffix(s.Notebook, ".ipynb")]; s.drawn() < want {
			t.Errorf("%s opened again: %d charts drawn, %d wanted", s.Notebook, s.drawn(), want)
		}
	}
	for _, s := range l.work(t, "untrusted", untrusted...) {
		name := strings.TrimPrefix(s.Notebook, "untrusted-")
		if want := charts[strings.TrimSuffix(name, ".ipynb")]; s.Images < want || s.drawn() > 0 {
			t.Errorf("%s from elsewhere: %d PNGs, %d wanted; %d charts drawn, though nobody trusts it",
				name, s.Images, want, s.drawn())
		}
	}
	export := []string{"notebooks", "export"}
	for _, name := range names {
		export = append(export, filepath.Join(l.folder, name))
		pages = append(pages, filepath.Join(l.folder, strings.TrimSuffix(name, ".ipynb")+".html"))
	}
	printed(l.ctx, t, proxlab(t), export...)
	checkInBrowser(l.ctx, t, pages)
}

// liveNotebook draws for ten minutes, unless it is stopped; it sleeps so that there is something to stop.
var liveNotebook = [][]string{
	{"!*rm -f go.work; go work init . \"$GONB_DIR/..\"\n", "%noautoget"},
	{
		"import (\n",
		"\t\"time\"\n",
		"\t\"github.com/proxlab/proxlab/figures/notebook\"\n",
		"\t\"github.com/proxlab/proxlab/reproduce/session\"\n",
		")",
	},
	{
		"%%\n", "ctx := session.Context()\n",
		"live := notebook.NewConvergence(\"live\", \"A figure that grows\", \"until it is stopped\")\n",
		"defer live.Done()\n",
		"for k := 1; k < 6000 && ctx.Err() == nil; k++ {\n", "\tlive.Append(\"1/k\", float64(k), 1/float64(k))\n",
		"\ttime.Sleep(100 * time.Millisecond)\n", "}",
	},
}

// putLive writes live.ipynb into the folder.
func (l *lab) putLive(t *testing.T) {
	t.Helper()
	type cell map[string]any
	var list []cell
	for k, source := range liveNotebook {
		list = append(list, cell{
			"cell_type":       "code",
			"id":              fmt.Sprintf("cell-%d", k),
			"metadata":        cell{},
			"outputs":         []any{},
			"execution_count": nil,
			"source":          source,
		})
	}
	text, err := json.Marshal(cell{
		"cells":          list,
		"nbformat":       4,
		"nbformat_minor": 5,
		"metadata":       cell{"kernelspec": cell{"name": "gonb", "display_name": "Go (gonb)", "language": "go"}},
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(l.folder, "live.ipynb"), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
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
