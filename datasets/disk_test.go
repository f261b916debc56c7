//go:build linux

package datasets

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAFullDisk: a server that does not say how much there is fills a small disk; when there is room, it goes on.
func TestAFullDisk(t *testing.T) {
	m := misbehave(t, raw("HTTP/1.0 200 OK\r\n\r\n"+string(content), false))
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

// TestNoFolder: a place that cannot be written to is named before the server is asked.
func TestNoFolder(t *testing.T) {
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
