package plan

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncFolder brings all that was written on a folder's disk to the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(f.Fd())), f.Close())
}
