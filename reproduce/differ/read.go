// Package differ tells what differs between two records, reports, results of sweeps, models or fits, and why it may:
// settings, versions, data, or the machine.
package differ

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// Contents are what a file or a folder says, by paths such as tables/errors/rows/lasso/error.
type Contents struct {
	Name   string
	values map[string]string
	times  []string // names of values that are times, as a record says
}

// Read reads a folder with a record or with a plan's results, or a file that begins with JSON: a record, a model, or
// what a command printed by --json.
func Read(path string) (*Contents, error) {
	c := &Contents{Name: path, values: map[string]string{}}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return c, c.file(path)
	}
	record, results := filepath.Join(path, "record.json"), filepath.Join(path, "plan.json")
	if _, err := os.Stat(record); err == nil {
		if err := c.file(record); err != nil {
			return nil, err
		}
		if _, err := os.Stat(results); err != nil { // a study's, whose results lie elsewhere
			return c, c.curves(path)
		}
	}
	return c, c.results(path)
}

// file reads values of JSON, one after the other, and what stands behind them.
func (c *Contents) file(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for n := 0; ; n++ {
		before := d.InputOffset()
		var v any
		switch err := d.Decode(&v); {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case err != nil && n == 0:
			return fmt.Errorf("%s is no record, model or output of --json: %w", path, err)
		case err != nil: // the arrays of a model
			c.values["arrays"] = string(text[before:])
			return nil
		}
		at := ""
		if n > 0 {
			at = strconv.Itoa(n + 1)
		}
		m, ok := v.(map[string]any)
		delete(m, "seal") // of a model: sums of what is compared
		c.add(at, v)
		if ok && n == 0 {
			times, _ := m["times"].([]any)
			for _, t := range times {
				c.times = append(c.times, fmt.Sprint(t))
			}
		}
	}
}

// curves reads those of a record.
func (c *Contents) curves(dir string) error {
	rec, err := reproduce.Load(os.DirFS(dir))
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	for _, curve := range rec.Curves {
		for k, name := range curve.Columns {
			for i, v := range curve.Values[k] {
				c.values[fmt.Sprintf("curves/%s/%d/%s", curve.ID, i+1, name)] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
	}
	return nil
}

// results reads those of a plan, by their keys.
func (c *Contents) results(dir string) error {
	p, err := plan.ReadKept(dir)
	if err != nil {
		return err
	}
	c.values["version"], c.values["plan"], c.values["about"] = strconv.Itoa(p.Version), p.Name, p.About
	for _, k := range p.Results {
		var v any
		d := json.NewDecoder(bytes.NewReader(k.Result))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		c.add("results/"+strings.ReplaceAll(string(k.Key), "/", "∕"), v)
		c.values["processor"] = join(c.values["processor"], k.Made.Processor)
		c.values["level"] = join(c.values["level"], k.Made.Level)
	}
	return nil
}

// join lists what is not listed yet.
func join(list, word string) string {
	switch {
	case list == "":
		return word
	case strings.Contains(list, word):
		return list
	}
	return list + ", " + word
}

// add adds what a value of JSON has. Objects of a list that have an id are known by it, others by their place.
func (c *Contents) add(at string, v any) {
	below := func(name string) string { return strings.TrimPrefix(at+"/"+name, "/") }
	switch v := v.(type) {
	case map[string]any:
		for name, x := range v {
			c.add(below(name), x)
		}
	case []any:
		for i, x := range v {
			c.add(below(c.place(at, i, x)), x)
		}
	case nil:
		c.values[at] = "–"
	default:
		c.values[at] = fmt.Sprint(v)
	}
}

// place is the name of an object of a list: its id, with its reading and table where a claim has these, if no other has
// the same.
func (c *Contents) place(at string, i int, x any) string {
	m, _ := x.(map[string]any)
	id, ok := m["id"].(string)
	if !ok {
		return strconv.Itoa(i + 1)
	}
	for _, more := range []string{"reading", "table", "mode"} {
		if s, _ := m[more].(string); s != "" {
			id += " " + s
		}
	}
	if _, taken := c.values[strings.TrimPrefix(at+"/"+id+"/id", "/")]; taken {
		return strconv.Itoa(i + 1)
	}
	return id
}
