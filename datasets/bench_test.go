package datasets

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/source"
)

// BenchmarkReadOCR parses 10,449 synthetic letters.
func BenchmarkReadOCR(b *testing.B) {
	o, err := generate.Handwriting(b.Context(), generate.DefaultHandwriting)
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := dataset.WriteOCR(&text, o); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := dataset.ReadOCR(b.Context(), bytes.NewReader(text.Bytes()), "bench"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadSVMLight parses connect-4 where it is at hand, and synthetic examples elsewhere.
func BenchmarkReadSVMLight(b *testing.B) {
	d, err := LoadBinary(b.Context(), "connect-4")
	if err != nil {
		d, err = generate.LowCurvature(b.Context(), generate.DefaultLowCurvature)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Log(d.Source)
	var text bytes.Buffer
	if err := array.WriteSVMLight(&text, d.Train); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := array.ReadSVMLight(b.Context(), bytes.NewReader(text.Bytes()), "bench", 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadCSV reads plain numbers: of 17 digits as programs write them, of few digits, and as before, by
// encoding/csv and strconv. MB/s are of the wall clock: with -cpu 1 those of one core.
func BenchmarkReadCSV(b *testing.B) {
	for name, digits := range map[string]int{"full": -1, "short": 3} {
		text := numbersCSV(20_000, 30, digits)
		path := filepath.Join(b.TempDir(), "a.csv")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadFrame(b.Context(), path, FrameOptions{Target: "1"}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"-encoding/csv", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r := csv.NewReader(bytes.NewReader(text))
				r.ReuseRecord = true
				var x []float64
				for record, err := r.Read(); err == nil; record, err = r.Read() {
					for _, cell := range record {
						v, _ := source.ParseNumber([]byte(cell))
						x = append(x, v)
					}
				}
				if len(x) == 0 {
					b.Fatal("nothing was read")
				}
			}
		})
	}
}

// numbersCSV is a table of normal numbers, with so many digits behind the point; −1 for all.
func numbersCSV(n, d, digits int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []byte
	for range n {
		for j := range d {
			if j > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendFloat(out, rng.NormFloat64(), 'f', digits, 64)
		}
		out = append(out, '\n')
	}
	return out
}
