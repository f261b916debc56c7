package source

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/internal/machine"
)

// Packed content may be so many times as long as the file, and so many bytes longer: more is a bomb, or fits nowhere.
const (
	PackedRatio = 200
	PackedFloor = 1 << 20
)

// Intake watches a file as it is read: how much is unpacked of how little, and whether what that becomes fits into
// memory.
type Intake struct {
	name string
	Size int64 // of the file; 0 where that is not known, as of a pipe
	In   int64 // bytes read of it
	Out  int64 // bytes unpacked of these, in all layers
	held float64
}

// MemoryError says that a file's content does not fit into memory, before it is read.
type MemoryError struct {
	Path  string
	Need  float64 // bytes more
	Limit machine.Limit
}

// Error names the file, what is needed, and what the limit is.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s: to read it needs about %.2f GiB of memory, and %v: raise the limit, or take a part of it",
		e.Path, e.Need/(1<<30), e.Limit)
}

// ErrPacked says that packed content is too long.
var ErrPacked = errors.New("the content is far longer than the packed file: unpack it first, if that is meant")

// Broken is an error of reading with what it means.
func Broken(err error) error {
	var memory *MemoryError
	ended := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if ended || errors.Is(err, ErrPacked) || errors.As(err, &memory) {
		return err
	}
	return fmt.Errorf("%w: the file is cut off or damaged", err)
}

// Placed is an error with the place it is about; one of memory names its file itself.
func Placed(err error, format string, args ...any) error {
	var memory *MemoryError
	if errors.As(err, &memory) {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// reading is a reader that is a function.
type reading func(p []byte) (int, error)

// Read reads.
func (r reading) Read(p []byte) (int, error) { return r(p) }

// take counts what is read of a file.
func (t *Intake) take(r io.Reader) io.Reader {
	return reading(func(p []byte) (int, error) {
		n, err := r.Read(p)
		t.In += int64(n)
		return n, err
	})
}

// Unpack counts what is unpacked by a reader, and ends where that is too much.
func (t *Intake) Unpack(r io.Reader) io.Reader {
	return reading(func(p []byte) (int, error) {
		n, err := r.Read(p)
		if t.Out += int64(n); t.May() < 0 {
			return 0, ErrPacked
		}
		return n, err
	})
}

// May is how many bytes more may be unpacked of what was read.
func (t *Intake) May() int64 { return PackedRatio*t.In + PackedFloor - t.Out }

// enough allows the least memory without a look at the limits.
const enough = 1 << 24

// Need says whether so many bytes more fit into memory.
func (t *Intake) Need(bytes float64) error {
	if bytes <= enough {
		return nil
	}
	limit := machine.NearestLimit()
	if bytes <= limit.Left {
		return nil
	}
	return &MemoryError{t.name, bytes, limit}
}

// Hold is told now and then how many bytes are held of what was read, in slices that grow. Whenever they have doubled
// it looks whether all will fit: as much in proportion as there is of a file that is not packed, else twice as much.
// What grows is there twice while it is copied.
func (t *Intake) Hold(bytes float64) error {
	if bytes < max(enough, 2*t.held) {
		return nil
	}
	t.held = bytes
	all := 2 * bytes
	if t.Out == 0 && t.Size > t.In {
		all = bytes * float64(t.Size) / float64(t.In)
	}
	return t.Need(2*all - bytes)
}

// Within says whether a file that is not packed has so many bytes, as far as its size is known.
func (t *Intake) Within(bytes int64) bool { return t.Out > 0 || t.Size == 0 || bytes <= t.Size }
