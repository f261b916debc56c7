package reproduce

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// Study is one paper's experiments.
type Study struct {
	Name, Title, Paper string
	// Command runs it, "proxlab reproduce" and its name where it is "": claims name it, with what measures them anew.
	Command string
	// Version is that of the computation, and is raised when results change.
	Version int
	// Guide says in plain text what is run and how to read the tables; an empty line ends a paragraph.
	Guide string
	// Layouts are the tables, in the order in which they are shown.
	Layouts []Layout
	// Parts are what Config.Only may name beside tables: figures, rows, sets.
	Parts []Part
	// StandIns are the names of real sets that stand in the place of the paper's own.
	StandIns []string
	// Times are the names of values of rows and columns of curves that are times, or follow from times alone, as patterns
	// of path.Match: "seconds", "*_seconds". They differ from run to run, and nothing else does.
	Times []string
	// Modes are the modes the study has.
	Modes []Mode
	// Folds is the number of folds, from 0, that Config.Folds may name; 0 for a study without folds.
	Folds int
	// Plan adds to a draft the tasks of its config, and the rows and curves that are made of their results. It loads no
	// data and computes nothing heavy.
	Plan func(d *Draft) error
	// Figures shows a record, as far as it has what they need. They depend on the record alone.
	Figures func(*Record) []figures.Figure
	// Claims are what the paper says, in the order in which they are listed.
	Claims []Criterion
	// Remarks is what to note on a record, in plain text made of its numbers and verdicts; nil for none. A remark whose
	// rows are missing is empty.
	Remarks func(*Record) []string
	// Results holds the records kept at paper scale, record.json and its curves at the root; nil where there is none.
	Results fs.FS
}

// Part is what Config.Only may name beside tables, with the tables that it asks for; without any, it chooses within the
// tables that are made anyway.
type Part struct {
	ID     string
	Tables []string
}

// IDs are the ids of all tables and parts, for Config.Only.
func (s Study) IDs() (ids []string) {
	for _, l := range s.Layouts {
		ids = append(ids, l.ID)
	}
	for _, p := range s.Parts {
		ids = append(ids, p.ID)
	}
	return ids
}

// layouts returns the tables that a config asks for: those named in Only, or else those of its mode and scale.
func (s Study) layouts(c Config) []Layout {
	named := map[string]bool{}
	for _, id := range c.Only {
		named[id] = true
		for _, p := range s.Parts {
			for _, t := range p.Tables {
				named[t] = named[t] || p.ID == id
			}
		}
	}
	of := func(wanted func(l Layout) bool) []Layout {
		return slices.DeleteFunc(slices.Clone(s.Layouts), func(l Layout) bool { return !wanted(l) })
	}
	if out := of(func(l Layout) bool { return named[l.ID] }); len(out) > 0 {
		return out
	}
	return of(func(l Layout) bool {
		return (l.EveryMode || c.Mode == Both || l.mode() == c.Mode) && (l.Scale == "" || l.Scale == c.Scale)
	})
}

// Layout returns the declaration of a table by its id; the zero value where there is none.
func (s Study) Layout(id string) Layout {
	if i := slices.IndexFunc(s.Layouts, func(l Layout) bool { return l.ID == id }); i >= 0 {
		return s.Layouts[i]
	}
	return Layout{}
}

// Run runs the study on this machine and returns its record. When ctx ends, or tasks fail, the record is partial: it
// has what is complete, and the error says why.
func (s Study) Run(ctx context.Context, c Config) (*Record, error) {
	d, err := s.Draft(c)
	if err != nil {
		return nil, err
	}
	err = d.Run(ctx, plan.Options{})
	if d.idle(err) {
		return nil, err
	}
	return d.Record(), err
}

// Find returns the study of this name among some; the error lists the names there are.
func Find(studies []Study, name string) (Study, error) {
	var names []string
	for _, s := range studies {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Study{}, fmt.Errorf("there is no study %q; there are: %s", name, strings.Join(names, ", "))
}

// Check tells whether a config fits the study.
func (s Study) Check(c Config) error {
	if err := c.CheckOnly(s.IDs()); err != nil {
		return fmt.Errorf("study %s: %w", s.Name, err)
	}
	for _, f := range c.Folds {
		if f < 0 || f >= s.Folds {
			if s.Folds == 0 {
				return fmt.Errorf("study %s has no folds", s.Name)
			}
			return fmt.Errorf("study %s has %d folds from 0 on, not fold %d", s.Name, s.Folds, f)
		}
	}
	for _, m := range s.Modes {
		if c.Mode == m || c.Mode == Both {
			return nil
		}
	}
	return fmt.Errorf("study %s has no mode %s; it has: %v", s.Name, c.Mode, s.Modes)
}

// Kept returns the record kept at paper scale, with its claims judged afresh; fs.ErrNotExist where there is none.
func (s Study) Kept() (*Record, error) {
	if s.Results == nil {
		return nil, fs.ErrNotExist
	}
	rec, err := Load(s.Results)
	if err != nil {
		return nil, err
	}
	for _, t := range rec.Tables {
		for i := range t.Rows {
			t.Rows[i].Data = s.placed(t.Rows[i].Data)
		}
	}
	rec.Claims = s.Judge(rec)
	return rec, nil
}

// placed is a source as the study has it: a set itself, or one in the place of the paper's.
func (s Study) placed(of datasets.Source) datasets.Source {
	if of.Kind == datasets.Real && slices.Contains(s.StandIns, of.Name) {
		of.Kind = datasets.StandIn
	}
	return of
}

// Ledger returns the claims of a study on its kept record, or all of them as not testable where there is none.
func (s Study) Ledger() ([]Claim, error) {
	rec, err := s.Kept()
	switch {
	case err == nil:
		return rec.Claims, nil
	case isNotExist(err):
		return s.Judge(&Record{Study: s.Name}), nil
	}
	return nil, err
}
