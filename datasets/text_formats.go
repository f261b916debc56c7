package datasets

import (
	"bytes"
	"encoding/csv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

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

// The formats of text, which are told from each other by more than first bytes.
const (
	FormatCSV      Format = "csv"
	FormatTSV      Format = "tsv"
	FormatSVMLight Format = "svmlight"
)
