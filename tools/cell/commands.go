package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// behind finds the program of a name that is meant: the first on PATH that is not this one.
func behind(name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	here, err := os.Stat(self)
	if err != nil {
		return "", err
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(folder, name)
		if other, err := os.Stat(path); err == nil && other.Mode()&0o111 != 0 && !other.IsDir() && !os.SameFile(here, other) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not on PATH: %w", name, exec.ErrNotFound)
}

// command is a program with what this one has for input and outputs, and more memory, unless somebody says how much:
// compilers then take less of the processor's time.
func command(path string, args []string) *exec.Cmd {
	c := exec.Command(path, args...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if os.Getenv("GOGC") == "" {
		c.Env = append(os.Environ(), "GOGC=400")
	}
	return c
}
