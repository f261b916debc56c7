package main

import (
	"os"
	"strings"
	"testing"
)

// TestCopies: JupyterLab works on copies, which are kept when somebody has changed them and made anew when only their
// notebook has changed; saving replaces no change of another.
func TestCopies(t *testing.T) {
	clone(t)
	run := func(code int, says string, args ...string) {
		t.Helper()
		stdout, stderr, got := call(t.Context(), append([]string{"notebooks"}, args...)...)
		if got != code || !strings.Contains(stdout+stderr, says) {
			t.Fatalf("%q: exit code %d, %q %q, not %d and %q", args, got, stdout, stderr, code, says)
		}
	}
	text := func(path string) string {
		t.Helper()
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	write := func(path, content string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const own, work = "notebooks/00-own.ipynb", "lab/00-own.ipynb"
	run(0, "", "open")
	if text(work) != text(own) {
		t.Error("the copy is another")
	}
	write(own, "{\"second\":1}")
	run(0, "", "open")
	if text(work) != text(own) {
		t.Error("a copy that nobody changed is an old one")
	}
	write(work, "{\"mine\":1}")
	run(0, "", "open")
	if text(work) != "{\"mine\":1}" {
		t.Error("a change is lost")
	}
	write(own, "{\"third\":1}")
	run(0, "has your changes", "open")
	run(1, "has changed since", "save", "00-own")
	run(0, "what you had is in", "copy", "00-own")
	if text(work) != text(own) || text("lab/00-own-before-1.ipynb") != "{\"mine\":1}" {
		t.Error("copied anew, what was there is not beside it")
	}
	write(work, "{\"mine\":2}")
	run(0, "saved", "save", "00-own")
	if text(own) != "{\"mine\":2}" {
		t.Error("nothing was saved")
	}
	run(2, "there is no copy", "save", "another")
	write("lab/.origins.json", "{")
	run(1, "remove it", "open")
}
