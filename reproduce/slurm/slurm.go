// Package slurm runs a plan as job arrays of a Slurm cluster, by the site's own sbatch and squeue. Nodes see the
// folder of the plan; what they need to know stands there in files that also work by hand.
package slurm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// Options say how a plan is submitted.
type Options struct {
	// Plan has the folder, which all nodes see, and who is told of progress.
	Plan plan.Options
	// Name is that of the jobs.
	Name string
	// Args are the words after the program by which it does a job: FILE:N, the N-th job of a file of tasks, is added. The
	// program is the one that runs.
	Args []string
	// Extra are options for sbatch, as on its command line: a partition, an account, a time limit.
	Extra string
	// TasksPerJob is how many tasks a job has, 1 where it is 0.
	TasksPerJob int
	// Every is the time between two looks at the queue, 2 s where it is 0.
	Every time.Duration
}

// scriptsName is the folder of scripts, files of tasks and logs, within that of the plan.
const scriptsName = "slurm"

// engine is a plan on a cluster.
type engine struct {
	Options
	p       *plan.Plan
	dir     string // absolute
	cluster cluster
	sent    []submission
	tried   map[string]bool // hashes of the tasks that this call has submitted
	more    bool            // the queue was full: there is more to submit
}

// Run submits what is not there yet as job arrays, one for each stage of the plan and for what is timed, follows
// them, and returns when all results are there or no job is left. Jobs of an earlier call that still wait or run are
// followed, not submitted again.
//
// When ctx ends, jobs stay: a notice says how to come back to them and how to cancel them. The error is of type *Failed
// where jobs ended without their results.
func Run(ctx context.Context, p *plan.Plan, o Options) error {
	e := &engine{Options: o, p: p, tried: map[string]bool{}}
	if e.Every == 0 {
		e.Every = 2 * time.Second
	}
	var err error
	if e.dir, err = filepath.Abs(filepath.Join(o.Plan.Folder, scriptsName)); err != nil {
		return err
	}
	if err := e.check(); err != nil {
		return err
	}
	if _, err := exec.LookPath("sbatch"); err != nil {
		return ErrNoSlurm
	}
	if err := p.Claim(o.Plan); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(e.dir, logsName), 0o777); err != nil {
		return err
	}
	if _, err := p.Load(ctx, o.Plan); err != nil {
		return err
	}
	if e.sent, err = readSubmissions(e.dir); err != nil {
		return err
	}
	if err := e.submit(ctx); err != nil {
		return err
	}
	return e.follow(ctx)
}

// submit sends what is missing, no job in the queue has, and this call has not sent before.
func (e *engine) submit(ctx context.Context) error {
	queue, err := e.cluster.queue(ctx)
	if err != nil {
		return err
	}
	covered := maps.Clone(e.tried)
	var before []string // ids of the stage before
	for _, s := range e.sent {
		if elements := queue[s.ID]; len(elements) > 0 {
			before = append(before, s.ID)
			for _, n := range elements {
				for _, hash := range s.tasksOf(n) {
					covered[hash] = true
				}
			}
		}
	}
	jobs := e.p.Jobs(e.TasksPerJob, covered)
	if len(jobs) == 0 {
		return nil
	}
	program, err := keepProgram(e.dir)
	if err != nil {
		return err
	}
	most := e.cluster.largestArray(ctx)
	for len(jobs) > 0 {
		stage := jobs[0].Stage
		n := slices.IndexFunc(jobs, func(j plan.Job) bool { return j.Stage != stage })
		if n < 0 {
			n = len(jobs)
		}
		var now []string
		for _, timed := range []bool{false, true} {
			part := slices.DeleteFunc(slices.Clone(jobs[:n]), func(j plan.Job) bool { return j.Timed != timed })
			for some := range slices.Chunk(part, most) {
				s, err := e.submitArray(ctx, program, some, before)
				if errors.Is(err, ErrRefused) && len(e.tried) > 0 {
					e.notice(fmt.Sprintf("%v: what is left is submitted when the others have ended", err))
					e.more = true
					return nil
				}
				if err != nil {
					return err
				}
				now = append(now, s.ID)
			}
		}
		before, jobs = append(before, now...), jobs[n:]
	}
	return nil
}

