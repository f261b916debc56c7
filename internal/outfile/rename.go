package outfile

import (
	"os"
	"time"
)

// Rename gives a file its name, in the place of what has it, and closes it. Where the system renames open files it is
// locked for so long.
func Rename(f *os.File, to string) error {
	named := os.Rename(f.Name(), to) == nil
	if err := f.Close(); err != nil || named {
		return err
	}
	return patiently(func() error { return os.Rename(f.Name(), to) }, passes)
}

// Somebody who looks at a file for a moment, as a virus scanner does, gets about a second to leave it.
const (
	firstPause = time.Millisecond
	lastPause  = 512 * time.Millisecond
)

// patiently tries again while an error passes.
func patiently(try func() error, passes func(error) bool) error {
	for pause := firstPause; ; pause *= 2 {
		if err := try(); err == nil || !passes(err) || pause > lastPause {
			return err
		}
		time.Sleep(pause)
	}
}
