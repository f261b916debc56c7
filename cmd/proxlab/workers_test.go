//go:build unix

package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/proxlab/proxlab/internal/outfile"
)

const workersFit = "fit --data parts/*.csv --memory 64MB --target kind --drop y --loss logistic --penalty l1 " +
	"--lambda 0.1max --intercept --standardize --tol 1e-10 --model m.json"

// TestWorkers: any number of workers gives to the bit what one process does, and leaves nothing behind.
func TestWorkers(t *testing.T) {
	inParts(t)
	onPath(t)
	if _, said, code := call(t.Context(), strings.Fields(workersFit)...); code != 0 {
		t.Fatal(code, said)
	}
	one := learned(t, "m.json")
	for _, workers := range []string{"local:1", "local:2", "local:3"} {
		if _, said, code := call(t.Context(), strings.Fields(workersFit+" --workers "+workers)...); code != 0 {
			t.Fatal(workers, code, said)
		}
		if got := learned(t, "m.json"); !reflect.DeepEqual(one, got) {
			t.Errorf("%s: %v, in one process %v", workers, got, one)
		}
	}
	if left, err := filepath.Glob("parts/fit-*"); err != nil || left != nil {
		t.Error(left, err)
	}
}

// TestWorkersOfOthers: workers that somebody else starts find the same, and one that comes late that the fit is done.
func TestWorkersOfOthers(t *testing.T) {
	inParts(t)
	onPath(t)
	if _, said, code := call(t.Context(), strings.Fields(workersFit)...); code != 0 {
		t.Fatal(code, said)
	}
	one := learned(t, "m.json")
	if err := os.Mkdir("meet", 0o777); err != nil {
		t.Fatal(err)
	}
	worker := func(i int) *exec.Cmd {
		c := exec.CommandContext(t.Context(), os.Args[0], "pass", "--folder", "meet", "--worker", fmt.Sprintf("%d/3", i))
		if c.Stderr = t.Output(); c.Start() != nil {
			t.Fatal(c)
		}
		return c
	}
	first, second := worker(0), worker(1)
	_, said, code := call(t.Context(), strings.Fields(workersFit+" --workers others:3 --folder meet")...)
	if err := errors.Join(first.Wait(), second.Wait(), worker(2).Wait()); code != 0 || err != nil {
		t.Fatal(code, said, err)
	}
	if got := learned(t, "m.json"); !reflect.DeepEqual(one, got) || !strings.Contains(said, "3 workers are to come") {
		t.Errorf("by workers of others %v, in one process %v; it said %q", got, one, said)
	}
}

// TestPathsByPasses: a path with folds by a key is to the bit the same by workers, by pass and step and in one process,
// and within the gaps that in memory; folds by rows of several parts are those of one table.
func TestPathsByPasses(t *testing.T) {
	inParts(t)
	onPath(t)
	fit := "fit --json --memory 64MB --target y --drop kind --penalty l1 --lambda 0.1max --path 3 --intercept --cv 2"
	lines := func(words string) []map[string]any {
		t.Helper()
		out, said, code := call(t.Context(), strings.Fields(words)...)
		if code != 0 {
			t.Fatal(words, code, said)
		}
		all := decode(t, out)
		for _, line := range all {
			delete(line, "seconds")
		}
		return all
	}
	for _, by := range []string{" --fold-by x5", " --weights x4"} {
		one := lines(fit + by + " --data parts/*.csv")
		if got := lines(fit + by + " --data parts/*.csv --workers local:2"); !reflect.DeepEqual(one, got) {
			t.Errorf("%s: by workers %v, in one process %v", by, got, one)
		}
		if got := lines(fit + by + " --data all?csv"); relative(got[2], one[2], "cv_error") > 1e-6 {
			t.Errorf("%s: of one part %v, of three %v", by, got, one)
		}
		memory := lines(strings.ReplaceAll(fit+by, "--memory 64MB", "--data all.csv"))
		for k := range memory {
			if bound := memory[k]["gap"].(float64) + one[k]["gap"].(float64); len(memory) != 3 ||
				relative(memory[k], one[k], "objective")*one[k]["objective"].(float64) > bound ||
				relative(memory[k], one[k], "cv_error") > 0.1 { // other folds
				t.Errorf("%s: in memory %v, by passes %v", by, memory, one)
			}
		}
	}
	words := strings.ReplaceAll(strings.TrimPrefix(fit, "fit --json "), "--path 3", "--path 2") + " --data parts/*.csv"
	ofPasses(t, words, []string{"parts/p2.csv", "parts/p0.csv", "parts/p1.csv"})
	apart := learned(t, "m.json")
	if _ = lines("fit --json " + words + " --model m.json"); !reflect.DeepEqual(apart, learned(t, "m.json")) {
		t.Error("pass and step come to another model than one process")
	}
}

// relative is the difference of two numbers as a share of the second.
func relative(a, b map[string]any, name string) float64 {
	v := b[name].(float64)
	return math.Abs(a[name].(float64)-v) / math.Abs(v)
}

