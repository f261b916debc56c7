package serve

import (
	"fmt"
	"os"
	"runtime"
)

// mapping is a stretch of a file as numbers. The file must not become shorter while it is mapped; what is written to
// it is seen.
type mapping struct{ values []float64 }

// mapFile maps so many numbers of a file, or reads them where the system maps none. They are let go of with the
// mapping.
func mapFile(path string, at int64, count int) (*mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // a mapping stays
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	end := at + 8*int64(count)
	switch {
	case at < 0 || at%8 != 0:
		return nil, fmt.Errorf("%s: numbers begin at a multiple of 8 bytes, and not at %d", path, at)
	case info.Size() < end:
		return nil, fmt.Errorf("%s has %d bytes, and %d are due", path, info.Size(), end)
	case count == 0:
		return &mapping{}, nil
	}
	values, free, err := mapped(f, at, count)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := &mapping{values}
	runtime.AddCleanup(m, func(free func()) { free() }, free)
	return m, nil
}
