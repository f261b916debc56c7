package plan

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// ErrBefore says that a task was not begun since one that it comes after failed, or was not done by those who were to.
var ErrBefore = errors.New("what it reads is not there")

// TaskError is a task that failed.
type TaskError struct {
	Label string
	File  string // where the whole error stands; "" where no folder was given
	Err   error
}

// Failures are the tasks of a run that failed. All others were done.
type Failures struct {
	Tasks []TaskError
	All   int
}

// shownFailures is how many failures a message has.
const shownFailures = 5

// Error names the first tasks with the first line of what went wrong, and where the rest stands.
func (f Failures) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d tasks failed", len(f.Tasks), f.All)
	for i, t := range f.Tasks {
		if i == shownFailures {
			fmt.Fprintf(&b, "\n  and %d more", len(f.Tasks)-i)
			break
		}
		line, _, _ := strings.Cut(t.Err.Error(), "\n")
		fmt.Fprintf(&b, "\n  %s: %s", t.Label, line)
		if t.File != "" {
			fmt.Fprintf(&b, " (%s)", t.File)
		}
	}
	b.WriteString("\nthe others are done; the same command tries these again")
	return b.String()
}

// Unwrap returns the errors of the tasks.
func (f Failures) Unwrap() []error {
	out := make([]error, len(f.Tasks))
	for i, t := range f.Tasks {
		out[i] = t.Err
	}
	return out
}

// protected does the work of a task; a panic becomes an error with its stack.
func protected(ctx context.Context, t *task) (value any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return t.work(ctx)
}
