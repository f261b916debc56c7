package reproduce

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/proxlab/proxlab/figures"
)

// Study is one paper's experiments.
type Study struct {
	Name, Title, Paper string
	// Guide says in plain text what is run and how to read the tables; an empty line ends a paragraph.
	Guide string
	// IDs are the ids of all tables, figures and rows, for Config.Only.
	IDs []string
	// Modes are the modes the study has.
	Modes []Mode
	// Folds is the number of folds, from 0, that Config.Folds may name; 0 for a study without folds.
	Folds int
	// Run does the work. When ctx ends, it returns what is complete as a partial record together with the context's error.
	Run func(ctx context.Context, c Config) (*Record, error)
	// Tables and Figures show a record; Judge decides the claims on it. They depend on the record alone.
	Tables  func(*Record) []figures.Table
	Figures func(*Record) []figures.Figure
	Judge   func(*Record) []Claim
	// Remarks is what to note on a record, in plain text made of its numbers and verdicts; nil for none. A remark whose
	// rows are missing is empty.
	Remarks func(*Record) []string
	// Results holds the records kept at paper scale, record.json and its curves at the root; nil where there is none.
	Results fs.FS
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
	if err := c.CheckOnly(s.IDs); err != nil {
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
	rec.Claims = s.Judge(rec)
	return rec, nil
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
