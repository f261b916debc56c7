package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
)

const (
	recordName = "record.json"
	curvesName = "curves"
	// TasksName is the folder of a study's plan and its results, beside the record.
	TasksName = "tasks"
)

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Save writes record.json and curves/<id>.csv into a folder, each file whole or not at all.
func (r *Record) Save(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, curvesName), 0o777); err != nil {
		return err
	}
	for _, c := range r.Curves {
		if err := writeFile(filepath.Join(dir, curvesName, c.ID+".csv"), c.csv()); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, recordName), append(text, '\n'))
}

// writeFile writes a file of a report, whole or not at all.
func writeFile(path string, content []byte) error {
	return outfile.Write(context.Background(), path, content, 0o666)
}

func (c *Curve) csv() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	line := make([]string, len(c.Columns))
	for k, name := range c.Columns {
		line[k] = plain.Text(name)
	}
	_ = w.Write(line) // a buffer takes all
	for i := range c.Values[0] {
		for k, col := range c.Values {
			line[k] = strconv.FormatFloat(col[i], 'g', -1, 64)
		}
		_ = w.Write(line)
	}
	w.Flush()
	return b.Bytes()
}

// Results returns the folder results of an embedded file system, for Study.Results. It panics where there is none.
func Results(embedded fs.FS) fs.FS {
	sub, err := fs.Sub(embedded, "results")
	if err != nil {
		panic(err) // the name is valid
	}
	return sub
}

// Load reads a record and its curves from the root of a file system.
func Load(dir fs.FS) (*Record, error) {
	text, err := fs.ReadFile(dir, recordName)
	if err != nil {
		return nil, err
	}
	r := &Record{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", recordName, err)
	}
	files, err := fs.Glob(dir, path.Join(curvesName, "*.csv"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		c, err := loadCurve(dir, name)
		if err != nil {
			return nil, err
		}
		r.Curves = append(r.Curves, c)
	}
	return r, nil
}

func loadCurve(dir fs.FS, name string) (Curve, error) {
	text, err := fs.ReadFile(dir, name)
	if err != nil {
		return Curve{}, err
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return Curve{}, fmt.Errorf("%s: %w", name, err)
	}
	if len(lines) == 0 {
		return Curve{}, fmt.Errorf("%s: the file is empty", name)
	}
	c := Curve{
		ID:      strings.TrimSuffix(path.Base(name), ".csv"),
		Columns: lines[0],
		Values:  make([][]float64, len(lines[0])),
	}
	for i, line := range lines[1:] {
		for k, s := range line {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return Curve{}, fmt.Errorf("%s:%d: %w", name, i+2, err)
			}
			c.Values[k] = append(c.Values[k], v)
		}
	}
	return c, nil
}

// SetAside moves the outputs of an earlier run out of the way of a new record, to previous/<time it started>, and
// returns the folder. It returns "" if there is nothing to keep: no earlier run, an interrupted one, or one of the same
// config on the same data. The results of tasks stay: any run may use them.
func SetAside(dir string, rec *Record) (string, error) {
	old, err := Load(os.DirFS(dir))
	switch {
	case isNotExist(err):
		return "", nil
	case err == nil && sameConfig(old.Config, rec.Config) && (old.Partial || bytes.Equal(old.contents(), rec.contents())):
		return "", nil
	}
	stamp := "unreadable"
	if err == nil {
		stamp = old.Started.UTC().Format("20060102T150405")
	}
	to := filepath.Join(dir, "previous", stamp)
	for n := 2; ; n++ {
		if _, err := os.Lstat(to); isNotExist(err) {
			break
		}
		to = filepath.Join(dir, "previous", fmt.Sprintf("%s-%d", stamp, n))
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name() == "previous" || e.Name() == TasksName {
			continue
		}
		if err := os.Rename(filepath.Join(dir, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return "", err
		}
	}
	return to, nil
}

func sameConfig(a, b Config) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// contents names the tables and rows of a record with their data, not their numbers.
func (r *Record) contents() []byte {
	var b bytes.Buffer
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			fmt.Fprintf(&b, "%s/%s %v %v\n", t.ID, row.ID, row.Data, row.Values["status"])
		}
	}
	return b.Bytes()
}
