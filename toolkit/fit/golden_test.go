package fit_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"
)

// goldenFile has the fits as they were, a JSON object a line.
const goldenFile = "testdata/golden.jsonl.gz"

var goldenMode = flag.String("golden", "", "bits: fits must be those of the file to the bit; table: also print the "+
	"largest differences; write: make the file anew")

// TestGolden solves some hundreds of drawn problems, every pair of loss and penalty, every method and every special
// path of the solvers, and compares with the fits in testdata: objectives within both gaps, gaps that are bounds by the
// best objective and the best bound known, equal methods, statuses and supports where these are certain, and no more
// iterations by a tenth. With -golden=bits everything must be equal to the bit, and what is not is listed;
// -golden=table prints the largest differences. Where fits are to change, the file is made anew by
//
//	go test ./toolkit/fit -run TestGolden -golden=write
func TestGolden(t *testing.T) {
	cases := goldenCases()
	if *goldenMode == "write" {
		writeGolden(t, cases)
		return
	}
	known := readGolden(t)
	table, left := &goldenTable{}, len(cases)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			was, ok := known[c.name]
			if !ok {
				t.Fatal("the file does not know it: make it anew")
			}
			delete(known, c.name)
			left--
			now := c.run(t, was.Lambdas)
			table.add(was, now)
			if *goldenMode == "bits" {
				checkBits(t, was, now)
			} else {
				checkClose(t, was, now, c.ties())
			}
		})
	}
	for name := range known {
		if left == 0 { // all were run
			t.Errorf("%s is in the file, and not drawn any more", name)
		}
	}
	t.Log(table.summary(*goldenMode == "table"))
}

func readGolden(t *testing.T) map[string]goldenCase {
	t.Helper()
	file, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]goldenCase{}
	for d := json.NewDecoder(z); ; {
		var c goldenCase
		if err := d.Decode(&c); err == io.EOF {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out[c.Name] = c
	}
}

func writeGolden(t *testing.T, cases []drawnCase) {
	t.Helper()
	f, err := os.Create(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, c := range cases {
		was := c.run(t, nil)
		c.addReferences(t, &was)
		line, err := json.Marshal(was)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		fmt.Fprintf(z, "%s\n", line)
		count += len(was.Fits)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d problems, %d fits", len(cases), count)
}
