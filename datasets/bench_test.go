package datasets

import (
	"bytes"
	"testing"
)

// BenchmarkReadOCR parses 10,449 synthetic letters.
func BenchmarkReadOCR(b *testing.B) {
	o, err := Handwriting(b.Context(), DefaultHandwriting)
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteOCR(&text, o); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := ReadOCR(b.Context(), bytes.NewReader(text.Bytes()), "bench"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadSVMLight parses connect-4 where it is at hand, and synthetic examples elsewhere.
func BenchmarkReadSVMLight(b *testing.B) {
	d, err := LoadBinary(b.Context(), "connect-4")
	if err != nil {
		d, err = LowCurvature(b.Context(), DefaultLowCurvature)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Log(d.Source)
	var text bytes.Buffer
	if err := WriteSVMLight(&text, d.Train); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := ReadSVMLight(b.Context(), bytes.NewReader(text.Bytes()), "bench", 0); err != nil {
			b.Fatal(err)
		}
	}
}
