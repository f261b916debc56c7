package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// referenceCSV reads records by encoding/csv; an error begins with its line. Tabs, which that package trims as spaces,
// are another character for it.
func referenceCSV(content []byte, comma byte) (out [][]string, width int, fault string) {
	text := string(content)
	mark := rune(comma)
	if comma == '\t' {
		mark = '\x01'
		text = strings.ReplaceAll(text, "\t", "\x01")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = mark, -1, true
	for {
		record, err := r.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return out, width, ""
		case errors.As(err, &syntax):
			return nil, width, fmt.Sprintf("f:%d: %v", syntax.Line, syntax.Err)
		}
		for k, cell := range record {
			if comma == '\t' {
				cell = strings.ReplaceAll(cell, "\x01", "\t")
			}
			record[k] = strings.TrimSpace(cell)
		}
		if out = append(out, record); width == 0 {
			width = len(record)
		}
		if len(record) != width {
			line, _ := r.FieldPos(0)
			return nil, width, fmt.Sprintf("f:%d: there are %d fields where the first line has %d", line, len(record), width)
		}
	}
}

// piecesCSV reads records by pieces of so many bytes.
func piecesCSV(content []byte, comma byte, size, width int) (out [][]string, fault string) {
	l := &layout{path: "f", comma: comma, point: '.', fast: '.', modes: make([]cellMode, width), used: width}
	for j := range l.modes {
		l.modes[j], l.slots = exactly, append(l.slots, j)
	}
	p := newParser(l)
	words := make([][]string, width)
	chunks := &chunks{r: bytes.NewReader(content), size: size, line: 1, free: make(chan []byte, 1)}
	for {
		text, err := chunks.next(1)
		if errors.Is(err, io.EOF) {
			return out, ""
		}
		var b block
		if p.parse(&b, text); b.err != nil {
			return nil, b.err.Error()
		}
		for j := range words {
			words[j] = append(words[j], b.slots[j].words...)
		}
		for i := range b.rows {
			row := make([]string, width)
			for j := range row {
				if k, is := encode.WordOf(b.cells[i*width+j]); is {
					row[j] = words[j][k]
				}
			}
			out = append(out, row)
		}
		giveBack(chunks.free, text.text)
	}
}

// sameAsReference compares records and errors, whatever the pieces.
func sameAsReference(t *testing.T, content []byte, comma byte, size int) {
	t.Helper()
	if comma == '\t' && bytes.IndexByte(content, 1) >= 0 {
		return
	}
	want, width, fault := referenceCSV(content, comma)
	got, found := piecesCSV(content, comma, size, max(1, width))
	if found != fault || fault == "" && !cmp.Equal(got, want) {
		t.Fatalf("%q by %q in pieces of %d: %q (%s), and by encoding/csv %q (%s)", content, comma, size, got, found, want,
			fault)
	}
}

// TestRecordsAsEncodingCSV: every text has the records, or the error, that encoding/csv finds.
func TestRecordsAsEncodingCSV(t *testing.T) {
	t.Parallel()
	marks := []string{"\"", "\"", ",", ",", "\n", "\n", "\r\n", "\r", " ", "\t", ";", "a", "1", "'", "=",
		"\u00a0", "é", "\xff"}
	rng := rand.New(rand.NewPCG(5, 8))
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(24) {
			b.WriteString(marks[rng.IntN(len(marks))])
		}
		sameAsReference(t, []byte(b.String()), ",;\t"[rng.IntN(3)], 1+rng.IntN(9))
	}
}

func FuzzCSVRecords(f *testing.F) {
	f.Add([]byte("a,\"b \"\"c\"\"\"\r\n\"1\n2\",3\n\n4, \"5\"\r"), uint8(0), uint8(3))
	f.Add([]byte("a\t\tb\n1\t \t2"), uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, content []byte, comma, size uint8) {
		sameAsReference(t, content, ",;\t"[comma%3], 1+int(size))
	})
}
