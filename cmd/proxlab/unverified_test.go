package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// TestDataWithoutAChecksum: `proxlab data` calls what lies in the place of such a set unverified, and never ok.
func TestDataWithoutAChecksum(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(datasets.Env, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if err := os.Mkdir(filepath.Join(dir, "libsvm"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "libsvm", "real-sim"), []byte("1 1:1\n-1 2:1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"data list":            "real-sim (unverified: no checksum is registered)\n",
		"data info real-sim":   "sha256  none registered: what is here counts as unverified\n",
		"data verify real-sim": "real-sim.bz2: unverified: no checksum is registered (",
	} {
		stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
		if code != 0 || !strings.Contains(stdout, want) || strings.Contains(stdout, "real-sim.bz2: ok") {
			t.Errorf("proxlab %s: exit code %d, %s%s", args, code, stdout, stderr)
		}
	}
}
