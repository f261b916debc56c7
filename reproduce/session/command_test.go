package session_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce/session"
)

// TestProxlab: the command on the path is run with its arguments; what it prints comes back, and what it says where it
// fails.
func TestProxlab(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the command is a script of a shell here")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\necho \"$2 of $#\"\nif [ $1 = wrong ]; then echo no such word >&2; exit 2; fi\n"
	if err := os.WriteFile(filepath.Join(dir, "proxlab"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := session.Proxlab("fit", "two words", "c"); out != "two words of 3\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	out, err := session.Proxlab("wrong", "x")
	if err == nil || out != "" || !strings.Contains(err.Error(), "proxlab wrong: exit status 2: no such word") {
		t.Errorf("%q, %v", out, err)
	}
}
