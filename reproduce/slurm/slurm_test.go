package slurm_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/slurm"
)

// The folder of the plan for a test binary that is a job, and where it is to fail or to be killed.
const (
	folderEnv = "PROXLAB_SLURM_TEST_FOLDER"
	faultEnv  = "PROXLAB_SLURM_TEST_FAULT"
)

// TestMain is a job where it is called with a job's words: tasks FILE:N.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "tasks" {
		os.Exit(job(os.Args[2]))
	}
	if os.Getenv(followEnv) != "" {
		os.Exit(follow())
	}
	os.Exit(m.Run())
}

func job(which string) int {
	only, err := plan.ReadJob(which)
	if err == nil {
		p, _ := sums(8)
		err = p.Run(context.Background(), plan.Options{Folder: os.Getenv(folderEnv), Only: only, Joins: true})
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// sums is a plan of n numbers and their sum, the last number timed.
func sums(n int) (*plan.Plan, *plan.Result[float64]) {
	p := plan.New("sums", 1)
	var numbers []*plan.Result[float64]
	var after []plan.Dependency
	for i := range n {
		r := plan.Add(p, plan.Task{Key: i, Label: fmt.Sprintf("number %d", i), Timed: i == n-1},
			func(context.Context) (float64, error) { return fault(i) })
		numbers, after = append(numbers, r), append(after, r)
	}
	return p, plan.Add(p, plan.Task{Key: "sum", Label: "the sum", After: after}, func(context.Context) (float64, error) {
		var sum float64
		for _, v := range plan.Filled(numbers) {
			sum += v
		}
		return sum, nil
	})
}

// fault is a number's work: the first goes wrong where that is asked for.
func fault(i int) (float64, error) {
	what, err := os.ReadFile(os.Getenv(faultEnv))
	switch {
	case i > 0 || err != nil:
	case string(what) == "panic":
		panic("a bad number")
	case string(what) == "memory":
		hog := make([]byte, 3<<30)
		for k := range hog {
			hog[k] = byte(k)
		}
	case string(what) == "slow":
		time.Sleep(10 * time.Second)
	}
	return float64(i), nil
}

// cluster skips the test where there is no cluster whose nodes see the folders of tests.
func cluster(t *testing.T) {
	t.Helper()
	if os.Getenv("SLURM_CONF") == "" {
		t.Skip("needs a cluster: tools/slurm/two-nodes.sh start DIR starts one on this machine and says what to export")
	}
}

// options are those of a run in a new folder.
func options(t *testing.T) (o slurm.Options, said *strings.Builder, fault string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "slurm-test-*") // t.TempDir would go while jobs still run
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	fault = filepath.Join(dir, "fault")
	t.Setenv(folderEnv, dir)
	t.Setenv(faultEnv, fault)
	said = &strings.Builder{}
	return slurm.Options{
		Plan:  plan.Options{Folder: dir, Notice: func(line string) { fmt.Fprintln(said, line) }},
		Name:  "sums",
		Args:  []string{"tasks"},
		Every: time.Second / 2,
	}, said, fault
}

func expectSum(t *testing.T, found *plan.Result[float64]) {
	t.Helper()
	if v, ok := found.Get(); !ok || v != 28 {
		t.Errorf("the sum is %g, %v", v, ok)
	}
}

func TestArrays(t *testing.T) {
	cluster(t)
	o, said, _ := options(t)
	o.TasksPerJob = 3
	p, sum := sums(8)
	var last int
	o.Plan.Progress = func(done, _ int, _ string) { last = done }
	if err := slurm.Run(t.Context(), p, o); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	expectSum(t, sum)
	if n := strings.Count(said.String(), "submitted job"); n != 3 || last != 9 { // numbers, the timed one, the sum
		t.Errorf("%d arrays, progress %d:\n%s", n, last, said)
	}
	script, err := os.ReadFile(filepath.Join(o.Plan.Folder, "slurm", "array-2.sh"))
	if err != nil || !strings.Contains(string(script), "#SBATCH --exclusive") {
		t.Errorf("the script of the timed task: %s, error %v", script, err)
	}
	// The script works by hand.
	for _, f := range results(t, o.Plan.Folder) {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("bash", filepath.Join(o.Plan.Folder, "slurm", "array-1.sh"))
	c.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("by hand: %v: %s", err, out)
	}
	if n := len(results(t, o.Plan.Folder)); n != 3 {
		t.Errorf("by hand: %d results", n)
	}
}

// TestFaultFailures: a task that panics, or is killed for memory, leaves its neighbours alone, is named with its log,
// and is submitted again by the next call.
func TestFaultFailures(t *testing.T) {
	cluster(t)
	for what, says := range map[string]string{"panic": "a bad number", "memory": "number 0"} {
		o, said, fault := options(t)
		if err := os.WriteFile(fault, []byte(what), 0o666); err != nil {
			t.Fatal(err)
		}
		p, _ := sums(8)
		err := slurm.Run(t.Context(), p, o)
		var failed *slurm.Failed
		if !errors.As(err, &failed) || p.Done() < 7 || !strings.Contains(err.Error(), says) ||
			!strings.Contains(err.Error(), "number 0") {
			t.Errorf("%s: %d done, error %v\n%s", what, p.Done(), err, said)
		}
		t.Logf("%s: %v", what, err)
		if err := os.Remove(fault); err != nil {
			t.Fatal(err)
		}
		p, sum := sums(8)
		if err := slurm.Run(t.Context(), p, o); err != nil {
			t.Errorf("%s, mended: %v", what, err)
		}
		expectSum(t, sum)
	}
}

// TestFaultInterrupt leaves the jobs, and the next call comes back to them.
func TestFaultInterrupt(t *testing.T) {
	cluster(t)
	o, said, fault := options(t)
	if err := os.WriteFile(fault, []byte("slow"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o.Plan.Progress = func(done, _ int, _ string) {
		if done > 0 {
			cancel()
		}
	}
	p, _ := sums(8)
	if err := slurm.Run(ctx, p, o); !errors.Is(err, context.Canceled) || !strings.Contains(said.String(), "scancel ") {
		t.Fatalf("error %v\n%s", err, said)
	}
	submitted := strings.Count(said.String(), "submitted job")
	o.Plan.Progress = nil
	p, sum := sums(8)
	if err := slurm.Run(t.Context(), p, o); err != nil || strings.Count(said.String(), "submitted job") != submitted {
		t.Errorf("error %v\n%s", err, said)
	}
	expectSum(t, sum)
}

// TestFaultANodeDies kills a node with all that runs on it: Slurm notices, and its job begins again elsewhere.
func TestFaultANodeDies(t *testing.T) {
	cluster(t)
	script, dir := filepath.Join("..", "..", "tools", "slurm", "two-nodes.sh"), filepath.Dir(os.Getenv("SLURM_CONF"))
	if _, err := os.Stat(filepath.Join(dir, "run")); err != nil {
		t.Skip("the cluster is not one of tools/slurm/two-nodes.sh, whose nodes may die")
	}
	o, said, fault := options(t)
	if err := os.WriteFile(fault, []byte("slow"), 0o666); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	o.Plan.Progress = func(done, _ int, _ string) {
		if done > 0 {
			once.Do(func() {
				node, err := exec.Command("squeue", "--noheader", "--states=RUNNING", "--name=sums", "--format=%N").Output()
				first, _, _ := strings.Cut(strings.TrimSpace(string(node)), "\n") // the slow one began first
				n := strings.TrimPrefix(first, "n")
				if n != "1" && n != "2" {
					n = "1"
				}
				out, killing := exec.Command("bash", script, "kill-node", dir, n).CombinedOutput()
				t.Logf("node %q is killed: %v %v %s", n, err, killing, out)
				t.Cleanup(func() { _ = exec.Command("bash", script, "revive-node", dir, n).Run() })
			})
		}
	}
	p, sum := sums(8)
	if err := slurm.Run(t.Context(), p, o); err != nil {
		t.Errorf("error %v\n%s", err, said)
	}
	expectSum(t, sum)
}

// TestFaultLimits splits what is longer than an array may be.
func TestFaultLimits(t *testing.T) {
	cluster(t)
	out, err := exec.Command("scontrol", "show", "config").Output()
	if err != nil {
		t.Fatal(err)
	}
	var most int
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "MaxArraySize") {
			_, _ = fmt.Sscanf(line[strings.Index(line, "=")+1:], "%d", &most)
		}
	}
	if most > 100 {
		t.Skipf("arrays may have %d jobs", most)
	}
	o, said, _ := options(t)
	p, sum := sums(most + 20)
	if err := slurm.Run(t.Context(), p, o); err == nil {
		t.Error("the jobs' plan is another, and they did not say so")
	} else if !strings.Contains(err.Error(), "is the program the same here") {
		t.Errorf("error %v", err)
	}
	arrays := (most+19+most-2)/(most-1) + 2 // of numbers, and of the timed one and the sum
	if _, ok := sum.Get(); ok || strings.Count(said.String(), "submitted job") != arrays {
		t.Errorf("submitted:\n%s", said)
	}
}

func TestFaultRefusals(t *testing.T) {
	t.Run("a cluster that refuses", func(t *testing.T) {
		cluster(t)
		for _, extra := range []string{"--partition=none", "--nonsense", "--mem=100T"} {
			o, _, _ := options(t)
			o.Extra = extra
			p, _ := sums(2)
			err := slurm.Run(t.Context(), p, o)
			if !errors.Is(err, slurm.ErrRefused) || !strings.Contains(err.Error(), "--slurm-options") {
				t.Errorf("%s: %v", extra, err)
			}
			t.Logf("%s: %v", extra, err)
		}
	})
	t.Run("no cluster", func(t *testing.T) {
		o, _, _ := options(t)
		t.Setenv("PATH", t.TempDir())
		p, _ := sums(2)
		if err := slurm.Run(t.Context(), p, o); !errors.Is(err, slurm.ErrNoSlurm) ||
			!strings.Contains(err.Error(), "--shard") {
			t.Errorf("error %v", err)
		}
	})
}
