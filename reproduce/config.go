// Package reproduce is the frame of the studies. A study is a function from a Config to a Record; its tables, figures
// and claims are pure functions of the record. Its work is cut into cells whose results are kept, so that an
// interrupted study goes on where it stopped.
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

	Fresh    bool      `json:"-"` // ignore cells kept from before
	Cells    string    `json:"-"` // folder of the cells; "" keeps none
	Progress Progress  `json:"-"` // told of finished cells; may be nil
	Log      io.Writer `json:"-"` // notices; may be nil
}

// DefaultConfig returns the command's defaults: quick, literal, and whatever data there are.
func DefaultConfig() Config {
	return Config{Scale: Quick, Mode: Literal, Data: datasets.Auto, Seed: 1}
}

// Wants reports whether a table, figure or row was asked for: all are if Only is empty, and a row also is if its table
// is.
func (c Config) Wants(ids ...string) bool {
	return len(c.Only) == 0 || slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(c.Only, id) })
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

// Progress is told how many cells of a study are done, of how many, and what the next one is.
type Progress func(done, total int, next string)
