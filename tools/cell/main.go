// Command cell stands between the GoNB kernel and what that calls for each cell: it is go where it is found by the name
// go, and goimports by that. `proxlab notebooks` puts it on a kernel's PATH, in front of what is meant by these names.
//
//   - go mod init, by which a kernel begins, makes a module that knows the project: cells need no set-up.
//   - go get without a package does nothing. The kernel runs it before each cell that has not said %noautoget, and
//     without a network it ends in an error that says nothing of the cell.
//   - go build says of what is not defined that cells above may define it. Of a cell that only declares it compiles the
//     program, and links none.
//   - goimports adds imports of the project's packages, without a search through all modules there are, and leaves out
//     dot imports of which a cell uses nothing, which the compiler refuses.
//
// All else is what it would be without it.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(filepath.Base(os.Args[0]), os.Args[1:]); err != nil {
		if ended, ok := errors.AsType[*exec.ExitError](err); ok {
			os.Exit(max(1, ended.ExitCode()))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(name string, args []string) error {
	switch name {
	case "go":
	case "goimports":
		return fixFiles(args)
	default:
		return nil // in place of a cell's program: see checked
	}
	path, err := behind(name)
	if err != nil {
		return err
	}
	is := func(words ...string) bool {
		return strings.HasPrefix(strings.Join(args, " ")+" ", strings.Join(words, " ")+" ")
	}
	switch cells := os.Getenv("GONB_TMP_DIR"); {
	case cells == "":
	case is("get") && (len(args) == 1 || len(args) == 2 && args[1] == "-t"):
		return nil
	case is("mod", "init"):
		if err := command(path, args).Run(); err != nil {
			return err
		}
		return begin(cells, os.Getenv("GONB_DIR"), os.Getenv("PROXLAB_PROJECT"))
	case is("build", "-o") || is("test", "-c"):
		return build(path, cells, args)
	}
	return become(path, args)
}
