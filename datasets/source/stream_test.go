package source

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestStream: a stream is what it is of, and ends with its context where it keeps one waiting.
func TestStream(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a line\n", 1<<15)
	got, err := io.ReadAll(Stream(t.Context(), strings.NewReader(text)))
	if err != nil || string(got) != text {
		t.Errorf("%d bytes of %d, error %v", len(got), len(text), err)
	}
	waiting, end := io.Pipe()
	defer func() { _ = end.Close() }()
	over := errors.New("over")
	ctx, cancel := context.WithCancelCause(t.Context())
	r := Stream(ctx, waiting)
	cancel(over)
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, over) {
		t.Errorf("error %v", err)
	}
}
