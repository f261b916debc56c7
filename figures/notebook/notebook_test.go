package notebook_test

import (
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/notebook"
)

// kernel plays the GoNB kernel: it collects what is displayed, each output as "type: content", and answers Sync.
type kernel struct {
	shown []string
	ids   []string
	files [4]*os.File // the ends of both pipes, kept open
}

// start opens the pipes of the kernel, once: gonbui opens its ends once a process.
var start = sync.OnceValues(func() (*kernel, error) {
	from, there, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	back, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	k := &kernel{files: [4]*os.File{from, there, back, to}}
	go k.serve(gob.NewDecoder(from), gob.NewEncoder(to))
	return k, nil
})

// connect makes this process the cell of a notebook.
func connect(t *testing.T) *kernel {
	t.Helper()
	k, err := start()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(protocol.GONB_PIPE_ENV, fmt.Sprintf("/dev/fd/%d", k.files[1].Fd()))
	t.Setenv(protocol.GONB_PIPE_BACK_ENV, fmt.Sprintf("/dev/fd/%d", k.files[2].Fd()))
	t.Setenv("GONB_TMP_DIR", t.TempDir())
	t.Setenv(notebook.ChartsEnv, "link")
	gonbui.IsNotebook = true
	t.Cleanup(func() { gonbui.IsNotebook = false })
	return k
}

func (k *kernel) serve(in *gob.Decoder, out *gob.Encoder) {
	for {
		var m protocol.DisplayData
		if in.Decode(&m) != nil {
			return
		}
		for kind, content := range m.Data {
			if sync, ok := content.(protocol.CommValue); ok {
				_ = out.Encode(protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: sync.Value})
				continue
			}
			if words := m.Data[protocol.MIMETextPlain]; kind == protocol.MIMETextPlain && len(m.Data) > 1 {
				continue
			} else if kind == protocol.MIMEImagePNG && (words == nil || words == "") {
				kind = "a picture without words"
			}
			k.shown = append(k.shown, fmt.Sprintf("%s: %s", kind, content))
			k.ids = append(k.ids, m.DisplayID)
		}
	}
}

// take returns what was displayed since the last call.
func (k *kernel) take() (shown, ids []string) {
	gonbui.Sync()
	shown, ids, k.shown, k.ids = k.shown, k.ids, nil, nil
	return shown, ids
}

// begins tests that outputs begin so, one by one.
func begins(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		ok = ok && strings.HasPrefix(got[i], want[i])
	}
	if !ok {
		t.Errorf("%s: shown %.60q, not %q", what, got, want)
	}
}

func curve() figures.Lines {
	return figures.Lines{
		Meta:   figures.Meta{ID: "curve", Title: "A curve"},
		Series: []figures.Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1, 2}}},
	}
}

// cell says which cell runs, as the kernel does.
func cell(t *testing.T, body string) {
	t.Helper()
	path := filepath.Join(os.Getenv("GONB_TMP_DIR"), "main.go")
	if err := os.WriteFile(path, []byte("package main\n\nfunc main() { "+body+" }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestInANotebook: figures are a PNG and a chart, the first of which brings the library; tables are HTML; a live figure
// is redrawn in its place, and replaced at the end.
func TestInANotebook(t *testing.T) {
	k := connect(t)
	cell(t, "first()")
	notebook.Show(curve())
	shown, _ := k.take()
	begins(t, "a figure", shown, "image/png: \x89PNG", "text/html: ")
	if len(shown) == 2 && !strings.Contains(shown[1], figures.LinkedLoader()) {
		t.Error("the first chart does not bring the library")
	}
	cell(t, "second()")
	notebook.Show(curve())
	shown, _ = k.take()
	begins(t, "another cell", shown, "image/png: \x89PNG", `text/html: <div class="proxlab-chart"`)

	notebook.ShowTable(figures.Table{
		ID: "t", Title: "A table", Columns: []figures.Column{{Title: "x"}}, Rows: [][]string{{"1"}},
	})
	notebook.ShowMarkdown("*text*")
	shown, _ = k.take()
	begins(t, "a table and text", shown, "text/html: <div", "text/markdown: *text*")

	live := notebook.NewConvergence("live", "Live", "")
	live.Note("almost done")
	live.Append("gap", 1, 0.5)
	live.Append("gap", 2, 0.25)
	if s := live.Figure().Series; len(s) != 1 || len(s[0].X) != 2 || s[0].Y[1] != 0.25 {
		t.Errorf("series %+v", s)
	}
	live.Done()
	shown, ids := k.take()
	for len(shown) > 1 && strings.HasPrefix(shown[1], "text/html: <svg") { // a slow machine redraws more often
		shown, ids = shown[1:], ids[1:]
	}
	begins(t, "a live figure", shown, "text/html: <svg", "text/html: ", "image/png: \x89PNG", "text/html: <div")
	if t.Failed() {
		return
	}
	if ids[0] == "" || ids[1] != ids[0] || shown[1] != "text/html: " {
		t.Errorf("the live figure is not cleared: outputs %.40q with ids %q", shown, ids)
	}
	if !strings.Contains(shown[0], "almost done") {
		t.Error("the live figure lacks its note")
	}
}

// TestOutsideANotebook: nothing is displayed; points are kept.
func TestOutsideANotebook(t *testing.T) {
	if gonbui.IsNotebook {
		t.Skip("this is a notebook")
	}
	notebook.Show(curve())
	notebook.ShowTable(figures.Table{})
	notebook.ShowMarkdown("text")
	live := notebook.NewLive(curve())
	live.Append("a", 3, 3)
	live.Done()
	if s := live.Figure().Series[0]; len(s.X) != 3 || gonbui.Error() != nil {
		t.Errorf("series %+v, error %v", s, gonbui.Error())
	}
}
