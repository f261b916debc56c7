//go:build unix

package source_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/proxlab/proxlab/datasets/source"
)

// TestFaultPipes: a pipe that nobody writes into, and one whose writer says nothing, keep nobody waiting after the
// context ended; what is written is read.
func TestFaultPipes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if _, err := source.OpenUntil(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody writes: %v", err)
	}
	w, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	go cancel()
	if _, err := source.OpenUntil(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing is written: %v", err)
	}
	const text = "one\ntwo\n"
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(text))
	if _, err := io.ReadFull(r, got); err != nil || string(got) != text {
		t.Errorf("%q, error %v", got, err)
	}
	cancel()
	if _, err := r.Read(got); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if err := errors.Join(r.Close(), w.Close()); err != nil {
		t.Error(err)
	}
}

// TestFaultATextWithoutEnd: what is no small file is refused before it fills the memory.
func TestFaultATextWithoutEnd(t *testing.T) {
	t.Parallel()
	if _, err := source.ReadText(t.Context(), "/dev/zero"); err == nil {
		t.Error("zeros without end are a text")
	}
}
