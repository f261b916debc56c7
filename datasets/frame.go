package datasets

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Frame is a user's examples: the rows of X, dense or sparse, with what else the file has of each.
type Frame struct {
	Source   Source
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
	Dropped []int    // examples of the file, from 0 and ascending, that were left out since a value is missing
	Notices []string // what the reader noticed and did, to be shown
}

// FrameOptions say which columns of a file are what. A column is named in CSV by its name in the header or its number
// from 1; in .npz and .mat by the name of an array; in .npy and MatrixMarket by its number from 1. In every format the
// name may also be the path of a .npy or .mtx file that holds one number for each example.
type FrameOptions struct {
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
	// Drop names columns of CSV that are left out.
	Drop []string
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
	// Columns is the least number of columns of sparse files: those that never occur are 0.
	Columns int
	// Format is that of the file; "" for what its name ends with says, or the content where the name says nothing.
	Format Format
	// ZeroBased says that indices of SVMlight count from 0. They do too where an index 0 occurs.
	ZeroBased bool
}

// formats reads a file of each format.
var formats = map[Format]func(ctx context.Context, r *reader, path string, o FrameOptions) (*Frame, error){
	FormatCSV:          readCSV,
	FormatTSV:          readCSV,
	FormatSVMLight:     readSVMLightFrame,
	FormatNPY:          readNPYFrame,
	FormatNPZ:          readNPZ,
	FormatMatrixMarket: readMatrixMarketFrame,
	FormatMATLAB:       readMATLABFrame,
}

// ReadFrame reads a file: CSV (.csv, .tsv), NumPy (.npy, .npz), MatrixMarket (.mtx), MATLAB version 5 (.mat), the
// format of SVMlight (.svm, .svmlight, .libsvm), and under any other name what the content shows. @NAME stands for the
// training part of a registered set and @NAME:test for its test part. Files may be compressed by gzip or bzip2.
func ReadFrame(ctx context.Context, path string, o FrameOptions) (*Frame, error) {
	if strings.HasPrefix(path, "@") {
		if o.Format != "" {
			return nil, fmt.Errorf("%s: a registered set has a format of its own", path)
		}
		return readRegistered(ctx, path[1:], o)
	}
	r, err := open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readFrame(ctx, r, path, o)
}

// ReadFrameFrom reads what ReadFrame reads from a stream, such as the standard input, which errors call name. It ends
// with the context even where the stream keeps it waiting.
func ReadFrameFrom(ctx context.Context, in io.Reader, name string, o FrameOptions) (*Frame, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r, err := newReader(Stream(ctx, in), name, &intake{name: name})
	if err != nil {
		return nil, err
	}
	return readFrame(ctx, r, name, o)
}

// readFrame reads an opened file.
func readFrame(ctx context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	var err error
	if o.Format, err = r.recognise(o.formatOf(path)); err != nil {
		return nil, err
	}
	read, known := formats[o.Format]
	if !known {
		return nil, fmt.Errorf("%s: the format %q is none of %v", path, o.Format, Formats())
	}
	if o.Format != FormatCSV && o.Format != FormatTSV {
		switch {
		case len(o.Drop) > 0:
			return nil, fmt.Errorf("%s: columns can be left out of CSV files alone", path)
		case o.Separator != "":
			return nil, fmt.Errorf("%s: cells have a separator in CSV files alone", path)
		case o.Encode.Learns() || o.Encoder != nil:
			return nil, fmt.Errorf("%s: categories, dates and missing cells are those of CSV files", path)
		}
	}
	f, err := read(ctx, r, path, o)
	if err != nil {
		return nil, err
	}
	n, _ := f.X.Dims()
	if f.Weights == nil && o.Weights != "" {
		if f.Weights, err = readVector(path, o.Weights, n+len(f.Dropped)); err != nil {
			return nil, err
		}
		f.Weights = except(f.Weights, f.Dropped)
	}
	if err := f.keep(path, o); err != nil {
		return nil, err
	}
	if err := f.check(path, o); err != nil {
		return nil, err
	}
	sum, err := r.sum()
	f.Source = ownSource(filepath.Base(path), sum)
	return f, err
}

// formatOf is the format that options or a file's name say; "" where the content is to be asked.
func (o FrameOptions) formatOf(path string) Format {
	switch named := extensions[extension(path)]; {
	case o.Format != "":
		return o.Format
	case named == "" && o.Separator != "":
		return FormatCSV
	default:
		return named
	}
}

// extension returns the end of a file's name, in small letters, without that of packing.
func extension(path string) string {
	for {
		ext := strings.ToLower(filepath.Ext(path))
		if ext != ".gz" && ext != ".bz2" {
			return ext
		}
		path = path[:len(path)-len(ext)]
	}
}

// check tests that a frame's parts go together, and are finite.
func (f *Frame) check(path string, o FrameOptions) error {
	n, d := f.X.Dims()
	switch {
	case n == 0 || d == 0:
		return noExamples(path, n, d)
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
	if ext := extension(path); ext == ".csv" || ext == ".tsv" { // its numbers are finite
		return nil
	}
	if entries, ok := f.X.(linalg.Entries); ok {
		if i, j, v, found := linalg.NotFinite(entries); found {
			return fmt.Errorf("%s: row %d, column %d is %g: leave it out, or fill it in", path, i+1, j+1, v)
		}
	}
	return nil
}

func noExamples(path string, n, d int) error {
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

// readSVMLightFrame reads the format of SVMlight.
func readSVMLightFrame(ctx context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	e, zero, err := readSVMLight(ctx, r, path, o.Columns, indexBase(o.ZeroBased))
	if err != nil {
		return nil, err
	}
	out := &Frame{X: denseInTruth(e.X), Y: e.Y, ZeroBased: zero}
	switch o.Task {
	case "":
	case "qid":
		if e.QID == nil {
			return nil, fmt.Errorf("%s: the examples have no qid, which tasks are to come from", path)
		}
		out.Task = e.QID
	default:
		return nil, fmt.Errorf("%s: tasks of this format are called qid, not %q", path, o.Task)
	}
	for k, name := range o.Keep {
		if name == "qid" && e.QID != nil {
			out.keepAs(o, k, texts(e.QID, func(id int64) string { return strconv.FormatInt(id, 10) }))
		}
	}
	if o.Target != "" {
		if out.Y, err = readVector(path, o.Target, e.X.R); err != nil {
			return nil, err
		}
	}
	return out, nil
}
