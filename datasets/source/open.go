package source

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
)

// ChecksumError says that a file is not the one the registry knows. Nothing was deleted.
type ChecksumError struct {
	Path, Want, Got string
}

// Error names the file and both checksums.
func (e *ChecksumError) Error() string {
	return fmt.Sprintf("%s: its content has SHA-256 %s, the registered file has %s; move it away and fetch or place "+
		"the right one", e.Path, e.Got, e.Want)
}

// Reader streams the uncompressed content of a file and hashes it on the way.
type Reader struct {
	io.Reader
	Path   string
	file   *os.File
	hash   hash.Hash
	Intake *Intake
}

// Open opens a file, unpacking gzip and bzip2 by their first bytes, whatever the name says.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t := &Intake{name: path}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, Broken(err)), f.Close())
	}
	if info.Mode().IsRegular() {
		t.Size = info.Size()
	}
	r, err := newReaderOf(f, path, t)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.file = f
	return r, nil
}

// NewReader reads a stream, unpacked, which errors call name.
func NewReader(in io.Reader, name string) (*Reader, error) {
	return newReaderOf(in, name, &Intake{name: name})
}

func newReaderOf(in io.Reader, path string, t *Intake) (*Reader, error) {
	content, err := unpack(bufio.NewReaderSize(t.take(in), 1<<16), t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, Broken(err))
	}
	h := sha256.New()
	return &Reader{Reader: io.TeeReader(content, h), Path: path, hash: h, Intake: t}, nil
}

func unpack(r *bufio.Reader, t *Intake) (io.Reader, error) {
	magic, err := r.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		return t.Unpack(z), err
	case bytes.HasPrefix(magic, []byte("BZh")):
		return t.Unpack(bzip2.NewReader(r)), nil
	}
	return r, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Sum reads what is left and returns the checksum of the whole content.
func (r *Reader) Sum() (string, error) {
	if _, err := io.Copy(io.Discard, r.Reader); err != nil {
		return "", fmt.Errorf("%s: %w", r.Path, Broken(err))
	}
	return hex.EncodeToString(r.hash.Sum(nil)), nil
}

// Verify reads what is left and compares the checksum; want may be "" for a file of unknown checksum.
func (r *Reader) Verify(want string) (string, error) {
	got, err := r.Sum()
	if err == nil && want != "" && got != want {
		err = &ChecksumError{Path: r.Path, Want: want, Got: got}
	}
	return got, err
}

// Until lets reading end with a context.
func (r *Reader) Until(ctx context.Context) { r.bound(ctx, math.MaxInt64) }

// bound lets reading end with a context, and where more than so many bytes come.
func (r *Reader) bound(ctx context.Context, left int64) {
	in := r.Reader
	r.Reader = reading(func(p []byte) (int, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		n, err := in.Read(p)
		if left -= int64(n); left < 0 {
			return n, errors.New("it unpacks to more than any registered file has")
		}
		return n, err
	})
}

// Tell lets somebody know how much of the file is read.
func (r *Reader) Tell(progress func(done, total int64)) {
	in := r.Reader
	r.Reader = reading(func(p []byte) (int, error) {
		n, err := in.Read(p)
		progress(r.Intake.In, r.Intake.Size)
		return n, err
	})
}

// Watch is a reader with its intake: that of a file, or a new one.
func Watch(r io.Reader, name string) (io.Reader, *Intake) {
	if of, is := r.(*Reader); is {
		return r, of.Intake
	}
	t := &Intake{name: name}
	return t.take(r), t
}
