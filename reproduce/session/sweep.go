package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/sweep"
)

// Sweep runs a sweep with a line of progress, and keeps its results. If the cell is stopped, what is complete is kept;
// when the cell runs again, the sweep goes on from there. Show its tables by notebook.ShowTable.
func Sweep[S, R any](s sweep.Sweep[S, R]) *sweep.Results[S, R] {
	p := newProgress()
	results, err := s.Run(Context(), plan.Options{
		Folder:   filepath.Join(Folder(), "sweeps", s.Name, reproduce.TasksName),
		Progress: p.update,
		Notice:   func(line string) { fmt.Println(line) },
	})
	p.close()
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Println("What is complete was kept; run the cell again to go on.")
	case err != nil:
		fmt.Printf("%s: %v\n", s.Name, err)
	}
	return results
}
