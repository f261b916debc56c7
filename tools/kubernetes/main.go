// Command kubernetes checks a manifest as a Kubernetes API server of version 1.36 would when it is applied, without any
// server: the server's own code decodes every document strictly, fills in what is left out, and validates what comes of
// it.
//
//	go run . [FILE]
//
// reads FILE, or standard input, and prints ok, or every complaint with the place it is about. It knows Jobs and
// PersistentVolumeClaims. What a server would accept with a warning is a complaint, too. The exit code is 0 for ok, 1
// for complaints, 2 where there was nothing to read.
//
// It is a module of its own so that the toolkit depends on nothing of Kubernetes. Its versions go together: of the
// modules that are developed with k8s.io/kubernetes v1.x.y, each is required as v0.x.y.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the command: it returns the exit code.
func run(args []string, in io.Reader, out, diagnostics io.Writer) int {
	manifest, err := read(args, in)
	if err != nil {
		fmt.Fprintln(diagnostics, err)
		return 2
	}
	complaints := check(manifest)
	for _, c := range complaints {
		fmt.Fprintln(out, c)
	}
	if len(complaints) > 0 {
		return 1
	}
	fmt.Fprintln(out, "ok")
	return 0
}

// read is the file that the arguments name, or what comes in where they name none.
func read(args []string, in io.Reader) ([]byte, error) {
	switch len(args) {
	case 0:
		return io.ReadAll(in)
	case 1:
		return os.ReadFile(args[0])
	}
	return nil, fmt.Errorf("%d files were named: name one, or none to read standard input", len(args))
}
