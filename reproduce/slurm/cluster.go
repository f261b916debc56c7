package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// cluster calls the site's own commands.
type cluster struct{}

// patience is how long a command may take: a busy controller answers late, and sbatch itself tries for two minutes
// where the queue is full.
const patience = 3 * time.Minute

// call runs a command of Slurm; what it says on standard error becomes the error.
func (cluster) call(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("%s gave no answer within %v", name, patience))
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.WaitDelay = time.Second
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", name, err, strings.Join(strings.Fields(said.String()), " "))
	}
	return string(out), nil
}

// ErrRefused says that the cluster did not take a job.
var ErrRefused = errors.New("sbatch refused the job")

// remedy says what a user can do about that.
const remedy = `give what the site asks for, as in --slurm-options "--partition=long --time=2:00:00"`

// submit hands a script to Slurm and returns the job's id. The job begins when those of after have ended, however.
func (c cluster) submit(ctx context.Context, script string, after []string) (string, error) {
	args := []string{"--parsable"}
	if len(after) > 0 {
		args = append(args, "--dependency=afterany:"+strings.Join(after, ":"))
	}
	out, err := c.call(ctx, "sbatch", append(args, script)...)
	if err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "", fmt.Errorf("%w: %w; %s", ErrRefused, err, remedy)
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the cluster's name may follow
	if _, err := strconv.Atoi(id); err != nil {
		return "", fmt.Errorf("sbatch answered %q, which is no job", out)
	}
	return id, nil
}

// queue returns, by the ids of the user's jobs, the elements of their arrays that wait or run.
func (c cluster) queue(ctx context.Context) (map[string][]int, error) {
	out, err := c.call(ctx, "squeue", "--noheader", "--array", "--user", strconv.Itoa(os.Getuid()), "--format", "%F %K %T")
	if err != nil {
		return nil, err
	}
	queue := map[string][]int{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) != 3 || ended[words[2]] {
			continue
		}
		if n, err := strconv.Atoi(words[1]); err == nil {
			queue[words[0]] = append(queue[words[0]], n)
		}
	}
	return queue, nil
}

// ended are the states of jobs that squeue still shows for a while.
var ended = map[string]bool{
	"COMPLETED": true, "FAILED": true, "CANCELLED": true, "TIMEOUT": true, "NODE_FAIL": true, "OUT_OF_MEMORY": true,
	"BOOT_FAIL": true, "DEADLINE": true, "REVOKED": true,
}

// largestArray returns how many jobs an array may have.
func (c cluster) largestArray(ctx context.Context) int {
	out, err := c.call(ctx, "scontrol", "show", "config")
	if err != nil {
		return 1000 // Slurm's own default is 1001
	}
	for line := range strings.Lines(out) {
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "MaxArraySize" {
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n > 1 {
				return min(n-1, math.MaxInt32)
			}
		}
	}
	return 1000
}
