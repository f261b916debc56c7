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
	close  func() error
	hash   hash.Hash
	Intake *Intake
}

// Open opens a file, unpacking gzip, bzip2 and what was registered by their first bytes, whatever the name says.
func Open(path string) (*Reader, error) { return OpenUntil(context.Background(), path) }

// OpenUntil is Open whose opening and reading end with a context, even where a pipe keeps them waiting.
func OpenUntil(ctx context.Context, path string) (*Reader, error) {
	f, err := openFile(ctx, path)
	if err != nil {
		return nil, err
	}
	t := &Intake{name: path}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, Broken(err)), f.Close())
	}
	ctx, stop := context.WithCancel(ctx)
	in, whole := io.Reader(f), (*Whole)(nil)
	if info.Mode().IsRegular() {
		t.Size = info.Size()
		whole = &Whole{f, t, t.Size}
	} else {
		in = Stream(ctx, f)
	}
	r, err := newReaderOf(in, path, t, whole)
	if err != nil {
		stop()
		return nil, errors.Join(err, f.Close())
	}
	r.close = func() error {
		stop()
		return f.Close()
	}
	r.Until(ctx)
	return r, nil
}

// openFile opens a file, or a pipe as soon as somebody writes into it.
func openFile(ctx context.Context, path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return os.Open(path)
	}
	type result struct {
		f   *os.File
		err error
	}
	opened := make(chan result)
	go func() {
		f, err := os.Open(path)
		select {
		case opened <- result{f, err}:
		case <-ctx.Done():
			_ = f.Close() // which nobody reads
		}
	}()
	select {
	case r := <-opened:
		return r.f, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: nobody writes into the pipe: %w", path, context.Cause(ctx))
	}
}

// ReadText reads a small file, of at most 16 MiB.
func ReadText(ctx context.Context, path string) (string, error) {
	const most = 1 << 24
	r, err := OpenUntil(ctx, path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", path, Broken(err))
	case len(text) > most:
		return "", fmt.Errorf("%s: it has more than %d bytes: is it the right file?", path, most)
	}
	return string(text), nil
}

// NewReader reads a stream, unpacked, which errors call name.
func NewReader(in io.Reader, name string) (*Reader, error) {
	return newReaderOf(in, name, &Intake{name: name}, nil)
}

func newReaderOf(in io.Reader, path string, t *Intake, whole *Whole) (*Reader, error) {
	content, err := unpack(bufio.NewReaderSize(t.take(in), 1<<16), t, whole)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, Broken(err))
	}
	h := sha256.New()
	return &Reader{Reader: io.TeeReader(content, h), Path: path, hash: h, Intake: t}, nil
}

func unpack(r *bufio.Reader, t *Intake, whole *Whole) (io.Reader, error) {
	magic, err := r.Peek(4)
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
	if p, there := packingOf(magic); there {
		z, err := p.Open(r, whole)
		return t.Unpack(z), err
	}
	return r, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.close() }

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
