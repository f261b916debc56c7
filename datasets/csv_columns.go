package datasets

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
)

func isNumber(cell string) bool {
	_, ok := parseNumber([]byte(cell))
	return ok
}

// isMissing tells whether a cell says that a value is missing: no name of a column.
func isMissing(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "na", "nan", "null", "?":
		return true
	}
	return false
}

func isHeader(one, two []string) bool {
	numbers := 0
	for j, cell := range one {
		switch {
		case isNumber(cell):
			numbers++
		case !isMissing(cell) && j < len(two) && isNumber(two[j]):
			return true
		}
	}
	return numbers == 0 && !slices.Equal(one, []string{""})
}

func (c *csvReader) header(cells []string) error {
	seen := map[string]int{}
	for j, name := range cells {
		if !utf8.ValidString(name) {
			return &SyntaxError{
				File: c.path, Line: 1, Field: j + 1,
				Msg: fmt.Sprintf("the column's name %q is no UTF-8: save the file so", brief(name)),
			}
		}
		if at, twice := seen[name]; twice {
			return &SyntaxError{
				File:  c.path,
				Line:  1,
				Field: j + 1,
				Msg:   fmt.Sprintf("the column %q stands there twice, as field %d too: rename one", brief(name), at+1),
			}
		}
		seen[name] = j
	}
	c.names = cells
	return nil
}

// column finds a column by name, or by number from 1.
func (c *csvReader) column(name string) (int, error) {
	if j := slices.Index(c.names, name); j >= 0 {
		return j, nil
	}
	j, err := columnNumber(name, c.width)
	if err == nil {
		return j, nil
	}
	if c.names != nil {
		return 0, fmt.Errorf("%s: there is no column %q; there are: %s", c.path, name, plain.List(c.names))
	}
	return 0, fmt.Errorf("%s: there is no column %q: the file has no header, so that columns are numbered 1 to %d",
		c.path, name, c.width)
}

// assign says what each column is.
func (c *csvReader) assign() error {
	c.kinds, c.place = make([]columnKind, c.width), make([]int, c.width)
	o := c.options
	if o.Target == "" && !o.NoTarget {
		if c.names != nil {
			return fmt.Errorf("%s: which column is the target? There are: %s", c.path, plain.List(c.names))
		}
		return fmt.Errorf("%s: which column is the target? They are numbered 1 to %d", c.path, c.width)
	}
	ownFile := map[columnKind]bool{weights: true, kept: true} // these may be files of their own
	for _, special := range []struct {
		name     string
		kind     columnKind
		optional bool
	}{{o.Target, target, o.NoTarget}, {o.Weights, weights, false}, {o.Task, task, false}, {o.Keep, kept, false}} {
		if special.name == "" || ownFile[special.kind] && IsVectorFile(special.name) {
			continue
		}
		j, err := c.column(special.name)
		if err != nil {
			if special.optional {
				continue
			}
			return err
		}
		if c.kinds[j] != feature {
			return fmt.Errorf("%s: column %q cannot be two things", c.path, special.name)
		}
		c.kinds[j] = special.kind
		if special.kind == target {
			c.out.Target = special.name
		}
	}
	for _, name := range o.Drop {
		j, err := c.column(name)
		if err != nil {
			return err
		}
		if c.kinds[j] != feature {
			return fmt.Errorf("%s: column %q is to be left out, and to be used", c.path, name)
		}
		c.kinds[j] = ignored
	}
	if o.Features != nil && c.names != nil {
		return c.choose(o.Features)
	}
	for j := range c.kinds {
		if c.kinds[j] == feature {
			c.place[j] = len(c.out.Features)
			name := fmt.Sprint(j + 1)
			if c.names != nil {
				name = c.names[j]
			}
			c.out.Features = append(c.out.Features, name)
		}
	}
	return nil
}

// IsVectorFile tells whether the name of a column is that of a file of its own.
func IsVectorFile(name string) bool { return extension(name) == ".npy" || extension(name) == ".mtx" }

// choose takes the features by their names, whatever their order, and leaves other columns out.
func (c *csvReader) choose(features []string) error {
	for j := range c.kinds {
		if c.kinds[j] == feature {
			c.kinds[j] = ignored
		}
	}
	var missing []string
	for k, name := range features {
		j := slices.Index(c.names, name)
		if j < 0 || c.kinds[j] != ignored {
			missing = append(missing, name)
			continue
		}
		c.kinds[j], c.place[j] = feature, k
	}
	for j, kind := range c.kinds {
		if kind == ignored {
			c.out.Left = append(c.out.Left, c.names[j])
		}
	}
	if missing != nil {
		return fmt.Errorf("%s: features are missing: %s; the columns are: %s",
			c.path, plain.List(missing), plain.List(c.names))
	}
	c.out.Features = features
	return nil
}
