// Package explore declares figures that answer their reader: an Explorable has controls, and a function from their
// values to curves, tables and words. The same function runs natively, where a notebook's cell shows the answer to the
// values that the controls start from, and as WebAssembly in the page that the reader has open, where moving a control
// solves again. So it is a variable of a package that both import, and not of a cell; package notebooks/explorables has
// the project's own. Package figures draws answers.
//
// One of your own, in a folder that the command notebooks new has set up, whose module is called mine:
//
//  1. Declare it in a package beside go.mod: var Mine = explore.Explorable{…} in figures/mine.go.
//  2. Give it a Name that no other has, Controls with their values at the start, and an Answer, a function of the
//     values alone: what is slow and does not depend on them goes into a sync.OnceValue, what depends on some of them
//     into a Last, an iterative method into a Course.
//  3. Import mine/figures in a cell, and write session.Explore(figures.Mine) in another.
//  4. Execute and export the notebook: proxlab notebooks export notebooks/mine.ipynb.
//  5. Hand on the page together with the script beside it, figures.ModuleFile: it is the program that answers, and
//     holds what the explorables need that the folder's notebooks name.
package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Explorable is a figure with controls.
type Explorable struct {
	Name            string // letters, digits and hyphens
	Title, Subtitle string // the subtitle says what the data are
	Controls        []Control
	// Answer solves for the values of the controls. It depends on nothing else, and ends soon after its context.
	Answer func(ctx context.Context, v Values) (Answer, error) `json:"-"`
	// Again says how what is solved for the values is solved without the page; nil where that is not said.
	Again func(v Values) (Again, error) `json:"-"`
}

// Kind is a kind of control.
type Kind string

// The kinds of controls.
const (
	Slider Kind = "slider" // a number between two
	Play   Kind = "play"   // steps, from Min to Max: a slider with buttons that go on by Step, and stop
	Choice Kind = "choice" // one of some words
	Text   Kind = "text"   // a line, or lines where Rows is above 1
	Pad    Kind = "pad"    // strokes, drawn by mouse, finger or pen
	Cells  Kind = "cells"  // groups of cells of a row or grid, which may overlap: see Groups
	File   Kind = "file"   // a text file of the reader's own, which stays in the page
)

// Control is what a reader moves. Its value at the start is Start, Word or Strokes, by its kind: those of a slider and
// of steps are numbers, those of a pad strokes, all others words. A file has none.
type Control struct {
	Kind        Kind
	Name, Label string
	Min, Max    float64 // of a slider, and of steps
	Step        float64 // of both; in decades where it is logarithmic
	Log         bool
	Options     []string // of a choice
	Rows        int      // of a text, and of cells, where 0 is 1
	Columns     int      // of cells
	Start       float64
	Word        string
	Strokes     [][]Point
}

// Point is a place on a pad, 0 to 1 from its left and from its top.
type Point [2]float64

// Values are those of the controls, by name.
type Values struct {
	Numbers map[string]float64
	Words   map[string]string
	Strokes map[string][][]Point
	Files   map[string]string // the names of files, whose content is in Words; a file that nobody chose has neither
}

// Start returns the values at the start.
func (e Explorable) Start() Values {
	v := Values{map[string]float64{}, map[string]string{}, map[string][][]Point{}, map[string]string{}}
	for _, c := range e.Controls {
		switch c.Kind {
		case Slider, Play:
			v.Numbers[c.Name] = c.Start
		case Pad:
			v.Strokes[c.Name] = c.Strokes
		case Choice, Text, Cells:
			v.Words[c.Name] = c.Word
		case File: // there is none
		}
	}
	return v
}

// Ask checks the values and answers them. What has no value is where it starts.
func (e Explorable) Ask(ctx context.Context, v Values) (Answer, error) {
	full, err := e.complete(v)
	if err != nil {
		return Answer{}, err
	}
	a, err := e.Answer(ctx, full)
	if err != nil {
		return Answer{}, err
	}
	return a.finite(), nil
}

