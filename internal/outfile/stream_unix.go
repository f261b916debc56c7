//go:build unix

package outfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lookEvery is the time between two looks for a pipe's reader, graceAfter what a write may still take after the end.
const (
	lookEvery  = 20 * time.Millisecond
	graceAfter = 500 * time.Millisecond
)

// pour writes into what is no file.
func pour(ctx context.Context, path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	for errors.Is(err, syscall.ENXIO) { // a pipe that nobody reads yet
		select {
		case <-ctx.Done():
			return &fs.PathError{Op: "write", Path: path, Err: errors.Join(errors.New("nobody reads the pipe"), ctx.Err())}
		case <-time.After(lookEvery):
		}
		f, err = os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	}
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Now().Add(graceAfter)) })() // a device has none
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// mayWrite asks for the permission without opening: a pipe would wait for its reader.
func mayWrite(path string) error {
	if err := unix.Access(path, unix.W_OK); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}
