package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/encode"
)

func isHeader(one, two []string) bool {
	numbers := 0
	for j, cell := range one {
		switch {
		case source.IsNumber(cell):
			numbers++
		case !isMissing(cell) && j < len(two) && source.IsNumber(two[j]):
			return true
		}
	}
	return numbers == 0 && !slices.Equal(one, []string{""})
}

func (c *reader) header(cells []string) error {
	seen := map[string]int{}
	for j, name := range cells {
		if !utf8.ValidString(name) {
			return source.FaultAt(c.path, 1, j+1,
				"the column's name %q is no UTF-8: save the file so, or read it by --encoding latin-1", name)
		}
		at, twice := seen[name]
		if twice && strings.Join(cells[1:], "") == "" {
			return source.FaultAt(c.path, 1, 1, "there is one name for %d columns: if the line is a title above the names of "+
				"columns, take it out", len(cells))
		}
		if twice {
			return source.FaultAt(c.path, 1, j+1, "the column %q stands there twice, as field %d too: rename one", name, at+1)
		}
		seen[name] = j
	}
	c.names = cells
	return nil
}

// find finds a column by name, or by number from 1; spaces around either are taken away where that helps.
func (c *reader) find(name string) (int, error) {
	for _, name := range []string{name, strings.TrimSpace(name)} {
		if j := slices.Index(c.names, name); j >= 0 {
			return j, nil
		}
		if j, err := frame.ColumnNumber(name, len(c.kinds)); err == nil {
			return j, nil
		}
	}
	if c.names != nil {
		return 0, fmt.Errorf("%s: there is no column %q; there are: %s", c.path, name, plain.List(c.names))
	}
	return 0, fmt.Errorf("%s: there is no column %q: the file has no header, so that columns are numbered 1 to %d",
		c.path, name, len(c.kinds))
}

// assign says what each column is.
func (c *reader) assign() error {
	c.kinds = make([]columnKind, len(c.layout.modes))
	o := c.options
	if o.Target == "" && !o.NoTarget {
		if c.names != nil {
			return fmt.Errorf("%s: which column is the target? There are: %s", c.path, plain.List(c.names))
		}
		return fmt.Errorf("%s: which column is the target? They are numbered 1 to %d", c.path, len(c.kinds))
	}
	type named struct {
		name     string
		kind     columnKind
		optional bool
	}
	special := []named{{o.Target, target, o.NoTarget}, {o.Weights, weights, false}, {o.Task, task, false}}
	for _, name := range o.Keep {
		special = append(special, named{name, kept, false})
	}
	ownFile := map[columnKind]bool{weights: true, kept: true} // these may be files of their own
	others := make([]int, 0, len(special))
	for _, s := range special {
		if s.name == "" || ownFile[s.kind] && frame.IsVectorFile(s.name) {
			continue
		}
		j, err := c.find(s.name)
		if err != nil {
			if s.optional {
				continue
			}
			return err
		}
		if c.kinds[j] != feature {
			return fmt.Errorf("%s: column %q cannot be two things", c.path, s.name)
		}
		c.kinds[j] = s.kind
		others = append(others, j)
		if s.kind == target {
			c.out.Target = s.name
		}
	}
	if err := cmp.Or(c.drop(o.Drop), c.only(o.Only)); err != nil {
		return err
	}
	for _, j := range c.learnt.drop {
		c.kinds[j] = ignored
		c.notice("column %d has neither a name nor values and is left out", j+1)
	}
	features, err := c.features()
	if err != nil {
		return err
	}
	return c.place(features, others)
}

// drop leaves columns out: those that are named, and a first one without a name, as pandas writes the index.
func (c *reader) drop(names []string) error {
	for _, name := range names {
		j, err := c.find(name)
		if err != nil {
			return err
		}
		if c.kinds[j] != feature && c.kinds[j] != ignored {
			return fmt.Errorf("%s: column %q is to be left out, and to be used", c.path, name)
		}
		c.kinds[j] = ignored
	}
	if c.names == nil || c.options.Known() != nil || c.kinds[0] != feature || len(c.names) < 2 {
		return nil
	}
	if number, cut := strings.CutPrefix(c.names[0], "Unnamed: "); c.names[0] == "" || cut && source.IsNumber(number) {
		c.kinds[0] = ignored
		c.notice("the first column has no name (%q): it is taken for the numbers of the rows and left out", c.names[0])
	}
	return nil
}

