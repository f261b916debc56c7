package datasets

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

// reader streams the uncompressed content of a file and hashes it on the way.
type reader struct {
	io.Reader
	path   string
	file   *os.File
	hash   hash.Hash
	intake *intake
}

// open opens a file, unpacking gzip and bzip2 by their first bytes, whatever the name says.
func open(path string) (*reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t := &intake{name: path}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, broken(err)), f.Close())
	}
	if info.Mode().IsRegular() {
		t.size = info.Size()
	}
	r, err := newReader(f, path, t)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.file = f
	return r, nil
}

// newReader reads a stream, unpacked, which errors call path.
func newReader(in io.Reader, path string, t *intake) (*reader, error) {
	content, err := unpack(bufio.NewReaderSize(&taken{in, t}, 1<<16), t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, broken(err))
	}
	h := sha256.New()
	return &reader{Reader: io.TeeReader(content, h), path: path, hash: h, intake: t}, nil
}

func unpack(r *bufio.Reader, t *intake) (io.Reader, error) {
	magic, err := r.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		return &unpacked{z, t}, err
	case bytes.HasPrefix(magic, []byte("BZh")):
		return &unpacked{bzip2.NewReader(r), t}, nil
	}
	return r, nil
}

// Close closes the file.
func (r *reader) Close() error { return r.file.Close() }

// sum reads what is left and returns the checksum of the whole content.
func (r *reader) sum() (string, error) {
	if _, err := io.Copy(io.Discard, r.Reader); err != nil {
		return "", fmt.Errorf("%s: %w", r.path, broken(err))
	}
	return hex.EncodeToString(r.hash.Sum(nil)), nil
}

// verify reads what is left and compares the checksum; want may be "" for a file of unknown checksum.
func (r *reader) verify(want string) (string, error) {
	got, err := r.sum()
	if err == nil && want != "" && got != want {
		err = &ChecksumError{Path: r.path, Want: want, Got: got}
	}
	return got, err
}

// Verify reads a file and compares its checksum with the registered one.
func Verify(ctx context.Context, path string, f File) error { return verify(ctx, path, f, maxUnpacked) }

// verify does so for what becomes of at most so many bytes: a small file may unpack to no end.
func verify(ctx context.Context, path string, f File, most int64) error {
	r, err := open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	r.Reader = &bounded{ctx, r.Reader, most}
	_, err = r.verify(f.SHA256)
	return err
}

// bounded reads until a context ends, and not more than is left.
type bounded struct {
	ctx  context.Context
	r    io.Reader
	left int64
}

// Read reads.
func (b *bounded) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, context.Cause(b.ctx)
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, errors.New("it unpacks to more than any registered file has")
	}
	return n, err
}
