package outfile

import (
	"errors"

	"golang.org/x/sys/windows"
)

// passes tells whether another process keeps a file from being renamed: its own name, or the place it is to have, which
// Windows calls a denied access.
func passes(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION) ||
		errors.Is(err, windows.ERROR_ACCESS_DENIED)
}
