package slurm_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/proxlab/proxlab/reproduce/slurm"
)

// TestArrayIsSubmittedOnce: an array whose jobs wait or run is not submitted again, and one that has ended is.
func TestArrayIsSubmittedOnce(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	bin := t.TempDir()
	queue := filepath.Join(bin, "queue")
	for name, text := range map[string]string{
		"squeue": "cat '" + queue + "'", "scontrol": "exit 1", "sbatch": "echo x >>'" + bin + "/n'; wc -l <'" + bin + "/n'",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	a := slurm.Array{Dir: t.TempDir(), Name: "fit", Count: 3, Args: []string{"version"}}
	for _, step := range []struct {
		queue, id string
		there     int
	}{
		{"7 0 RUNNING", "1", 0}, {"1 0 RUNNING\n1 1 PENDING\n1 2 COMPLETED\n7 0 RUNNING", "1", 2}, {"7 0 RUNNING", "2", 0},
		{"1 0 RUNNING", "3", 0}, {"3 2 PENDING", "3", 1},
	} {
		if err := os.WriteFile(queue, fmt.Appendln(nil, step.queue), 0o666); err != nil {
			t.Fatal(err)
		}
		id, there, err := a.Submit(t.Context())
		if err != nil || id != step.id || there != step.there {
			t.Errorf("with %q queued it is job %q with %d there, error %v", step.queue, id, there, err)
		}
	}
}
