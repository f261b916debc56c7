//go:build unix

package main

import (
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDataFetch: the settings of downloads reach them. A proxy that takes connections and says nothing stands for the
// network.
func TestDataFetch(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	for _, c := range []struct {
		words string
		code  int
		says  []string
	}{
		{"data fetch a9a --idle 300ms --tries 1", 1,
			[]string{"a9a: the server has sent nothing for 300ms", "place the file as"}},
		{"data fetch a9a --time-limit 300ms", 1, []string{"a9a: the time for the file is over"}},
		{"data fetch a9a --idle 200ms --tries 2", 1, []string{"note: https://", "trying again in ", "2 tries in a row"}},
		{"data fetch a9a --idle 0s", 2, []string{"must be positive"}},
		{"data fetch a9a --tries -1", 2, []string{"must be positive"}},
		{"data fetch a9a --max-mib 99999999999999", 2, []string{"must be positive"}},
		{"data fetch nothing", 2, []string{"no data set"}},
	} {
		home := t.TempDir()
		cmd := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(c.words)...)
		cmd.Env = append(os.Environ(), commandEnv+"=1", "PROXLAB_DATA=", "XDG_CACHE_HOME="+home,
			"HTTPS_PROXY=http://"+silent.Addr().String(), "https_proxy=http://"+silent.Addr().String(), "NO_PROXY=", "no_proxy=")
		said, _ := cmd.CombinedOutput()
		for _, s := range c.says {
			if cmd.ProcessState.ExitCode() != c.code || !strings.Contains(string(said), s) {
				t.Errorf("%s: exit code %d, it says %q, not %q", c.words, cmd.ProcessState.ExitCode(), said, s)
			}
		}
		if left, err := os.ReadDir(home + "/proxlab/libsvm"); err == nil && len(left) > 0 {
			t.Errorf("%s: %v is left", c.words, left)
		}
	}
}
