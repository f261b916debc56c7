// Package outfile writes what somebody asked for by name: whole or not at all, through links, and never in the place of
// a device, a pipe or a folder. It writes nothing in the system's temporary folder.
package outfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Write gives path this content. A file is replaced in one step, so that nobody reads half of it, and keeps its
// permissions; a new one gets perm, less the umask. A link is followed. What is no file, as /dev/null or a pipe, is
// written into; ctx ends the wait for a pipe's reader, and nothing else.
func Write(ctx context.Context, path string, content []byte, perm fs.FileMode) error {
	if std := standard(path); std != nil {
		_, err := std.Write(content)
		return err
	}
	real, there, err := resolve(path)
	switch {
	case err != nil:
		return err
	case there == nil:
		return replace(real, content, perm, false)
	case there.Mode().IsRegular():
		return replace(real, content, there.Mode().Perm(), true)
	}
	return pour(ctx, path, content)
}

// Check tells, before the work is done, whether Write could write there.
func Check(path string) error {
	if standard(path) != nil {
		return nil
	}
	real, there, err := resolve(path)
	if err != nil {
		return err
	}
	if there != nil && !there.Mode().IsRegular() {
		return mayWrite(path)
	}
	if there != nil { // one that is not to be written to is not to be replaced
		f, err := os.OpenFile(real, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return probe(filepath.Dir(real))
}

// CheckFolder tells whether files can be made in a folder, or in the one above where it is still to be made.
func CheckFolder(dir string) error {
	for {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return probe(dir)
		}
		dir = filepath.Dir(dir)
	}
}

// probe makes a file, and removes it with what a killed process left there half written.
func probe(dir string) error {
	f, err := create(dir, 0o600)
	if err != nil {
		return err
	}
	err = f.Close()
	if e := os.Remove(f.Name()); e != nil && !errors.Is(e, fs.ErrNotExist) { // swept, since it was closed
		err = errors.Join(err, e)
	}
	return err
}

// Same tells whether two names are one file, through links too.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Stream tells whether there is something at path that is no file: a device or a pipe.
func Stream(path string) bool {
	there, err := os.Stat(path)
	return err == nil && !there.IsDir() && (!there.Mode().IsRegular() || standard(path) != nil)
}

// IsStdout tells whether path is another name of the standard output, as /dev/stdout is.
func IsStdout(path string) bool { return standard(path) == os.Stdout }

// standard returns the standard output or error where path is another name of it. A file that the shell made of it is
// not to be replaced under it.
func standard(path string) *os.File {
	there, err := os.Stat(path)
	if err != nil || path == os.DevNull {
		return nil
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if own, err := f.Stat(); err == nil && os.SameFile(own, there) {
			return f
		}
	}
	return nil
}

var (
	errFolder = errors.New("it is a folder: give the name of a file")
	errLinks  = errors.New("too many links, one after another")
)

// mostLinks is how many links a name may go through, as in Linux.
const mostLinks = 40

// resolve follows links to a file, which need not exist yet: there is nil then.
func resolve(path string) (real string, there fs.FileInfo, err error) {
	there, err = os.Stat(path)
	switch {
	case err == nil && there.IsDir():
		return "", nil, &fs.PathError{Op: "write", Path: path, Err: errFolder}
	case err == nil && !there.Mode().IsRegular():
		return path, there, nil
	case err == nil:
		real, err = filepath.EvalSymlinks(path)
		return real, there, err
	case !errors.Is(err, fs.ErrNotExist):
		return "", nil, err
	}
	for range mostLinks {
		to, err := os.Readlink(path)
		if err != nil { // no link: a new file
			return path, nil, nil
		}
		if !filepath.IsAbs(to) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", nil, err
			}
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return "", nil, &fs.PathError{Op: "write", Path: path, Err: errLinks}
}

// replace writes beside a file and gives that its name.
func replace(path string, content []byte, perm fs.FileMode, exact bool) error {
	const tries = 3 // between two steps another process may take the file for one that was left
	for try := 1; ; try++ {
		f, err := create(filepath.Dir(path), perm)
		if err != nil {
			return err
		}
		hook(f.Name())
		_, err = f.Write(content)
		if exact && err == nil {
			err = f.Chmod(perm)
		}
		if err == nil {
			err = f.Sync() // else a power cut may leave the name on an empty file
		}
		if err == nil {
			err = Rename(f, path)
		} else {
			err = errors.Join(err, f.Close())
		}
		if errors.Is(err, syscall.EBUSY) {
			err = inPlace(f.Name(), path, content)
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrNotExist) && try < tries:
			continue
		}
		if e := os.Remove(f.Name()); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
		return fmt.Errorf("%s: %w", path, err)
	}
}

// keptSuffix ends the name of a complete copy, which nobody sweeps.
const keptSuffix = ".kept"

// inPlace writes into a file that cannot be replaced, as one that is mounted into a container, which has its place for
// good. The complete copy stays until that is done, since on a full disk nothing else would be left.
func inPlace(complete, path string, content []byte) error {
	id := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(complete), prefix), suffix)
	kept := path + "-" + id + keptSuffix
	if err := os.Rename(complete, kept); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err == nil {
		_, err = f.Write(content)
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err != nil {
		return fmt.Errorf("it cannot be replaced, and writing into it failed: %w: all of it is kept in %s", err, kept)
	}
	return os.Remove(kept)
}

// hook is called before a file is written: tests end the process there.
var hook = func(temporary string) {}
