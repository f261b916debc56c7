package slurm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Array is a job array whose elements are workers: each runs the program that runs now with Args and "i/Count".
type Array struct {
	Dir    string // absolute, which all nodes see: for the script, the program and the logs
	Name   string // of the jobs
	Count  int
	Args   []string
	Memory float64 // bytes that a worker uses
	Extra  string  // options for sbatch, as on its command line
}

// jobName is the file of the id of an array that was submitted.
const jobName = "job"

// Submit hands the array to Slurm and returns its id; where jobs of one that was handed in for Dir before wait or run
// still, that one's, and how many there are.
func (a Array) Submit(ctx context.Context) (id string, there int, err error) {
	e := &engine{Options: Options{Name: a.Name, Extra: a.Extra}, dir: a.Dir}
	if err := e.check(); err != nil {
		return "", 0, err
	}
	file := filepath.Join(a.Dir, jobName)
	if before, err := os.ReadFile(file); err == nil {
		queue, err := e.cluster.queue(ctx)
		if there = len(queue[string(before)]); there > 0 || err != nil {
			return string(before), there, err
		}
	}
	if id, err = a.submit(ctx, e); err != nil {
		return "", 0, err
	}
	return id, 0, os.WriteFile(file, []byte(id), 0o666)
}

func (a Array) submit(ctx context.Context, e *engine) (id string, err error) {
	program, err := keepProgram(a.Dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(a.Dir, logsName), 0o777); err != nil {
		return "", err
	}
	lines := e.options(a.Count, a.Memory)
	command := []string{"exec", quote(program)}
	for _, word := range a.Args {
		command = append(command, quote(word))
	}
	command = append(command, fmt.Sprintf(`"$SLURM_ARRAY_TASK_ID/%d"`, a.Count))
	script := filepath.Join(a.Dir, "workers.sh")
	text := strings.Join(append(lines, limits, strings.Join(command, " ")), "\n") + "\n"
	if err := os.WriteFile(script, []byte(text), 0o777); err != nil {
		return "", err
	}
	return e.cluster.submit(ctx, script, nil)
}
