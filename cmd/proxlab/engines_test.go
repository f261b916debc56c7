package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/studies"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/sparsity"
)

// part is a part of a study that takes a second.
const part = "reproduce sparsity --only theory --data synthetic"

// recordOf loads the record that a command wrote.
func recordOf(t *testing.T, out string) *reproduce.Record {
	t.Helper()
	rec, err := reproduce.Load(os.DirFS(filepath.Join(out, "sparsity")))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// sameNumbers compares records but for what a clock measured, and where.
func sameNumbers(a, b *reproduce.Record) string {
	s := sparsity.Study
	return cmp.Diff(a, b, cmpopts.IgnoreFields(reproduce.Record{}, "Seconds", "Started", "System"),
		cmpopts.IgnoreUnexported(reproduce.Row{}), cmpopts.EquateNaNs(),
		cmpopts.IgnoreMapEntries(func(key string, _ any) bool { return s.TimedValue(key) || key == "processors" }),
		cmpopts.IgnoreSliceElements(func(c reproduce.Claim) bool { return s.TimedClaim(c.ID) }))
}

// TestShardsMakeTheSameRecord: two shards and --assemble, and the plain command.
func TestShardsMakeTheSameRecord(t *testing.T) {
	t.Parallel()
	whole, shards := t.TempDir(), t.TempDir()
	if _, stderr, code := call(t.Context(), strings.Fields(part+" --out "+whole)...); code != 0 {
		t.Fatal(stderr)
	}
	for _, c := range []struct {
		words string
		code  int
		says  string
	}{
		{"--assemble", 1, "results are missing in "},
		{"--shard 0/2", 0, "shard 0 of 2 is done"},
		{"--assemble", 1, "contraction factors"},
		{"--seed 2", 2, "--replace does that"},
		{"--shard 1/2", 0, "with --assemble"},
		{"--assemble", 0, "report: "},
		{"--seed 2", 0, "was moved to "}, // the plan before is finished
	} {
		_, stderr, code := call(t.Context(), strings.Fields(part+" --out "+shards+" "+c.words)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, not %d; it says %q, not %q", c.words, code, c.code, stderr, c.says)
		}
		if c.words == "--assemble" && code == 0 {
			if d := sameNumbers(recordOf(t, whole), recordOf(t, shards)); d != "" {
				t.Errorf("by shards:\n%s", d)
			}
		}
	}
}

func TestEngineFlags(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("PATH", t.TempDir())
	for _, c := range []struct {
		words string
		code  int
		says  string
	}{
		{"--shard 2/2", 2, "from 0 to n−1"},
		{"--shard auto", 2, "SLURM_ARRAY_TASK_ID"},
		{"--shard auto/4", 2, "JOB_COMPLETION_INDEX"},
		{"--shard 0/2 --assemble", 2, "exclude each other"},
		{"--slurm", 1, "no sbatch here"},
		{"--slurm --fresh", 2, "another --out"},
		{"--tasks-per-job 3", 2, "are for --slurm"},
		{"--slurm --tasks-per-job 0", 2, "less than 1"},
		{"--tasks nothing", 2, "FILE:N"},
		{"--kubernetes-manifest --image=", 2, "no image"},
		{"--kubernetes-manifest --pod-memory 2GB", 2, "2Gi"},
	} {
		_, stderr, code := call(t.Context(), strings.Fields(part+" --out "+t.TempDir()+" "+c.words)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, not %d; it says %q, not %q", c.words, code, c.code, stderr, c.says)
		}
	}
	stdout, _, code := call(t.Context(), strings.Fields("reproduce all --kubernetes-manifest --out runs")...)
	if code != 0 || strings.Count(stdout, "kind: Job\n") != len(studies.Studies) ||
		!strings.Contains(stdout, `"/proxlab/runs"`) {
		t.Errorf("exit code %d, manifest:\n%s", code, stdout)
	}
}