// TestFaultWorkers: a driver that is killed is called again, a worker that is killed begins again, or another takes its
// parts: the bits are the same. Two drivers in one folder, parts that changed or have other columns are named.
func TestFaultWorkers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("workers end with their driver on Linux alone")
	}
	inParts(t)
	onPath(t)
	if _, said, code := call(t.Context(), strings.Fields(workersFit)...); code != 0 {
		t.Fatal(code, said)
	}
	one := learned(t, "m.json")
	if err := os.Remove("m.json"); err != nil {
		t.Fatal(err)
	}
	withWorkers := workersFit + " --workers local:2 --folder meet"
	const barrier = "meet/found-0004" // no driver writes a file here: none ends the fit before it is killed
	if err := os.MkdirAll(barrier, 0o777); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(withWorkers)...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "meet/found-0000")
	killWorker(t, "meet/worker-1")
	await(t, "meet/found-0003")
	_ = c.Process.Kill() // it may stand before the barrier already
	if err := c.Wait(); err == nil {
		t.Fatal("the fit ended")
	}
	if err := os.Remove(barrier); err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(withWorkers, "1e-10", "1e-9", 1)
	ends(t, other, "another fit")
	lock, err := os.OpenFile("meet/driver", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if free, err := outfile.Lock(lock); !free || err != nil {
		t.Fatal(free, err)
	}
	ends(t, withWorkers, "another driver")
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("parts/p1.csv")
	if err != nil {
		t.Fatal(err)
	}
	replace := func(path string, text []byte) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	replace("parts/p1.csv", append(table, "1,1,1,1,1,low,1\n"...))
	ends(t, withWorkers, "p1.csv has changed since the fit began")
	replace("parts/p1.csv", table)
	damage(t, "meet/found-0002")
	_, said, code := call(t.Context(), strings.Fields(withWorkers)...)
	if code != 0 || !strings.Contains(said, "the fit goes on after 2 passes") {
		t.Fatal(code, said)
	}
	if got := learned(t, "m.json"); !reflect.DeepEqual(one, got) {
		t.Errorf("killed and gone on: %v, in one process %v", got, one)
	}
	replace("parts/p1.csv", []byte(strings.Replace(string(table), "x2", "z2", 1)))
	ends(t, withWorkers, `p1.csv has "z2" as its feature 2`)
}

// ends runs a command that fails, and says why.
func ends(t *testing.T, words, says string) {
	t.Helper()
	if _, said, code := call(t.Context(), strings.Fields(words)...); code != 1 || !strings.Contains(said, says) {
		t.Errorf("%s: exit code %d, it says %q, not %q", words, code, said, says)
	}
}

// killWorker kills a worker by what its file says, if it runs.
func killWorker(t *testing.T, path string) {
	t.Helper()
	var host string
	var id int
	text, err := os.ReadFile(path)
	if err != nil {
		return // it has been killed before, and begins again
	}
	if _, err := fmt.Sscan(string(text), &host, &id); err != nil {
		return
	}
	if p, err := os.FindProcess(id); err == nil {
		_ = p.Kill() // it may have ended
	}
}

// TestFaultKillWorkers kills drivers and workers at drawn places: the bits at the end are those of one process.
func TestFaultKillWorkers(t *testing.T) {
	if !long() || runtime.GOOS != "linux" {
		t.Skip("PROXLAB_FAULTS=long, on Linux")
	}
	inParts(t)
	onPath(t)
	if _, said, code := call(t.Context(), strings.Fields(workersFit)...); code != 0 {
		t.Fatal(code, said)
	}
	one, rng, killed := learned(t, "m.json"), rand.New(rand.NewPCG(46, 3)), 0
	for k := range 100 {
		dir := fmt.Sprintf("meet-%d", k)
		fit := strings.Fields(workersFit + " --workers local:2 --folder " + dir)
		c := exec.CommandContext(t.Context(), os.Args[0], fit...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if place := rng.IntN(10); place > 0 { // else before anything is there
			await(t, fmt.Sprintf("%s/found-%04d", dir, place-1), "m.json")
		}
		switch who := rng.IntN(3); who {
		case 2:
			_ = c.Process.Kill() // it may have ended
		default:
			killWorker(t, fmt.Sprintf("%s/worker-%d", dir, who))
		}
		if err := c.Wait(); err != nil {
			killed++
			if _, said, code := call(t.Context(), fit...); code != 0 {
				t.Fatal(k, code, said)
			}
		}
		if got := learned(t, "m.json"); !reflect.DeepEqual(one, got) {
			t.Fatalf("%d: %v, in one process %v", k, got, one)
		}
		if err := os.Remove("m.json"); err != nil {
			t.Fatal(err)
		}
	}
	if killed < 15 {
		t.Errorf("%d drivers were killed", killed)
	}
}

// await waits until one of some files is there.
func await(t *testing.T, paths ...string) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		for _, path := range paths {
			if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
				return
			}
		}
		select {
		case <-t.Context().Done():
			t.Fatal("there is none of ", paths)
		case <-tick.C:
		}
	}
}

// damage changes the last byte of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-1] ^= 1
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
