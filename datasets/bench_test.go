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
