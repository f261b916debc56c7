package outfile

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks a file for as long as it is open, or tells that another process has it. Windows keeps others from what is
// locked: that is one byte, which no content reaches.
func Lock(f *os.File) (bool, error) {
	last := &windows.Overlapped{OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, last)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}
