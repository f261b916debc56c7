package notebooks_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// seen is what lab_test.mjs reports of a notebook.
type seen struct {
	Notebook, Action string
	Finished         bool
	Seconds          float64
	FirstChart       float64 // seconds
	StopSeconds      float64
	Live             []int // sizes of the live drawing, as it changed
	Charts           []struct {
		ID  string
		Ink int
	}
	Chosen                []string // what the axes say after the last entries were chosen from the lists above a chart
	Images                int
	Failed, Errors, Asked []string
}

// drawn returns how many charts have ink.
func (s seen) drawn() (count int) {
	for _, c := range s.Charts {
		if c.Ink >= 1000 {
			count++
		}
	}
	return count
}

// lab is a JupyterLab with notebooks in a folder of their own, beside the project's, so that the kernel finds the
// module above it.
type lab struct {
	chromium, folder, shots, address, token string
}

// newLab starts JupyterLab; the network is not needed from here on.
func newLab(t *testing.T, chromium string) *lab {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp(root, ".lab-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	l := &lab{
		chromium: chromium,
		folder:   folder,
		shots:    filepath.Join(root, "out", "notebooks", "screenshots"),
		token:    "proxlab",
		address:  fmt.Sprintf("http://127.0.0.1:%d", port),
	}
	if err := os.MkdirAll(l.shots, 0o777); err != nil {
		t.Fatal(err)
	}
	server := exec.CommandContext(t.Context(), "go", "run", "./cmd/proxlab", "notebooks", "open",
		"--no-browser", fmt.Sprintf("--port=%d", port), "--ServerApp.port_retries=0",
		"--IdentityProvider.token="+l.token, "--ServerApp.root_dir="+folder, "--LabApp.expose_app_in_browser=True")
	server.Dir = root
	server.Env = append(os.Environ(), "GOPROXY=off") // what is not there already is not to be had
	var log bytes.Buffer
	server.Stdout, server.Stderr = &log, &log
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	server.WaitDelay = 10 * time.Second
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() })
	for range 240 {
		if r, err := http.Get(l.address + "/api/status?token=" + l.token); err == nil {
			r.Body.Close()
			return l
		}
		time.Sleep(250 * time.Millisecond) // a server tells nobody when it is ready
	}
	t.Fatalf("JupyterLab did not start:\n%s", log.String())
	return nil
}

// work does an action in the browser on notebooks, by their names.
func (l *lab) work(t *testing.T, action string, names ...string) []seen {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node",
		append([]string{"lab_test.mjs", l.chromium, l.shots, l.address, l.token, action}, names...)...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	var list []seen
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s seen
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if len(s.Errors) > 0 || len(s.Asked) > 0 {
			t.Errorf("%s, %s: script errors %q, addresses asked for %q", s.Notebook, action, s.Errors, s.Asked)
		}
		list = append(list, s)
	}
	if len(list) != len(names) {
		t.Fatalf("%d of %d notebooks were reported:\n%s", len(list), len(names), log.String())
	}
	return list
}

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

// TestNotebooksInJupyterLab runs every notebook once as a reader would, offline: Restart & Run All, without error,
// every chart drawn. A notebook that is saved, closed and opened in a fresh browser still has its charts; a copy from
// elsewhere, which nobody trusts, shows PNGs; the exported page draws without a network. Tables are those of the
// committed notebooks.
func TestNotebooksInJupyterLab(t *testing.T) {
	chromium := findChromium(t)
	t.Setenv("PROXLAB_OUT", t.TempDir()) // nothing kept from before
	t.Setenv("PROXLAB_DATA", "")         // as the notebooks were committed
	l := newLab(t, chromium)
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
			// The copy has another signature.
			return bytes.Replace(text, []byte(`"source": [`), []byte(`"source": [`+"\n    \"// from elsewhere\\n\","), 1)
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
	export := []string{"run", "./cmd/proxlab", "notebooks", "export"}
	for _, name := range names {
		export = append(export, filepath.Join(l.folder, name))
		pages = append(pages, filepath.Join(l.folder, strings.TrimSuffix(name, ".ipynb")+".html"))
	}
	run := exec.CommandContext(t.Context(), "go", export...)
	run.Dir = ".."
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checkInBrowser(t, chromium, pages)
}

// liveNotebook draws for a minute, unless it is stopped; it sleeps so that there is something to stop.
var liveNotebook = [][]string{
	{"!*rm -f go.work; go work init . \"$GONB_DIR/..\"\n", "%noautoget"},
	{"import (\n", "\t\"time\"\n", "\t\"github.com/proxlab/proxlab/figures/notebook\"\n",
		"\t\"github.com/proxlab/proxlab/reproduce/session\"\n", ")"},
	{
		"%%\n", "ctx := session.Context()\n",
		"live := notebook.NewConvergence(\"live\", \"A figure that grows\", \"until it is stopped\")\n",
		"defer live.Done()\n",
		"for k := 1; k < 600 && ctx.Err() == nil; k++ {\n", "\tlive.Append(\"1/k\", float64(k), 1/float64(k))\n",
		"\ttime.Sleep(100 * time.Millisecond)\n", "}",
	},
}

// TestStopInJupyterLab: a live figure changes while its cell runs, and Stop leaves what there is, as a figure.
func TestStopInJupyterLab(t *testing.T) {
	chromium := findChromium(t)
	l := newLab(t, chromium)
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
	s := l.work(t, "stop", "live.ipynb")[0]
	if len(s.Live) < 3 {
		t.Errorf("the live figure changed %d times: %v", len(s.Live), s.Live)
	}
	if s.drawn() != 1 || len(s.Failed) > 0 {
		t.Errorf("after Stop: %d charts, errors %q", s.drawn(), s.Failed)
	}
	t.Logf("stopped after %.1f s", s.StopSeconds)
}
