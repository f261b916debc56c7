// Package datasets reads tables and loads registered data sets, or synthetic ones of the same shape.
//
// ReadFrame reads a user's table in any of the formats of FormatTable; functions named Load… load registered sets. A
// set is searched for in the folders of the environment variable PROXLAB_DATA (a list like PATH's, of absolute paths;
// layout <set>/<file>), then in the cache (proxlab under os.UserCacheDir). Loading never downloads; package fetch does.
// What data a result came from is part of the result: every set carries its Source.
package datasets

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// ReadFrame reads a file in one of the formats of FormatTable: that which options or the end of its name say, and under
// any other name what the content shows. @NAME stands for the training part of a registered set and @NAME:test for its
// test part. Files may be compressed by gzip or bzip2.
func ReadFrame(ctx context.Context, path string, o FrameOptions) (*Frame, error) {
	if strings.HasPrefix(path, "@") {
		if o.Format != "" {
			return nil, fmt.Errorf("%s: a registered set has a format of its own", path)
		}
		return readRegistered(ctx, path[1:], o)
	}
	r, err := source.OpenUntil(ctx, path)
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
	r, err := source.NewReader(source.Stream(ctx, in), name)
	if err != nil {
		return nil, err
	}
	return readFrame(ctx, r, name, o)
}

// readFrame reads an opened file.
func readFrame(ctx context.Context, r *source.Reader, path string, o FrameOptions) (*Frame, error) {
	o, err := Recognise(r, path, o)
	if err != nil {
		return nil, err
	}
	format, err := formatOf(path, o.Format)
	switch {
	case err != nil:
		return nil, err
	case format.cells:
	case len(o.Drop) > 0:
		return nil, fmt.Errorf("%s: columns can be left out of CSV files alone", path)
	case o.Separator != "":
		return nil, fmt.Errorf("%s: cells have a separator in CSV files alone", path)
	case o.Encode.Learns() || o.Encoder != nil:
		return nil, fmt.Errorf("%s: categories, dates and missing cells are those of CSV files", path)
	}
	f, err := format.read(ctx, r, path, o)
	if err != nil {
		return nil, err
	}
	n, _ := f.X.Dims()
	if f.Weights == nil && o.Weights != "" {
		if f.Weights, err = array.ReadVector(ctx, path, o.Weights, n+len(f.Dropped)); err != nil {
			return nil, err
		}
		f.Weights = frame.Except(f.Weights, f.Dropped)
	}
	if err := keepBeside(ctx, f, path, o); err != nil {
		return nil, err
	}
	if err := f.Check(path, o, format.cells); err != nil {
		return nil, err
	}
	sum, err := r.Sum()
	f.Source = SourceOf(filepath.Base(path), sum)
	return f, err
}

// keepBeside finds the columns to keep beside where the format has not: in files of their own.
func keepBeside(ctx context.Context, f *Frame, path string, o FrameOptions) error {
	n, _ := f.X.Dims()
	for k, name := range o.Keep {
		if f.Kept != nil && f.Kept[k] != nil {
			continue
		}
		if !frame.IsVectorFile(name) {
			return fmt.Errorf("%s: there is no column %q to keep beside: SVMlight may have qid:7 behind every label, and "+
				"a .npy or .mtx file may hold it", path, name)
		}
		values, err := array.ReadVector(ctx, path, name, n+len(f.Dropped))
		if err != nil {
			return err
		}
		f.KeepNumbers(o, k, frame.Except(values, f.Dropped))
	}
	return nil
}
