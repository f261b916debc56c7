// Package frame has what reading a table comes to: the features of examples as a matrix, with targets, weights, tasks
// and what else is asked for. Package datasets reads them: datasets.Frame and datasets.FrameOptions are these types.
package frame

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Frame is a user's examples: the rows of X, dense or sparse, with what else the file has of each.
type Frame struct {
	Source   source.Source
	X        linalg.Map
	Y        []float64  // nil where there is no target
	Task     []int64    // nil where none were asked for
	Weights  []float64  // nil where none were asked for
	Features []string   // names of the columns of X; nil where the file has none
	Labels   []string   // where targets are text: Y counts these, which ascend, from 0; nil where they are numbers
	Target   string     // the name of the column of targets, or its number
	Left     []string   // columns of the file that were left out
	Kept     [][]string // the columns that were to be kept beside, as text; nil where none was asked for
	// ZeroBased tells that indices of SVMlight counted from 0, as options said or an index 0 showed.
	ZeroBased bool
	// Encoder made X of the columns of a CSV file; nil where these are numbers as they are.
	Encoder *encode.Encoder
	// Base is what folds learn the encoder anew from; nil where there is nothing.
	Base    *encode.Base
	Dropped []int    // examples of the file, from 0 and ascending, that were left out since a value is missing
	Notices []string // what the reader noticed and did, to be shown
}

// Options say which columns of a file are what. A column is named in CSV by its name in the header or its number
// from 1; in .npz and .mat by the name of an array; in .npy and MatrixMarket by its number from 1. In every format the
// name may also be the path of a .npy or .mtx file that holds one number for each example.
type Options struct {
	// Target is the column of targets or labels. SVMlight has it first; in .npz and .mat files it is y if Target is empty.
	Target string
	// Weights and Task are columns too; "" for none. Task is "qid" for SVMlight.
	Weights, Task string
	// TextLabels lets targets be text.
	TextLabels bool
	// NoTarget allows that there is no target.
	NoTarget bool
	// Features names the columns of CSV that make X, in this order; nil for all that are nothing else.
	Features []string
	// Drop names columns of CSV that are left out, and Only, where not nil, those that are not.
	Drop, Only []string
	// Keep names columns that are no features but kept as text: patients or days that folds go by, events that end times.
	Keep []string
	// Encode says how columns of CSV that are not numbers become some, and what becomes of missing cells; its columns may
	// be named by number too. Encoder does as it has learnt instead, and Features are then its columns.
	Encode  encode.Options
	Encoder *encode.Encoder
	// Decimal is the decimal point of CSV, "." or ","; "" finds it out where semicolons or tabs separate, and else is ".".
	Decimal string
	// Separator stands between the cells of CSV, as ";", a tab or "|"; "" finds it out.
	Separator string
	// Encoding is how the text of CSV is written, of source.Encodings; "" for UTF-8.
	Encoding string
	// Columns is the least number of columns of sparse files: those that never occur are 0.
	Columns int
	// Format is that of the file; "" for what its name ends with says, or the content where the name says nothing.
	Format Format
	// ZeroBased says that indices of SVMlight count from 0. They do too where an index 0 occurs.
	ZeroBased bool
}

// Check tests that a frame's parts go together, and are finite, as entries of X of some formats are anyway.
func (f *Frame) Check(path string, o Options, finite bool) error {
	n, d := f.X.Dims()
	switch {
	case n == 0 || d == 0:
		return NoExamples(path, n, d)
	case f.Y == nil && !o.NoTarget:
		return fmt.Errorf("%s: there is no target", path)
	case f.Y != nil && len(f.Y) != n:
		return fmt.Errorf("%s: there are %d examples and %d targets", path, n, len(f.Y))
	case f.Weights != nil && len(f.Weights) != n:
		return fmt.Errorf("%s: there are %d examples and %d weights", path, n, len(f.Weights))
	case f.Task != nil && len(f.Task) != n:
		return fmt.Errorf("%s: there are %d examples and %d tasks", path, n, len(f.Task))
	case f.Task == nil && o.Task != "":
		return fmt.Errorf("%s: there are no tasks named %q", path, o.Task)
	}
	if err := f.finite(path); err != nil {
		return err
	}
	if entries, ok := f.X.(linalg.Entries); ok && !finite {
		if i, j, v, found := linalg.NotFinite(entries); found {
			return fmt.Errorf("%s: row %d, column %d is %g: leave it out, or fill it in", path, i+1, j+1, v)
		}
	}
	return nil
}

// NoExamples says that a table has no rows, or no columns.
func NoExamples(path string, n, d int) error {
	return fmt.Errorf("%s: the examples are %d × %d: there is nothing to learn from", path, n, d)
}

// finite tests that targets and weights are finite numbers.
func (f *Frame) finite(path string) error {
	bad := func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
	for i, y := range f.Y {
		if bad(y) {
			return fmt.Errorf("%s: target %d is %g: leave the example out, or fill it in", path, i+1, y)
		}
	}
	for i, w := range f.Weights {
		if bad(w) || w < 0 {
			return fmt.Errorf("%s: weight %d is %g: it must be finite and not negative", path, i+1, w)
		}
	}
	return nil
}

// Format is a format of files that ReadFrame reads.
type Format string

// KeepAs keeps a column as what options name at k.
func (f *Frame) KeepAs(o Options, k int, column []string) {
	if f.Kept == nil {
		f.Kept = make([][]string, len(o.Keep))
	}
	f.Kept[k] = column
}

// KeepNumbers keeps a column of numbers.
func (f *Frame) KeepNumbers(o Options, k int, column []float64) {
	f.KeepAs(o, k, Texts(column, func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }))
}

// Texts are what values are written as.
func Texts[T any](values []T, write func(T) string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = write(v)
	}
	return out
}

// Except takes rows, which ascend, out of values.
func Except[T any](values []T, rows []int) []T {
	if values == nil {
		return nil
	}
	out := values[:0]
	for i, v := range values {
		if len(rows) > 0 && rows[0] == i {
			rows = rows[1:]
			continue
		}
		out = append(out, v)
	}
	return out
}

// ErrNoNumber says that a column is given by name.
var ErrNoNumber = errors.New("no number")

// ColumnNumber reads a column's number from 1, and returns it from 0.
func ColumnNumber(name string, columns int) (int, error) {
	v, ok := source.ParseNumber([]byte(name))
	switch {
	case !ok:
		return 0, ErrNoNumber
	case v != math.Trunc(v) || v < 1 || v > float64(columns):
		return 0, fmt.Errorf("there is no column %s; they are numbered 1 to %d", name, columns)
	}
	return int(v) - 1, nil
}

// Known are the columns that a model knows; nil where there is none, or it has no names.
func (o Options) Known() []string {
	if o.Encoder != nil {
		names, _ := o.Encoder.Inputs()
		return names
	}
	return o.Features
}

// IsVectorFile tells whether the name of a column is that of a file of its own.
func IsVectorFile(name string) bool {
	return source.Extension(name) == ".npy" || source.Extension(name) == ".mtx"
}

// CheckSeparator tests what is said to stand between cells: one character that is part of none.
func CheckSeparator(mark string) error {
	if len(mark) == 1 && mark[0] < utf8.RuneSelf && !strings.ContainsAny(mark, "\"\r\n .-+") && !isWord(mark[0]) {
		return nil
	}
	return fmt.Errorf("separator %q: one character is due that is in no number and no word, as ; or a tab", mark)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
