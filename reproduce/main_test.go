package reproduce_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
)

// mainEnv tells the test binary that it is a program that runs the study of ExampleStudy.
const mainEnv = "PROXLAB_TEST_MAIN"

// TestMain is that program where it is called as one.
func TestMain(m *testing.M) {
	if os.Getenv(mainEnv) != "" {
		reproduce.Main(threshold)
	}
	os.Exit(m.Run())
}

// TestMainRunsAStudy: flags, shards, a record of both, a manifest that starts the program by its own words, and what is
// wrong usage.
func TestMainRunsAStudy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		words, says string
		code        int
	}{
		{"--help", "--scale", 0},
		{"--scale large", `scale "large" is neither quick nor paper`, 2},
		{"--nothing", "unknown flag", 2},
		{"study", `unknown argument "study"`, 2},
		{"--mode sound", "has no mode sound", 2},
		{"--only nothing", "there is no table, figure or row", 2},
		{"--shard 0/2", "shard 0 of 2 is done, and 80 of 160", 0},
		{"--assemble", "80 of 160 results are missing", 1},
		{"--seed 2", "--replace does that", 2},
		{"--shard 1/2", "with --assemble", 0},
		{"--assemble --vector", "report: ", 0},
		{"--kubernetes-manifest --image a:1", `- "reproduce.test" - "--scale" - "quick"`, 0},
		{"--tasks nothing", "FILE:N", 2},
	} {
		command := exec.CommandContext(t.Context(), os.Args[0], append(strings.Fields(c.words), "--out", dir)...)
		command.Env = append(os.Environ(), mainEnv+"=yes")
		said, _ := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); code != c.code || !squeezed(string(said), c.says) {
			t.Errorf("%s: exit code %d, not %d; it says %q, not %q", c.words, code, c.code, said, c.says)
		}
	}
	rec, err := reproduce.Load(os.DirFS(filepath.Join(dir, threshold.Name)))
	if err != nil || len(rec.Claims) != 1 || rec.Version != threshold.Version || rec.System.Command == "" {
		t.Fatalf("%+v, error %v", rec, err)
	}
	if !strings.HasPrefix(rec.Claims[0].Command, "go run . --scale paper") {
		t.Errorf("the claim is measured anew by %q", rec.Claims[0].Command)
	}
	if _, err := os.Stat(filepath.Join(dir, threshold.Name, "recovery.pdf")); err != nil {
		t.Error(err)
	}
}

// squeezed tells whether a text has another, but for spaces and line ends.
func squeezed(text, part string) bool {
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return strings.Contains(squeeze(text), squeeze(part))
}
