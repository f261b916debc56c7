// Package reproduce is the frame of the studies. A study plans: from a Config it says which tasks there are and how
// rows and curves are made of their results (Draft). Package plan runs the tasks, on this machine or on others, and
// keeps their results, so that an interrupted study goes on where it stopped. What comes together is a Record;
// tables, figures and claims are functions of the record alone.
package reproduce

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
)

// Scale is how much of a paper's protocol is run.
type Scale string

// The scales: the same protocol on fewer folds, seeds, replications or sizes, or in full.
const (
	Quick Scale = "quick"
	Paper Scale = "paper"
)

// ParseScale reads a scale; the error lists both.
func ParseScale(s string) (Scale, error) {
	if v := Scale(s); v == Quick || v == Paper {
		return v, nil
	}
	return "", fmt.Errorf("scale %q is neither quick nor paper", s)
}

// Mode is how a paper's open points are settled.
type Mode string

// The modes: what the paper's letter says where it is open or weak, what we recommend, and one table of each.
const (
	Literal Mode = "literal"
	Sound   Mode = "sound"
	Both    Mode = "both"
)

// ParseMode reads a mode; the error lists all.
func ParseMode(s string) (Mode, error) {
	if v := Mode(s); v == Literal || v == Sound || v == Both {
		return v, nil
	}
	return "", fmt.Errorf("mode %q is none of literal, sound, both", s)
}

// Config says what to run.
type Config struct {
	Scale Scale           `json:"scale"`
	Mode  Mode            `json:"mode"`
	Data  datasets.Policy `json:"data"`
	Only  []string        `json:"only,omitempty"`  // ids of tables, figures or rows; all when empty
	Folds []int           `json:"folds,omitempty"` // the scale's own when empty
	Seed  uint64          `json:"seed"`

	Fresh    bool      `json:"-"` // compute anew what is kept
	Replace  bool      `json:"-"` // take the folder from an unfinished run of another config
	Folder   string    `json:"-"` // of the plan and its results; "" keeps none
	Progress Progress  `json:"-"` // told of tasks done; may be nil
	Log      io.Writer `json:"-"` // notices; may be nil
}

// DefaultConfig returns the command's defaults: quick, literal, and whatever data there are.
func DefaultConfig() Config {
	return Config{Scale: Quick, Mode: Literal, Data: datasets.Auto, Seed: 1}
}

// About says in a few words what is run, for people.
func (c Config) About() string {
	out := fmt.Sprintf("scale %s, mode %s, data %s, seed %d", c.Scale, c.Mode, c.Data, c.Seed)
	if len(c.Only) > 0 {
		out += ", only " + strings.Join(c.Only, " ")
	}
	if len(c.Folds) > 0 {
		out += fmt.Sprintf(", folds %v", c.Folds)
	}
	return out
}

// Named returns those of some ids that Only names, or all of them where it names none: rows of a table, sets, panels.
func (c Config) Named(ids []string) []string {
	named := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !slices.Contains(c.Only, id) })
	if len(named) > 0 {
		return named
	}
	return ids
}

// CheckOnly returns an error that lists the ids there are when Only names another.
func (c Config) CheckOnly(ids []string) error {
	for _, id := range c.Only {
		if !slices.Contains(ids, id) {
			return fmt.Errorf("there is no table, figure or row %q; there are: %s", id, strings.Join(ids, ", "))
		}
	}
	return nil
}

// Notice writes a line to Log, if there is one.
func (c Config) Notice(format string, args ...any) {
	if c.Log != nil {
		fmt.Fprintf(c.Log, format+"\n", args...)
	}
}

// Progress is told how many tasks are done, of how many, and what is at work.
type Progress func(done, total int, label string)
