//go:build linux

package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
)

// TestFaultAFullDisk: a server that does not say how much there is fills a small disk; when there is room, it goes on.
func TestFaultAFullDisk(t *testing.T) {
	m := misbehave(t, raw("HTTP/1.0 200 OK\r\n\r\n"+string(payload), false))
	small := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=128k", "none", small).CombinedOutput(); err != nil {
		t.Skipf("a small disk can be made by root alone: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", small).Run() })
	t.Setenv("XDG_CACHE_HOME", small)
	m.path = filepath.Join(small, "proxlab", "x", "x.txt")
	d := m.impatient()
	if _, err := d.Fetch(t.Context(), m.entry); err == nil || !strings.Contains(err.Error(), "are free on the disk") {
		t.Error(err)
	}
	d.free = func(string) float64 { return 1 << 40 } // as where others fill it meanwhile
	if _, err := d.Fetch(t.Context(), m.entry); !errors.Is(err, syscall.ENOSPC) ||
		!strings.Contains(err.Error(), "is kept in") {
		t.Error(err)
	}
	if out, err := exec.Command("mount", "-o", "remount,size=64m", small).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	m.mends(t)
}

// killEnv makes the test binary fetch from a server, to be killed.
const killEnv = "PROXLAB_TEST_FETCH"

// TestFaultAKilledFetch: the next one goes on from what came, and waits for nobody.
func TestFaultAKilledFetch(t *testing.T) {
	if address := os.Getenv(killEnv); address != "" {
		sum := sha256.Sum256(payload)
		file := source.File{Path: "x/x.txt", URL: address, SHA256: hex.EncodeToString(sum[:])}
		e := source.Entry{Name: "x", Files: []source.File{file}}
		_, err := quietly.Fetch(t.Context(), e)
		t.Fatal("it was not killed: ", err)
	}
	var ranges []string
	m := misbehave(t, func(w http.ResponseWriter, r *http.Request, n int) {
		ranges = append(ranges, r.Header.Get("Range"))
		w.Header().Set("ETag", `"1"`)
		if n > 0 {
			good(w, r, n)
			return
		}
		begin(w)
		stall(w, r, n)
	})
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestFaultAKilledFetch$")
	c.Env = append(os.Environ(), killEnv+"="+m.entry.Files[0].URL)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for t.Context().Err() == nil {
		if info, err := os.Stat(m.path + ".part"); err == nil && info.Size() == half {
			break
		}
		time.Sleep(time.Millisecond)
	}
	_ = c.Process.Kill() // or it has ended, which Wait tells
	if err := c.Wait(); c.ProcessState.ExitCode() != -1 {
		t.Fatal(err)
	}
	if _, err := m.impatient().Fetch(t.Context(), m.entry); err != nil || strings.Join(ranges, " ") != " bytes=85000-" {
		t.Errorf("requests %q, notices %q, error %v", ranges, m.said, err)
	}
	m.mends(t)
}

// TestFaultNoFolder: a place that cannot be written to is named before the server is asked.
func TestFaultNoFolder(t *testing.T) {
	m := misbehave(t, good)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, cache := range []string{"/proc", file} {
		t.Setenv("XDG_CACHE_HOME", cache)
		if _, err := m.impatient().Fetch(t.Context(), m.entry); err == nil || !strings.Contains(err.Error(), cache) {
			t.Errorf("%s: %v", cache, err)
		}
	}
	if m.n.Load() > 0 {
		t.Error("the server was asked first")
	}
}
