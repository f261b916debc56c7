package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/proxlab/proxlab/reproduce/session"
)

func TestFolder(t *testing.T) {
	clone, elsewhere, cache := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv(session.OutEnv, "")
	if err := os.WriteFile(filepath.Join(clone, "go.mod"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		filepath.Join(clone, "notebooks"): filepath.Join(clone, "out"),
		elsewhere:                         filepath.Join(cache, "proxlab", "out"),
	} {
		t.Setenv("GONB_DIR", dir)
		if got := session.Folder(); got != want {
			t.Errorf("in %s results go to %s, not %s", dir, got, want)
		}
	}
	t.Setenv(session.OutEnv, "/somewhere")
	if got := session.Folder(); got != "/somewhere" {
		t.Errorf("%s is not heeded: %s", session.OutEnv, got)
	}
}

func ExampleCheck() {
	session.Check("a penalty", nil)
	session.Check("a loss", errors.New("its second derivative is negative at 3"))
	// Output:
	// a penalty: no fault was found
	// a loss: its second derivative is negative at 3
}
