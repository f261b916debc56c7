package datasets_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecipeForAFormat walks "Add a file format" of CONTRIBUTING.md: a made-up format, of a patch of three files, is
// compiled beside the others, and read.
func TestRecipeForAFormat(t *testing.T) {
	t.Parallel()
	patch, err := os.ReadFile("testdata/new-format.patch")
	if err != nil {
		t.Fatal(err)
	}
	files := patched(t, "..", string(patch))
	if len(files) != 3 {
		t.Errorf("a format takes %d files: its reader, its test and its row are due", len(files))
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	dir := t.TempDir()
	for path, content := range files {
		whole, err := filepath.Abs(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		overlay.Replace[whole] = filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(overlay.Replace[whole], []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(overlay)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(t.Context(), "go", "test", "-overlay", filepath.Join(dir, "overlay.json"), "-run", "Gaps",
		"-v", "./array")
	out, err := test.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestReadGaps") {
		t.Errorf("%v\n%s", err, out)
	}
}

// patched are the files that a patch makes or changes, by their paths from root, as they are afterwards.
func patched(t *testing.T, root, patch string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, of := range strings.Split(patch, "diff --git ")[1:] {
		_, rest, _ := strings.Cut(of, "+++ b/")
		path, hunks, _ := strings.Cut(rest, "\n")
		if !strings.Contains(of, "--- /dev/null") {
			content, err := os.ReadFile(filepath.Join(root, path))
			if err != nil {
				t.Fatal(err)
			}
			out[path] = string(content)
		}
		for _, hunk := range strings.Split(hunks, "@@ -")[1:] {
			var before, after strings.Builder
			_, lines, _ := strings.Cut(hunk, "\n")
			for line := range strings.Lines(lines) {
				if line[0] != '+' {
					before.WriteString(line[1:])
				}
				if line[0] != '-' {
					after.WriteString(line[1:])
				}
			}
			if n := strings.Count(out[path], before.String()); n != 1 && out[path] != "" {
				t.Fatalf("%s: what the patch changes stands there %d times:\n%s", path, n, before.String())
			}
			out[path] = strings.Replace(out[path], before.String(), after.String(), 1)
		}
	}
	return out
}
