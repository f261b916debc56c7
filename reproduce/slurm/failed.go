package slurm

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Failed says which tasks have no result though their jobs have ended.
type Failed struct {
	Missing, All int
	Jobs         []FailedJob
}

// FailedJob is a job that ended without all of its results.
type FailedJob struct {
	Labels []string // of the tasks that are missing
	Log    string   // what the job wrote
	Tail   string   // its last lines; "" where there is no log
}

// The lengths of a message.
const (
	shownJobs = 5
	tailLines = 8
)

// Error names the first jobs with the tails of their logs.
func (f *Failed) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d results are missing though no job is left", f.Missing, f.All)
	for i, j := range f.Jobs {
		if i == shownJobs {
			fmt.Fprintf(&b, "\n  and %d more jobs", len(f.Jobs)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s", strings.Join(j.Labels, "; "))
		if j.Tail == "" {
			fmt.Fprintf(&b, "\n    no log %s: the job never began, or its node died", j.Log)
			continue
		}
		fmt.Fprintf(&b, "\n    %s ends:", j.Log)
		for line := range strings.Lines(j.Tail) {
			fmt.Fprintf(&b, "\n    | %s", strings.TrimRight(line, "\n"))
		}
	}
	b.WriteString("\nthe same command submits these again")
	return b.String()
}

// failures collects the tasks that are missing, with the last job that was to do them.
func (e *engine) failures() error {
	out := &Failed{All: e.p.Len(), Missing: e.p.Len() - e.p.Done()}
	missing := map[string]bool{}
	for _, j := range e.p.Jobs(1, nil) {
		missing[j.Tasks[0]] = true
	}
	for _, s := range slices.Backward(e.sent) {
		for n, tasks := range s.Tasks {
			job := FailedJob{Log: s.log(n)}
			for i, hash := range tasks {
				if missing[hash] {
					missing[hash] = false
					job.Labels = append(job.Labels, s.Labels[n][i])
				}
			}
			if len(job.Labels) > 0 {
				job.Tail = tail(job.Log)
				out.Jobs = append(out.Jobs, job)
			}
		}
	}
	slices.Reverse(out.Jobs) // what failed first is why the others did
	return out
}

// tail returns the last lines of a file, "" where there is none.
func tail(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	lines := slices.Collect(strings.Lines(strings.TrimRight(string(text), "\n") + "\n"))
	return strings.Join(lines[max(0, len(lines)-tailLines):], "")
}
