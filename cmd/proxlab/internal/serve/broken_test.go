package serve

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestBrokenFrames are named, and end the connection.
func TestBrokenFrames(t *testing.T) {
	t.Parallel()
	put := map[string]any{"op": "put", "keep": "a", "x": shape{"dense", 1, 2, "C"}}
	whole := frame(t, put, []string{"x"}, []float64{1, 2})
	spoilt := func(spoil func(f []byte)) []byte {
		f := slices.Clone(whole)
		spoil(f)
		return f
	}
	for says, f := range map[string][]byte{
		`begins with "GET"`: []byte("GET / HTTP/1.1\r\n\r\n"),
		"of version 9":      spoilt(func(f []byte) { f[3] = 9 }),
		"ends after 5":      whole[:5],
		"too early":         whole[:len(whole)-3],
		"its header":        spoilt(func(f []byte) { f[leadSize] = '[' }),
		"and it says 17":    spoilt(func(f []byte) { f[8]++ }),
		"there may be":      spoilt(func(f []byte) { f[15] = 0xff }),
		"type":              bytes.Replace(whole, []byte(`"f8"`), []byte(`"c8"`), 1),
	} {
		var out bytes.Buffer
		err := Serve(t.Context(), bytes.NewReader(f), &out, func() string { return "" }, nil)
		h, heardErr := hear(&out)
		if !errors.Is(err, errBroken) || heardErr != nil || h.Class != "frame" || !strings.Contains(h.Error, says) {
			t.Errorf("%s: %v, answered by %+v", says, err, h)
		}
	}
}

// TestEndsWithParent: a process whose parent is another ends, and one that is done waits for nothing.
func TestEndsWithParent(t *testing.T) {
	t.Parallel()
	ended, calls := make(chan bool), 0
	go endWithParent(t.Context(), func() int { calls++; return calls / 3 }, time.Microsecond, func() { close(ended) })
	<-ended
	ctx, stop := context.WithCancel(t.Context())
	stop()
	endWithParent(ctx, func() int { return 1 }, time.Hour, func() { t.Error("it ended") })
}

// FuzzFrames: whatever comes, the server answers, names what is broken, and does not fall.
func FuzzFrames(f *testing.F) {
	x, y := drawn(6, 2)
	options := map[string]any{"penalty": "l1", "lambda": 0.1, "max-iter": 20}
	dense := shape{"dense", 6, 2, "C"}
	f.Add(frame(f, map[string]any{"op": "fit", "x": dense, "options": options}, []string{"x", "y"}, x, y))
	f.Add(frame(f, map[string]any{"op": "put", "keep": "a", "x": shape{"csr", 1, 2, ""}},
		[]string{"data", "indices", "indptr"}, []float64{1}, []int{1}, []int{0, 1}))
	f.Add(frame(f, map[string]any{"op": "folds", "lambdas": []float64{1, 0.1}, "folds": 2, "x": shape{"dense", 6, 2, "F"},
		"options": map[string]any{"penalty": "l1"}}, []string{"x", "y"}, x, y))
	f.Add([]byte("PXL"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(in, []byte(`"path"`)) { // files of this machine
			return
		}
		var out bytes.Buffer
		err := Serve(t.Context(), bytes.NewReader(in), &out, func() string { return "" }, nil)
		if err != nil && !errors.Is(err, errBroken) {
			t.Errorf("%v", err)
		}
		for out.Len() > 0 {
			h, err := hear(&out)
			if err != nil || h.Class == "internal" {
				t.Fatalf("%+v, error %v", h, err)
			}
		}
	})
}