// Repeat checks the values, as Ask does, and says how what they ask for is solved again; what has no value is where it
// starts. It is the zero value where the figure does not say.
func (e Explorable) Repeat(v Values) (Again, error) {
	full, err := e.complete(v)
	if err != nil || e.Again == nil {
		return Again{}, err
	}
	return e.Again(full)
}

// complete checks the values, and adds those that are missing.
func (e Explorable) complete(v Values) (full Values, err error) {
	full = e.Start()
	for _, c := range e.Controls {
		if x, ok := v.Numbers[c.Name]; ok && (c.Kind == Slider || c.Kind == Play) {
			if slack := 1e-9 * (math.Abs(c.Min) + math.Abs(c.Max)); !(x >= c.Min-slack && x <= c.Max+slack) {
				return full, fmt.Errorf("%s is %g: it goes from %g to %g", c.Label, x, c.Min, c.Max)
			}
			full.Numbers[c.Name] = x
		}
		if s, ok := v.Words[c.Name]; ok {
			switch {
			case c.Kind == Choice && !slices.Contains(c.Options, s):
				return full, fmt.Errorf("%s has no choice %q; it has %s", c.Label, s, strings.Join(c.Options, ", "))
			case c.Kind == File && s == "":
				return full, fmt.Errorf("%s is empty: choose another file", cmp.Or(v.Files[c.Name], "the file"))
			case c.Kind == File:
				full.Files[c.Name] = v.Files[c.Name]
			}
			full.Words[c.Name] = s
		}
		if s, ok := v.Strokes[c.Name]; ok && c.Kind == Pad {
			full.Strokes[c.Name] = s
		}
	}
	return full, nil
}

// Answer is what a figure shows: facts and words, panels of curves, tables.
type Answer struct {
	Facts   []Fact
	Said    []string // lines of words
	Aligned []string // lines whose letters stand one below another, as a sequence and its structure
	Columns int      // of panels side by side, where there is room; 0 for 1
	Panels  []Panel
	Tables  []Table
	Ended   bool // more steps change nothing: what plays stops
}

// Fact is a number with a name.
type Fact struct {
	Name  string
	Value float64
}

// Fact returns the number of a name, NaN where there is none.
func (a Answer) Fact(name string) float64 {
	for _, f := range a.Facts {
		if f.Name == name {
			return f.Value
		}
	}
	return math.NaN()
}

// Panel is a figure of curves. Where Min < Max on an axis it shows that part.
type Panel struct {
	Title  string
	X, Y   Axis
	Series []Series
	Equal  bool // a unit is of one length on both axes
}

// Axis is one of a panel.
type Axis struct {
	Label    string
	Log      bool
	Min, Max float64
	Names    []string // of the places 0, 1, … where it has names and no numbers
	Bare     bool     `json:",omitempty"` // has neither line nor numbers: where they say nothing
}

// Series is one curve.
type Series struct {
	Name   string
	X, Y   []float64
	Dashed bool
	Dots   bool // points alone
	Cells  bool `json:",omitempty"` // squares alone, of one unit: the pixels of a picture
	Color  int  // k ≥ 1 takes the palette's k-th color; 0 the next in order
}

// Table has a heading for each column.
type Table struct {
	Title   string
	Heading []string
	Rows    [][]string
}

// finite leaves out what JSON cannot hold: points and facts that are no finite numbers.
func (a Answer) finite() Answer {
	bad := func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
	a.Facts = slices.DeleteFunc(slices.Clone(a.Facts), func(f Fact) bool { return bad(f.Value) })
	for i := range a.Panels {
		for j := range a.Panels[i].Series {
			s := &a.Panels[i].Series[j]
			var x, y []float64
			for k := range min(len(s.X), len(s.Y)) {
				if !bad(s.X[k]) && !bad(s.Y[k]) {
					x, y = append(x, s.X[k]), append(y, s.Y[k])
				}
			}
			s.X, s.Y = x, y
		}
	}
	return a
}
