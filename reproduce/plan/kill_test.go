//go:build unix

package plan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// The environment of a process that runs the plan of the kill tests: its folder, its shard, at which call of the system
// it kills itself (0 for never), and whether the disk is full from then on instead.
const (
	folderEnv = "PROXLAB_PLAN_TEST_FOLDER"
	shardEnv  = "PROXLAB_PLAN_TEST_SHARD"
	killEnv   = "PROXLAB_PLAN_TEST_KILL"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(folderEnv); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

// staged is a plan of twenty numbers and of sums of them, some timed.
func staged() (*Plan, []*Result[[]float64]) {
	p := New("staged", 1)
	data := Share(1<<20, func(context.Context) (int, error) { return 7, nil })
	var all []*Result[[]float64]
	for i := range 20 {
		all = append(
			all,
			Add(p, Task{Key: i, Label: fmt.Sprintf("number %d", i), Timed: i%7 == 3, Uses: []Data{data}, Cost: float64(i)},
				func(ctx context.Context) ([]float64, error) {
					v, err := data.Get(ctx)
					rng := rand.New(rand.NewPCG(uint64(i), uint64(v)))
					return []float64{rng.Float64(), rng.NormFloat64()}, err
				}),
		)
	}
	for i := range 10 {
		first, second := all[i], all[19-i]
		all = append(all, Add(p, Task{Key: "sum", After: []Dependency{first, second}},
			func(context.Context) ([]float64, error) {
				a, _ := first.Get()
				b, _ := second.Get()
				return []float64{a[0] + b[1]}, nil
			}))
	}
	return p, all
}

// child runs the plan in a process of its own.
func child(dir string) int {
	var visits atomic.Int64
	last, _ := strconv.ParseInt(os.Getenv(killEnv), 10, 64)
	o := Options{Folder: dir, Notice: func(line string) { fmt.Println(line) }}
	o.calls = func(name string) error {
		if (name == "write" || name == "written") && visits.Add(1) == last {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			time.Sleep(time.Hour)
		}
		return nil
	}
	if s := os.Getenv(shardEnv); s != "" {
		var err error
		if o.Shard, err = ParseShard(s); err != nil {
			fmt.Println(err)
			return 2
		}
	}
	p, _ := staged()
	if err := p.Run(context.Background(), o); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// start begins a child; kill is the visit at which it ends itself.
func start(t *testing.T, dir, shard string, kill int) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), folderEnv+"="+dir, shardEnv+"="+shard, killEnv+"="+strconv.Itoa(kill))
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, &said
}

// expectAll loads the results of a folder and compares them with those of a run that keeps nothing.
func expectAll(t *testing.T, dir string) {
	t.Helper()
	p, got := staged()
	if n, err := p.Load(t.Context(), Options{Folder: dir, Notice: func(line string) { t.Error(line) }}); n != p.Len() ||
		err != nil {
		t.Fatalf("%d of %d results, error %v", n, p.Len(), err)
	}
	plain, want := staged()
	if err := plain.Run(t.Context(), Options{}); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		a, _ := want[i].Get()
		b, _ := got[i].Get()
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("result %d: %v, and %v after kills", i, a, b)
		}
	}
}

func kept(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, resultsName, "[0-9a-f]*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// kills is how many processes are killed in a test.
const kills = 30

// TestFaultKilledAtThirtyPoints kills processes at points drawn by a fixed seed: before a result is written, or after.
// The next one goes on with all that was written.
func TestFaultKilledAtThirtyPoints(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(16, 30))
	dir, lost := t.TempDir(), 0
	for range kills {
		if kept(t, dir) == 30 {
			expectAll(t, dir)
			dir = t.TempDir()
		}
		before, visit := kept(t, dir), 1+rng.IntN(12)
		c, said := start(t, dir, "", visit)
		err := c.Wait()
		var exit *exec.ExitError
		switch killed := errors.As(err, &exit) && exit.ExitCode() == -1; {
		case !killed && kept(t, dir) < 30:
			t.Fatalf("a process ended by itself: %v\n%s", err, said)
		case kept(t, dir) < min(30, before+(visit-2)/2): // of visits two are one result, and two may be at work
			lost++
		}
		if strings.Contains(said.String(), "again") {
			t.Errorf("a result was not whole: %s", said)
		}
	}
	if lost > 0 {
		t.Errorf("%d kills lost results", lost)
	}
	c, said := start(t, dir, "", 0)
	if err := c.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	expectAll(t, dir)
}

// TestFaultShardsAreKilled runs three shards at the same time in one folder, which are killed again and again.
func TestFaultShardsAreKilled(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(16, 31))
	dir := t.TempDir()
	for range kills / 3 {
		var shards []*exec.Cmd
		for i := range 3 {
			c, _ := start(t, dir, fmt.Sprintf("%d/3", i), 1+rng.IntN(4))
			shards = append(shards, c)
		}
		for _, c := range shards {
			_ = c.Wait() // killed, or done
		}
	}
	for i := range 3 {
		c, said := start(t, dir, fmt.Sprintf("%d/3", i), 0)
		if err := c.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	expectAll(t, dir)
}

// TestFaultTheSameTwiceAtOnce runs one plan in one folder by four processes.
func TestFaultTheSameTwiceAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var all []*exec.Cmd
	for range 4 {
		c, _ := start(t, dir, "", 0)
		all = append(all, c)
	}
	for _, c := range all {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	expectAll(t, dir)
	if left, _ := os.ReadDir(filepath.Join(dir, begunName)); len(left) > 0 {
		t.Errorf("%d notes of what was begun stayed", len(left))
	}
}
