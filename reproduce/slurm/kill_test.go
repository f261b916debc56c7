package slurm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/slurm"
)

// followEnv makes a test binary a process that submits the plan of the folder and follows it.
const followEnv = "PROXLAB_SLURM_TEST_FOLLOW"

func follow() int {
	p, _ := sums(8)
	err := slurm.Run(context.Background(), p, slurm.Options{
		Plan: plan.Options{Folder: os.Getenv(folderEnv)}, Name: "sums", Args: []string{"tasks"}, Every: time.Second / 5,
	})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// results lists the results of the plan in a folder.
func results(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "results", "[0-9a-f]*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// killed starts a process that follows the plan, waits until n results are there, or it ends, and kills it and, where
// jobs is set, all jobs that run. It tells whether it came to that.
func killed(t *testing.T, dir string, n int, jobs bool) bool {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), followEnv+"=1")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = c.Wait() // killed, or done
		close(ended)
	}()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ended:
			return false
		case <-look.C:
		}
		if len(results(t, dir)) < n {
			continue
		}
		_ = c.Process.Kill() // or it has ended
		<-ended
		if jobs {
			out, _ := exec.Command("squeue", "--noheader", "--array", "--states=RUNNING", "--name=sums", "--format=%A").Output()
			for _, id := range strings.Fields(string(out)) {
				_ = exec.Command("scancel", "--signal=KILL", "--full", id).Run() // or it has ended
			}
		}
		return true
	}
}

// TestFaultKilledOnACluster kills the process that follows, and every other time the jobs that run as well, after
// numbers of results drawn by a fixed seed. No result is lost, and the sum is right.
func TestFaultKilledOnACluster(t *testing.T) {
	cluster(t)
	kills := 2
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		kills = 30
	}
	rng := rand.New(rand.NewPCG(16, 32))
	o, _, _ := options(t)
	dir := o.Plan.Folder
	plans := 1
	for k := 0; k < kills; {
		before := results(t, dir)
		if len(before) == 9 {
			o, _, _ = options(t)
			dir, before = o.Plan.Folder, nil
			plans++
		}
		if killed(t, dir, len(before)+rng.IntN(3), k%2 == 1) {
			k++
		}
		for _, path := range before {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("a result is lost: %v", err)
			}
		}
	}
	p, sum := sums(8)
	for range 3 { // what was killed is submitted again, by the next call where it was ending when this one looked
		if slurm.Run(t.Context(), p, o) == nil {
			break
		}
		p, sum = sums(8)
	}
	expectSum(t, sum)
	t.Logf("%d kills in %d plans", kills, plans)
}
