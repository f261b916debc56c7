package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// The names of files that are being written. They are locked for so long: one that is not is left of a process that
// was killed, and the next one to write into the folder removes it.
const (
	prefix = ".proxlab-"
	suffix = ".tmp"
)

// create makes a file of its own in a folder.
func create(dir string, perm fs.FileMode) (*os.File, error) {
	sweep(dir)
	for {
		name := fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix)
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("no file can be made in the folder %s: %w", dir, errors.Unwrap(err))
		}
		if locked, err := Lock(f); err == nil && !locked || isGone(f.Name()) { // taken for one that was left
			_ = f.Close()
			continue
		}
		return f, nil // a disk without locks sweeps nothing
	}
}

func isGone(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// sweep removes what was left. What cannot be listed, locked or removed stays.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), prefix) || !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		locked, err := Lock(f)
		if err == nil && locked {
			_ = os.Remove(path)
		}
		_ = f.Close()
		if err == nil && locked {
			_ = os.Remove(path) // some systems remove no open file
		}
	}
}
