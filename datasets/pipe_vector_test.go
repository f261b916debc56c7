//go:build unix

package datasets_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// TestFaultPipesOfVectors: what waits for targets, weights or others out of a pipe into which nothing is written ends
// with the context.
func TestFaultPipesOfVectors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.npy")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text    string
		options datasets.FrameOptions
	}{
		"a.csv": {"a,y\n1,2\n3,4\n", datasets.FrameOptions{Target: "y", Weights: pipe}},
		"a.svm": {"1 1:2\n-1 1:3\n", datasets.FrameOptions{Target: pipe}},
		"a.mtx": {
			"%%MatrixMarket matrix array real general\n2 1\n1\n2\n", datasets.FrameOptions{NoTarget: true, Keep: []string{pipe}},
		},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := datasets.ReadFrame(ctx, path, c.options)
			ended <- err
		}()
		w, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		for ; errors.Is(err, syscall.ENXIO); w, err = os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0) {
			runtime.Gosched() // until somebody reads
		}
		cancel()
		if got := <-ended; !errors.Is(got, context.Canceled) || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		_ = w.Close()
	}
}
