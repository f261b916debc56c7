package notebooks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/internal/processes"
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
	Images, Controls      int      // that are seen in outputs
	Explored              []explored
	Completed, Told       string // the text of a cell after Tab, and what Shift-Tab shows
	Failed, Errors, Asked []string
}

// drawn is how many charts have ink.
func (s seen) drawn() (count int) {
	for _, c := range s.Charts {
		if c.Ink >= 1000 {
			count++
		}
	}
	return count
}

// lab is a JupyterLab with notebooks in a folder of their own, beside those of the project, so that the kernel finds
// the module above.
type lab struct {
	ctx                                     context.Context
	chromium, folder, shots, address, token string
}

// newLab starts JupyterLab, until the test ends; the network is not needed from here on.
func newLab(t *testing.T) *lab {
	t.Helper()
	root, err := filepath.Abs("../..")
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
		ctx:      testContext(t),
		chromium: findChromium(t),
		folder:   folder,
		shots:    filepath.Join(root, "out", "notebooks", "screenshots"),
		address:  fmt.Sprintf("http://127.0.0.1:%d", port),
		token:    "proxlab",
	}
	if err := os.MkdirAll(l.shots, 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(l.ctx)
	server := processes.Command(ctx, proxlab(t), "notebooks", "open", "--no-browser", fmt.Sprintf("--port=%d", port),
		"--ServerApp.port_retries=0", "--IdentityProvider.token="+l.token, "--ServerApp.root_dir="+folder,
		"--LabApp.expose_app_in_browser=True",
		"--MappingKernelManager.kernel_info_timeout=600") // seconds until a kernel that says nothing is given up
	server.WaitDelay = 2 * processes.Grace // it has a server to wait for itself
	server.Dir = root
	server.Env = append(os.Environ(), "GOPROXY=off") // what is not there already is not to be had
	var log bytes.Buffer
	server.Stdout, server.Stderr = &log, &log
	var failed error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		failed = processes.Run(server)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	for {
		if r, err := http.Get(l.address + "/api/status?token=" + l.token); err == nil {
			r.Body.Close()
			return l
		}
		select {
		case <-ended:
			t.Fatalf("JupyterLab did not start: %v, %v\n%s", failed, context.Cause(ctx), log.String())
		case <-time.After(250 * time.Millisecond): // a server tells nobody when it is ready
		}
	}
}

// script are the arguments of node for an action in the browser on notebooks, by their names.
func (l *lab) script(action string, names ...string) []string {
	return append([]string{"lab_test.mjs", l.chromium, l.shots, l.address, l.token, action}, names...)
}

// work does an action in the browser on notebooks.
func (l *lab) work(t *testing.T, action string, names ...string) []seen {
	t.Helper()
	list := reported(t, action, printed(l.ctx, t, "node", l.script(action, names...)...))
	if len(list) != len(names) {
		t.Fatalf("%d of %d notebooks were reported", len(list), len(names))
	}
	return list
}

// share does it in browsers of their own, as many as there are processors, each of which has the notebook with most
// cells of those that are left when it has the fewest.
func (l *lab) share(t *testing.T, action string, names ...string) (list []seen) {
	t.Helper()
	length := func(name string) int { return len(cells(t, filepath.Join(folder, name))) }
	parts, sums := make([][]string, runtime.NumCPU()), make([]int, runtime.NumCPU())
	for _, name := range slices.SortedFunc(slices.Values(names), func(a, b string) int { return length(b) - length(a) }) {
		k := slices.Index(sums, slices.Min(sums))
		parts[k], sums[k] = append(parts[k], name), sums[k]+length(name)
	}
	var working errgroup.Group
	texts := make(chan []byte, len(parts))
	for _, part := range parts {
		if len(part) == 0 {
			continue
		}
		working.Go(func() error {
			out, err := said(l.ctx, "node", l.script(action, part...)...)
			texts <- out
			return err
		})
	}
	if err := working.Wait(); err != nil {
		t.Fatal(err)
	}
	close(texts)
	for text := range texts {
		list = append(list, reported(t, action, text)...)
	}
	if len(list) != len(names) {
		t.Fatalf("%d of %d notebooks were reported", len(list), len(names))
	}
	return list
}

// reported reads what lab_test.mjs printed.
func reported(t *testing.T, action string, text []byte) (list []seen) {
	t.Helper()
	for line := range bytes.Lines(text) {
		var s seen
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if len(s.Errors) > 0 || len(s.Asked) > 0 {
			t.Errorf("%s, %s: script errors %q, addresses asked for %q", s.Notebook, action, s.Errors, s.Asked)
		}
		list = append(list, s)
	}
	return list
}
