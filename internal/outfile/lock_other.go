//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package outfile

import (
	"errors"
	"os"
)

// Lock has no locks to use on this system.
func Lock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