// only leaves out the features that are not named.
func (c *reader) only(names []string) error {
	if names == nil {
		return nil
	}
	named := map[int]bool{}
	for _, name := range names {
		j, err := c.find(name)
		if err != nil {
			return err
		}
		if named[j] = true; c.kinds[j] != feature {
			return fmt.Errorf("%s: column %q cannot be two things", c.path, name)
		}
	}
	for j, kind := range c.kinds {
		if kind == feature && !named[j] {
			c.kinds[j] = ignored
		}
	}
	return nil
}

func (c *reader) notice(format string, args ...any) {
	c.out.Notices = append(c.out.Notices, source.Say(format, args...))
}

// placeOf is where a column of a name is, by the names' places, or by the number that the name is where columns have
// none; −1 where it is not there.
func (c *reader) placeOf(name string, places map[string]int) int {
	if j, there := places[name]; there {
		return j
	}
	if c.names == nil {
		if j, err := frame.ColumnNumber(name, len(c.kinds)); err == nil {
			return j
		}
	}
	return -1
}

// features are the columns that become features, in their order: all that are nothing else, or those that a model
// knows, whatever their order, and others are left out.
func (c *reader) features() ([]int, error) {
	known := c.options.Known()
	if known == nil || c.names == nil && c.options.Encoder == nil {
		var out []int
		for j, kind := range c.kinds {
			if kind == feature {
				out = append(out, j)
			}
		}
		return out, nil
	}
	var missing []string
	out := make([]int, 0, len(known))
	taken, places := map[int]bool{}, make(map[string]int, len(c.names))
	for j, name := range c.names {
		places[name] = j // names differ
	}
	for _, name := range known {
		j := c.placeOf(name, places)
		if j < 0 || taken[j] || c.kinds[j] != feature && c.kinds[j] != ignored {
			missing = append(missing, name)
			continue
		}
		taken[j] = true
		out = append(out, j)
	}
	for j := range c.kinds {
		if taken[j] {
			c.kinds[j] = feature
			continue
		}
		if c.kinds[j] == feature || c.kinds[j] == ignored {
			c.kinds[j] = ignored
			name := c.nameOf(j)
			if name == "" {
				name = fmt.Sprintf("column %d, which has no name", j+1)
			}
			c.out.Left = append(c.out.Left, name)
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("%s: features are missing: %s; the columns are: %s",
			c.path, plain.List(missing), plain.List(c.names))
	}
	return out, nil
}

// nameOf is a column's name, or its number from 1.
func (c *reader) nameOf(j int) string {
	if c.names == nil {
		return strconv.Itoa(j + 1)
	}
	return c.names[j]
}

// place gives the columns that are used their slots, and says how their cells are read.
func (c *reader) place(features, others []int) error {
	l := c.layout
	if len(features) == 0 {
		return fmt.Errorf("%s: the file holds no examples with features", c.path)
	}
	l.slots = make([]int, len(l.modes))
	c.table = &encode.Table{Columns: make([]encode.Column, len(features))}
	c.others, c.values = make([]encode.Column, len(others)), make([][]float64, len(others))
	c.used = slices.Concat(features, others)
	texts := c.texts()
	for slot, j := range c.used {
		l.slots[j], l.modes[j] = slot, number
		switch {
		case c.kinds[j] == target && c.options.TextLabels:
			l.modes[j] = label
		case c.kinds[j] == task:
			l.modes[j] = integer
		case c.kinds[j] == kept:
			l.modes[j] = exactly
		case c.kinds[j] == feature && texts[c.nameOf(j)]:
			l.modes[j] = text
		}
		c.column(slot).Name = c.nameOf(j)
	}
	for _, j := range c.learnt.texts {
		l.modes[j] = text
		if c.kinds[j] == target {
			l.modes[j] = exactly
		}
	}
	l.used = len(c.used)
	c.known = make([]map[string]int, l.used)
	for k := range c.known {
		c.known[k] = map[string]int{}
	}
	return nil
}

// texts are the columns whose cells are texts even where they look like numbers.
func (c *reader) texts() map[string]bool {
	out := map[string]bool{}
	if e := c.options.Encoder; e != nil {
		names, text := e.Inputs()
		for k, name := range names {
			out[name] = text[k]
		}
		return out
	}
	for _, list := range [][]string{c.options.Encode.Categories, c.options.Encode.Dates, c.options.Encode.Texts} {
		for _, name := range list {
			if j, err := c.find(name); err == nil {
				out[c.nameOf(j)] = true
			}
		}
	}
	return out
}
