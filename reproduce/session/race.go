package session

import (
	"fmt"
	"os"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/notebook"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Race is a live figure of solvers: each is ranged over through Follow, which records its course. At the end the reader
// chooses what is compared, and over what.
//
//	race := session.NewRace("lasso", "Two solvers", "made-up data")
//	defer race.Done()
//	seq := gradient.FISTA{}.Iterations(session.Context(), p)
//	for st, err := range session.Follow(race, "FISTA", seq) {
//		if err != nil || st.Gap < 1e-8*st.Objective { break }
//	}
type Race struct {
	runs figures.Runs
	live *notebook.Live
}

// NewRace begins a figure.
func NewRace(id, title, subtitle string) *Race {
	return &Race{
		runs: figures.Runs{Meta: figures.Meta{ID: id, Title: title, Subtitle: subtitle}},
		live: notebook.NewConvergence(id, title, subtitle),
	}
}

// Follow ranges over a solver's sequence, times it, and draws its duality gap as it falls; where there is no gap, it
// draws the objective less the lowest so far.
func Follow[S solver.Reporter](r *Race, name string, seq solver.Seq[S]) solver.Seq[S] {
	return func(yield func(S, error) bool) {
		r.runs.Runs = append(r.runs.Runs, figures.Run{Name: name})
		at := len(r.runs.Runs) - 1
		for st, err := range solver.Timed(seq) {
			p, run := st.Report(), &r.runs.Runs[at]
			run.Iterations, run.Calls = append(run.Iterations, float64(p.Iter)), append(run.Calls, float64(p.Evals))
			run.Seconds, run.Objective, run.Gap =
				append(run.Seconds, p.Elapsed.Seconds()), append(run.Objective, p.Objective), append(run.Gap, p.Gap)
			r.live.Note(fmt.Sprintf("%s: iteration %d, objective %.6g, gap %.1e, %s in the solver", name, p.Iter, p.Objective,
				p.Gap, p.Elapsed.Round(10*time.Millisecond)))
			r.live.Append(name, float64(p.Iter), p.Gap)
			if !yield(st, err) {
				return
			}
		}
	}
}

// Runs returns the courses so far.
func (r *Race) Runs() figures.Runs { return r.runs }

// Done clears the live drawing and shows the figure in its place: also after Stop, with what there is. Outside of a
// notebook it prints where each has come to.
func (r *Race) Done() {
	if !gonbui.IsNotebook {
		_ = r.ends().Text(os.Stdout, 0) // as Println has no error to tell
		return
	}
	r.live.Clear()
	notebook.Show(r.runs)
}

// ends is the table of the last states.
func (r *Race) ends() figures.Table {
	t := figures.Table{
		Title: r.runs.Title, Columns: figures.Columns(1, "solver", "iterations", "calls", "seconds", "objective", "gap"),
	}
	for _, run := range r.runs.Runs {
		if at := len(run.Objective) - 1; at >= 0 {
			t.Rows = append(t.Rows, []string{
				run.Name, figures.Number(run.Iterations[at], 0), figures.Number(run.Calls[at], 0),
				figures.Number(run.Seconds[at], 3), fmt.Sprintf("%.10g", run.Objective[at]), fmt.Sprintf("%.1e", run.Gap[at]),
			})
		}
	}
	return t
}
