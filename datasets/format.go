package datasets

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// The formats.
const (
	FormatCSV          Format = "csv"      // separated by commas or semicolons
	FormatTSV          Format = "tsv"      // separated by tabs
	FormatSVMLight     Format = "svmlight" // see ReadSVMLight; indices may count from 0
	FormatNPY          Format = "npy"
	FormatNPZ          Format = "npz"
	FormatMatrixMarket Format = "mtx"
	FormatMATLAB       Format = "mat" // of version 5
)

// Formats are those that ReadFrame reads.
func Formats() []Format {
	return []Format{
		FormatCSV, FormatTSV, FormatSVMLight, FormatNPY, FormatNPZ, FormatMatrixMarket, FormatMATLAB,
	}
}

// extensions are ends of names that tell the format, whatever the content.
var extensions = map[string]Format{
	".csv": FormatCSV, ".tsv": FormatTSV, ".npy": FormatNPY, ".npz": FormatNPZ, ".mtx": FormatMatrixMarket,
	".mat": FormatMATLAB, ".svm": FormatSVMLight, ".svmlight": FormatSVMLight, ".libsvm": FormatSVMLight,
}

// magic are first bytes that tell the format.
var magic = []struct {
	begins string
	format Format
}{
	{"\x93NUMPY", FormatNPY}, {"PK\x03\x04", FormatNPZ}, {"%%MatrixMarket", FormatMatrixMarket},
	{"MATLAB 5.0", FormatMATLAB}, {"PAR1", parquet}, {"ARROW1", arrow}, {"FEA1", arrow},
}

// Formats that are told from others, and not read.
const (
	parquet Format = "Parquet"
	arrow   Format = "Arrow"
)

// sampleBytes is how much of a content is looked at.
const sampleBytes = 1 << 16

// recognise returns the format of a content by its first bytes, which are not read by that; known is that of its name,
// or empty.
func Recognise(r *source.Reader, known Format) (Format, error) {
	if known != "" {
		return known, nil
	}
	ahead := bufio.NewReaderSize(r.Reader, sampleBytes)
	r.Reader = ahead
	head, err := ahead.Peek(sampleBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("%s: %w", r.Path, source.Broken(err))
	}
	for _, m := range magic {
		if !bytes.HasPrefix(head, []byte(m.begins)) {
			continue
		}
		if m.format == parquet || m.format == arrow {
			return "", fmt.Errorf("%s: this is a file of %s, which is not read here: convert it, in Python by "+
				`pandas.read_parquet("a.parquet").to_csv("a.csv", index=False), or read_feather`, r.Path, m.format)
		}
		return m.format, nil
	}
	return textFormat(bytes.TrimPrefix(head, []byte("\ufeff")), err != nil), nil
}

// sampleRecords is how many lines of a text are looked at.
const sampleRecords = 20

// textFormat tells tables from SVMlight by a sample of a text, which is the whole of it or not. It is SVMlight where a
// line of it is, and a table where a separator divides most lines into as many fields as the first. What is neither is
// left to SVMlight.
func textFormat(sample []byte, whole bool) Format {
	if !whole {
		if end := bytes.LastIndexByte(sample, '\n'); bytes.Count(sample, []byte("\n")) > 1 {
			sample = sample[:end]
		} else if end = bytes.LastIndexAny(sample, " \t,;"); end > 0 { // a line longer than the sample
			sample = sample[:end]
		}
	}
	n := 0
	for line := range bytes.Lines(sample) {
		if n++; n > sampleRecords {
			break
		}
		if likeSVMLight(string(line)) {
			return FormatSVMLight
		}
	}
	for _, separator := range "\t;," {
		if !divides(sample, separator, whole) {
			continue
		}
		if separator == '\t' {
			return FormatTSV
		}
		return FormatCSV
	}
	return FormatSVMLight
}

// likeSVMLight tells whether a line is a label, a word or numbers with commas between, and pairs index:value behind.
func likeSVMLight(line string) bool {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) < 2 {
		return false // an example without features, or anything else
	}
	if strings.ContainsAny(words[0], ",;:") {
		for part := range strings.SplitSeq(words[0], ",") {
			if !source.IsNumber(part) {
				return false
			}
		}
	}
	for _, w := range words[1:] {
		index, value, colon := strings.Cut(w, ":")
		number := strings.Trim(index, "0123456789") == ""
		if !colon || value == "" || strings.ContainsAny(value, ":,;") || !number && index != "qid" {
			return false
		}
	}
	return true
}

// divides tells whether a separator makes a table of a text: two fields or more in the first record, and as many in
// most others.
func divides(sample []byte, separator rune, whole bool) bool {
	records := csv.NewReader(bytes.NewReader(sample))
	records.Comma, records.FieldsPerRecord, records.LazyQuotes, records.ReuseRecord = separator, -1, true, true
	first, same, all := 0, 0, 0
	for all < sampleRecords {
		record, err := records.Read()
		if err != nil {
			break // the end, or a quote that goes on behind it
		}
		if all == 0 {
			first = len(record)
		}
		if len(record) == first {
			same++
		}
		all++
	}
	return first > 1 && 2*same > all && (all > 1 || !whole)
}
