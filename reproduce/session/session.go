// Package session runs studies inside a notebook, one call for each cell: it shows progress, saves a record for later
// cells, and shows whatever is complete when the cell is stopped.
package session

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/notebook"
	"github.com/proxlab/proxlab/reproduce"
)

// OutEnv names the folder of results; see Folder.
const OutEnv = "PROXLAB_OUT"

// Folder returns the folder where results are kept: $PROXLAB_OUT, else out/ of the project that holds the notebook,
// else one in the user's cache, so that a notebook copied elsewhere runs too.
func Folder() string {
	if dir := os.Getenv(OutEnv); dir != "" {
		return dir
	}
	start := os.Getenv("GONB_DIR")
	if start == "" {
		start, _ = os.Getwd()
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "out")
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		return filepath.Join(cache, "proxlab", "out")
	}
	return filepath.Join(os.TempDir(), "proxlab")
}

// Context returns a context that ends when the cell is stopped: notebook.Context.
func Context() context.Context { return notebook.Context() }

// Run runs a study and saves its record for later cells. If the cell is stopped, what is complete is kept; when the
// cell runs again, the study goes on from there. A study that cannot run prints the reason and returns an empty record.
func Run(s reproduce.Study, c reproduce.Config) *reproduce.Record {
	dir := filepath.Join(Folder(), s.Name)
	c.Folder, c.Replace, c.Log = filepath.Join(dir, reproduce.TasksName), true, os.Stdout
	p := newProgress()
	c.Progress = p.update
	empty := &reproduce.Record{Study: s.Name, Scale: c.Scale, Config: c}
	if err := s.Check(c); err != nil {
		fmt.Println(err)
		return empty
	}
	rec, err := s.Run(Context(), c)
	p.close()
	switch {
	case rec == nil:
		fmt.Printf("%s: %v\n", s.Name, err)
		return empty
	case errors.Is(err, context.Canceled):
		fmt.Println("What is complete was kept; run the cell again to go on.")
	case err != nil:
		fmt.Printf("%s: %v\n", s.Name, err)
	}
	kept, err := reproduce.SetAside(dir, rec)
	if kept != "" {
		fmt.Printf("The results of an earlier run with other settings or data are in %s.\n", kept)
	}
	if err = errors.Join(err, rec.Save(dir)); err != nil {
		fmt.Printf("The record could not be saved, later cells will not find it: %v\n", err)
	}
	return rec
}

// Last returns the record that Run saved last, in this cell or another.
func Last(s reproduce.Study) *reproduce.Record {
	rec, err := reproduce.Load(os.DirFS(filepath.Join(Folder(), s.Name)))
	if err != nil {
		fmt.Printf("There is no record of %s yet, run the cell above: %v\n", s.Name, err)
		return &reproduce.Record{Study: s.Name}
	}
	return rec
}

// Kept returns the record of the paper's full protocol that is kept with the project.
func Kept(s reproduce.Study) *reproduce.Record {
	rec, err := s.Kept()
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			fmt.Println(err)
		}
		fmt.Printf("No record of %s at paper scale is kept with the project.\n", s.Name)
		return &reproduce.Record{Study: s.Name}
	}
	return rec
}

// Show displays tables and figures of a record by their ids; all of them when there is none.
func Show(s reproduce.Study, rec *reproduce.Record, ids ...string) {
	found := map[string]bool{}
	for _, t := range s.Tables(rec) {
		if len(ids) == 0 || slices.Contains(ids, t.ID) {
			found[t.ID] = true
			notebook.ShowTable(t)
		}
	}
	for _, f := range s.Figures(rec) {
		if id := f.About().ID; len(ids) == 0 || slices.Contains(ids, id) {
			found[id] = true
			notebook.Show(f)
		}
	}
	for _, id := range ids {
		if !found[id] {
			fmt.Printf("The record has no table or figure %q.\n", id)
		}
	}
}

// Compare displays one figure of several records of a study in one, by its id: for example a run beside the record that
// is kept. names label the records.
func Compare(s reproduce.Study, id string, names []string, records ...*reproduce.Record) {
	var list []figures.Lines
	var found []string
	for k, rec := range records {
		for _, f := range s.Figures(rec) {
			if lines, ok := f.(figures.Lines); ok && f.About().ID == id && k < len(names) {
				list, found = append(list, lines), append(found, names[k])
			}
		}
	}
	if len(list) == 0 {
		fmt.Printf("None of the records has a figure of curves %q.\n", id)
		return
	}
	about := list[0].About()
	about.ID, about.Subtitle = id+"-compared", strings.Join(found, " and ")
	notebook.Show(figures.Overlay(about, found, list...))
}

// ShowClaims displays the claims of a record with their verdicts, a line each; InFull has what was found.
func ShowClaims(rec *reproduce.Record) { notebook.ShowTable(reproduce.VerdictsTable(rec.Claims)) }

// progress is a line that tells how far a study has come, in place; outside a notebook it is silent.
type progress struct {
	id    string
	start time.Time
	shown bool
}

func newProgress() *progress {
	p := &progress{start: time.Now()}
	if gonbui.IsNotebook {
		p.id = "proxlab-progress-" + gonbui.UniqueId()
	}
	return p
}

func (p *progress) update(done, total int, next string) {
	if p.id == "" {
		return
	}
	p.shown = true
	spent := time.Since(p.start).Round(time.Second)
	left := ""
	if done > 0 {
		left = fmt.Sprintf(", about %v left", (spent * time.Duration(total-done) / time.Duration(done)).Round(time.Second))
	}
	gonbui.UpdateHTML(p.id, fmt.Sprintf(`<progress value="%d" max="%d"></progress> %d of %d, %v%s. %s`, done, total, done,
		total, spent, left, html.EscapeString(next)))
}

func (p *progress) close() {
	if p.shown {
		gonbui.UpdateHTML(p.id, "")
		gonbui.Sync()
	}
}

// Check says what faults there are of something, or that there are none.
func Check(what string, faults error) {
	if faults != nil {
		fmt.Printf("%s: %v\n", what, faults)
		return
	}
	fmt.Printf("%s: no fault was found\n", what)
}
