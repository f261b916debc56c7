//go:build unix

package main

import (
	"os"
	"syscall"
)

// become goes on as another program, which has the same process.
func become(path string, args []string) error {
	return syscall.Exec(path, append([]string{path}, args...), os.Environ())
}
