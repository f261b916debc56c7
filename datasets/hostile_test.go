package datasets

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// hostile is a file that must be refused.
type hostile struct {
	what, file string
	content    string
	options    FrameOptions
	packed     bool
	says       string                                // what the error says beside the file's name
	read       func(t *testing.T, path string) error // nil for ReadFrame
}

// What reading a hostile file may allocate: so many bytes for each of the file, or for each that a packed one may
// become, and so many more.
const (
	allocPerByte = 64
	allocMore    = 48 << 20
)

// TestHostileFiles: each is refused with an error that names the file and the place, without a panic, and with memory
// that what is in the file bounds, whatever it says of itself. It does not run in parallel, since it measures.
func TestHostileFiles(t *testing.T) {
	cases := hostileText()
	cases = append(cases, hostileMarket()...)
	cases = append(cases, hostileNumPy(t)...)
	cases = append(cases, hostileMATLAB(t)...)
	cases = append(cases, hostilePacked(t)...)
	cases = append(cases, hostileOthers()...)
	if len(cases) < 60 {
		t.Fatalf("%d cases", len(cases))
	}
	dir := t.TempDir()
	for _, c := range cases {
		path := filepath.Join(dir, c.file)
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Run(c.what, func(t *testing.T) { c.refused(t, path) })
	}
}

// refused reads the file.
func (c hostile) refused(t *testing.T, path string) {
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("panic: %v", r)
		}
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var err error
	if c.read != nil {
		err = c.read(t, path)
	} else {
		_, err = ReadFrame(t.Context(), path, c.options)
	}
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.says) {
		t.Errorf("error %v, which does not name the file and say %q", err, c.says)
	}
	if err != nil && len(err.Error()) > len(path)+600 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
	bytes := uint64(len(c.content))
	if c.packed {
		bytes = 200*bytes + 1<<20 // as package source allows
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > allocPerByte*bytes+allocMore {
		t.Errorf("%d bytes allocated for a file of %d", n, len(c.content))
	}
}
