package plan

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Job is some tasks that are run one after the other, in a process of their own.
type Job struct {
	Stage  int  // jobs of a stage read results of earlier stages alone
	Timed  bool // of tasks that measure time: nothing else may run beside it
	Tasks  []string
	Labels []string
	Memory float64 // bytes that the neediest task takes with its data
}

// Jobs divides the tasks whose results are not there into jobs of at most so many, by stages; those that go together
// are of one. Tasks in covered, by their hashes, are left out: others are at work on them.
func (p *Plan) Jobs(most int, covered map[string]bool) []Job {
	type kind struct {
		stage int
		timed bool
	}
	byKind := map[kind][]*task{}
	for _, t := range p.tasks {
		if t.state != done && !covered[t.hash] {
			k := kind{stage(t), t.Timed}
			byKind[k] = append(byKind[k], t)
		}
	}
	var out []Job
	for k, tasks := range byKind {
		var some []*task
		for _, unit := range units(tasks) {
			if len(some) > 0 && len(some)+len(unit) > most {
				out, some = append(out, jobOf(k.stage, k.timed, some)), nil
			}
			some = append(some, unit...)
		}
		out = append(out, jobOf(k.stage, k.timed, some))
	}
	order := map[string]int{}
	for i, t := range p.tasks {
		order[t.hash] = i
	}
	slices.SortFunc(out, func(a, b Job) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(order[a.Tasks[0]], order[b.Tasks[0]]))
	})
	return out
}

func jobOf(stage int, timed bool, tasks []*task) Job {
	j := Job{Stage: stage, Timed: timed}
	for _, t := range tasks {
		j.Tasks, j.Labels = append(j.Tasks, t.hash), append(j.Labels, t.Label)
		sum := t.Memory
		for _, d := range t.Uses {
			sum += d.share().memory
		}
		j.Memory = max(j.Memory, sum)
	}
	return j
}

// Claim makes a folder the plan's own, or joins others who work on the same plan, and does no work. The error is of
// type *OtherPlanError where the folder holds another plan.
func (p *Plan) Claim(o Options) error {
	f, err := p.open(o)
	if err != nil {
		return err
	}
	return f.sync.close()
}

// WriteJobs writes a file of jobs, for ReadJob: a line a task, with the number of its job, its hash and its label.
func WriteJobs(path string, jobs []Job) error {
	var b strings.Builder
	for n, j := range jobs {
		for i, hash := range j.Tasks {
			fmt.Fprintf(&b, "%d %s %s\n", n, hash, strings.ReplaceAll(j.Labels[i], "\n", " "))
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o666)
}

// ReadJob returns the hashes of a job's tasks: of FILE:N, job N of a file.
func ReadJob(which string) ([]string, error) {
	at := strings.LastIndexByte(which, ':')
	if at < 0 {
		return nil, fmt.Errorf("%q is not FILE:N, job N of a file of tasks", which)
	}
	text, err := os.ReadFile(which[:at])
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == which[at+1:] {
			out = append(out, words[1])
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no job %q", which[:at], which[at+1:])
	}
	return out, nil
}
