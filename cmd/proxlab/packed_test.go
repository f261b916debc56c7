//go:build unix && !nopacked

package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// TestPackedParts: parts packed by Zstandard, and tables of Parquet, give the bits that CSV does.
func TestPackedParts(t *testing.T) {
	inParts(t)
	type row struct {
		X1   float64 `parquet:"x1"`
		X2   float64 `parquet:"x2"`
		X3   float64 `parquet:"x3"`
		X4   float64 `parquet:"x4"`
		X5   float64 `parquet:"x5"`
		Kind string  `parquet:"kind"`
		Y    float64 `parquet:"y"`
	}
	parts, err := filepath.Glob("parts/*.csv")
	if err != nil {
		t.Fatal(err)
	}
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range parts {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var rows []row
		for _, cells := range lines[1:] {
			var r row
			for k, to := range []*float64{&r.X1, &r.X2, &r.X3, &r.X4, &r.X5, nil, &r.Y} {
				if to == nil {
					r.Kind = cells[k]
				} else if *to, err = strconv.ParseFloat(cells[k], 64); err != nil {
					t.Fatal(err)
				}
			}
			rows = append(rows, r)
		}
		if err := parquet.WriteFile(strings.TrimSuffix(path, "csv")+"parquet", rows); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+".zst", packer.EncodeAll(text, nil), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, words := range []string{
		"--target kind --drop y --loss logistic --penalty l1 --lambda 0.1max --intercept --memory 64MB --data parts/p*.",
		"--target y --penalty l1 --lambda 0.1max --categories kind --data parts/p1.",
	} {
		var all []map[string]any
		for _, end := range []string{"csv", "csv.zst", "parquet"} {
			if _, said, code := call(t.Context(), strings.Fields("fit --model m.json "+words+end)...); code != 0 {
				t.Fatal(end, code, said)
			}
			all = append(all, learned(t, "m.json"))
		}
		if !reflect.DeepEqual(all[0], all[1]) || !reflect.DeepEqual(all[0], all[2]) {
			t.Errorf("%s: %v, packed %v, by Parquet %v", words, all[0], all[1], all[2])
		}
	}
}
