package datasets

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
)

// FormatInfo is all that there is to know of a format of files that ReadFrame reads, or that it tells from others.
type FormatInfo struct {
	Name   Format   // as options have it
	Title  string   // as prose has it
	Ends   []string // of a file's name, which tell the format whatever the content
	Magic  string   // the first bytes of the content, which tell it too; "" for a text that has none
	Target string   // where the target is

	read      readFunc // nil for a format that is not read
	cells     bool     // it has cells that may be text or missing, and options speak of these
	separator string   // between its cells; "" finds it out
}

type readFunc = func(ctx context.Context, r *source.Reader, path string, o FrameOptions) (*Frame, error)

const (
	namedTarget  = "the column that --target names, by the header or by its number from 1"
	numberTarget = "a column, or a file of its own"
)

// formats has a row for each format.
var formats = []FormatInfo{
	{Name: FormatCSV, Title: "CSV", Ends: []string{".csv"}, Target: namedTarget, read: table.Read, cells: true},
	{Name: FormatTSV, Title: "CSV with tabs", Ends: []string{".tsv"}, Target: namedTarget, read: table.Read, cells: true,
		separator: "\t"},
	{Name: FormatSVMLight, Title: "SVMlight", Ends: []string{".svm", ".svmlight", ".libsvm"},
		Target: "the first thing of a line", read: array.ReadSVMLightFrame},
	{Name: "npy", Title: "NumPy", Ends: []string{".npy"}, Magic: "\x93NUMPY", Target: numberTarget,
		read: array.ReadNPYFrame},
	{Name: "npz", Title: "NumPy, arrays X and y", Ends: []string{".npz"}, Magic: "PK\x03\x04", Target: "the array y",
		read: array.ReadNPZFrame},
	{Name: "mtx", Title: "MatrixMarket", Ends: []string{".mtx"}, Magic: "%%MatrixMarket", Target: numberTarget,
		read: array.ReadMatrixMarketFrame},
	{Name: "mat", Title: "MATLAB version 5, arrays X and y", Ends: []string{".mat"}, Magic: "MATLAB 5.0",
		Target: "the array y", read: array.ReadMATLABFrame},
	{Title: "Parquet", Magic: "PAR1"}, // where nobody has registered package packed
	{Title: "Arrow", Magic: "ARROW1"},
	{Title: "Arrow", Magic: "FEA1"},
}

// FormatTable has what is known of each format that ReadFrame reads.
func FormatTable() []FormatInfo {
	return slices.DeleteFunc(slices.Clone(formats), func(f FormatInfo) bool { return f.read == nil })
}

// Formats are the names of those that ReadFrame reads.
func Formats() []Format {
	var names []Format
	for _, f := range FormatTable() {
		names = append(names, f.Name)
	}
	return names
}

// Recognise finds out the format of a file by what options say, by the end of its name, which is path, or by its
// content, of which nothing is read by that; options are returned with what goes with the format.
func Recognise(r *source.Reader, path string, o FrameOptions) (FrameOptions, error) {
	end := source.Extension(path)
	named := slices.IndexFunc(formats, func(f FormatInfo) bool { return slices.Contains(f.Ends, end) })
	switch {
	case o.Format != "":
	case named >= 0:
		o.Format = formats[named].Name
	case o.Separator != "":
		o.Format = FormatCSV
	default:
		var err error
		if o.Format, err = recogniseContent(r); err != nil {
			return o, err
		}
	}
	f, err := formatOf(path, o.Format)
	o.Separator = cmp.Or(o.Separator, f.separator)
	return o, err
}

// formatOf is what is known of a format.
func formatOf(path string, name Format) (FormatInfo, error) {
	for _, f := range formats {
		if f.Name == name && f.read != nil {
			return f, nil
		}
	}
	return FormatInfo{}, fmt.Errorf("%s: the format %q is none of %v", path, name, Formats())
}

// sampleBytes is how much of a content is looked at.
const sampleBytes = 1 << 16

// recogniseContent finds out the format of a content by its first bytes.
func recogniseContent(r *source.Reader) (Format, error) {
	ahead := bufio.NewReaderSize(r.Reader, sampleBytes)
	r.Reader = ahead
	head, err := ahead.Peek(sampleBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("%s: %w", r.Path, source.Broken(err))
	}
	for _, f := range formats {
		switch {
		case f.Magic == "" || !strings.HasPrefix(string(head), f.Magic):
		case f.read == nil:
			return "", fmt.Errorf("%s: this is a file of %s, which is not read here: convert it, in Python by "+
				`pandas.read_parquet("a.parquet").to_csv("a.csv", index=False), or read_feather`, r.Path, f.Title)
		default:
			return f.Name, nil
		}
	}
	return textFormat(bytes.TrimPrefix(head, []byte("\ufeff")), err != nil), nil
}