// submitArray writes the files of an array, hands it to Slurm and notes it.
func (e *engine) submitArray(
	ctx context.Context, program string, jobs []plan.Job, after []string,
) (submission, error) {
	s := submission{Tasks: make([][]string, len(jobs)), Labels: make([][]string, len(jobs))}
	for i, j := range jobs {
		s.Tasks[i], s.Labels[i] = j.Tasks, j.Labels
	}
	name, err := freeName(e.dir)
	if err != nil {
		return s, err
	}
	if err := plan.WriteJobs(filepath.Join(e.dir, name+".tasks"), jobs); err != nil {
		return s, err
	}
	s.Script = filepath.Join(e.dir, name+".sh")
	text, err := e.script(program, name, jobs)
	if err != nil {
		return s, err
	}
	if err := os.WriteFile(s.Script, []byte(text), 0o777); err != nil {
		return s, err
	}
	if s.ID, err = e.cluster.submit(ctx, s.Script, after); err != nil {
		return s, fmt.Errorf("%w; the script is %s", err, s.Script)
	}
	e.sent = append(e.sent, s)
	for _, j := range jobs {
		for _, hash := range j.Tasks {
			e.tried[hash] = true
		}
	}
	e.notice(fmt.Sprintf("submitted job %s: %d jobs, %s", s.ID, len(jobs), s.Script))
	return s, appendSubmission(e.dir, s)
}

// follow waits for results, and tells how it goes.
func (e *engine) follow(ctx context.Context) error {
	tick := time.NewTicker(e.Every)
	defer tick.Stop()
	silent := time.Time{}
	for {
		found, err := e.p.Load(ctx, e.Plan)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if found == e.p.Len() {
			e.progress(found, "")
			return nil
		}
		queue, err := e.cluster.queue(ctx)
		switch {
		case ctx.Err() != nil:
			e.notice(e.goodbye())
			return context.Cause(ctx)
		case err != nil && time.Since(silent) > time.Minute:
			silent = time.Now()
			e.notice(fmt.Sprintf("Slurm does not answer, and is asked again: %v", err))
		case err == nil && e.left(queue) == 0 && e.more:
			e.more = false
			if err := e.submit(ctx); err != nil {
				return err
			}
		case err == nil && e.left(queue) == 0:
			return e.finish(ctx)
		case err == nil:
			e.progress(found, fmt.Sprintf("%d jobs in the queue", e.left(queue)))
		}
		select {
		case <-ctx.Done():
			e.notice(e.goodbye())
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// finish looks once more, since a disk of the network shows files late, and says what is missing.
func (e *engine) finish(ctx context.Context) error {
	for range 3 {
		found, err := e.p.Load(ctx, e.Plan)
		if err != nil {
			return err
		}
		if found == e.p.Len() {
			e.progress(found, "")
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(e.Every):
		}
	}
	return e.failures()
}

func (e *engine) notice(line string) {
	if e.Plan.Notice != nil {
		e.Plan.Notice(line)
	}
}

func (e *engine) progress(found int, label string) {
	if e.Plan.Progress != nil {
		e.Plan.Progress(found, e.p.Len(), label)
	}
}

// left counts our jobs in the queue.
func (e *engine) left(queue map[string][]int) (n int) {
	for _, s := range e.sent {
		n += len(queue[s.ID])
	}
	return n
}

func (e *engine) goodbye() string {
	var ids []string
	for _, s := range e.sent {
		ids = append(ids, s.ID)
	}
	return fmt.Sprintf("the jobs go on without this program; the same command comes back to them, and "+
		"`scancel %s` cancels them", strings.Join(ids, " "))
}

// keepProgram copies the program that runs beside the scripts, under a name of its own for every build: jobs run it
// though it is built anew, or was built for this run alone.
func keepProgram(dir string) (string, error) {
	from, err := os.Executable()
	if err != nil {
		return "", err
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, fmt.Sprintf("%s-%s", filepath.Base(from), digest(content)))
	if _, err := os.Stat(to); err == nil {
		return to, nil
	}
	return to, outfile.Write(context.Background(), to, content, 0o777)
}

// ErrNoSlurm says that this machine has no Slurm.
var ErrNoSlurm = errors.New("there is no sbatch here: run this on a login node of the cluster, or use --shard with " +
	"the scheduler there is")
