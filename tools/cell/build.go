package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// build runs the go command on a cell's program, unless it is enough to compile it. Where that fails, what a reader can
// do comes first.
func build(path, cells string, args []string) error {
	if err := beStoppable(cells); err != nil {
		return err
	}
	if args[0] == "build" && len(args) > 2 && checked(path, cells, args[2], args[3:]) {
		return nil
	}
	c := command(path, args)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err := c.Run()
	text := said.String()
	if err == nil {
		ran(cells)
	} else {
		text = explained(text)
	}
	fmt.Fprint(os.Stderr, text)
	return err
}

// stoppable ends a cell's program that is interrupted, and says so. Without it the kernel says so twice, in words of
// systems: a stream with ^C and the signal, and an error. What heeds interrupts itself takes it off, as
// notebook.Context does, or is left alone. Its imports have names that no cell declares.
const stoppable = `package main

import (
	stopOS "os"
	stopSignal "os/signal"
)

func init() {
	interrupts := make(chan stopOS.Signal, 1)
	stopSignal.Notify(interrupts, stopOS.Interrupt)
	go func() {
		<-interrupts
		stopOS.Stdout.WriteString("Stopped.\n")
		stopOS.Exit(0)
	}()
}
`

// beStoppable puts stoppable beside a cell's program, unless that has to do with signals.
func beStoppable(cells string) error {
	text := "package main\n"
	program, err := os.ReadFile(filepath.Join(cells, "main.go"))
	if err == nil && !bytes.Contains(program, []byte(`"os/signal"`)) {
		text = stoppable
	}
	file := filepath.Join(cells, "stop.go")
	if known, err := os.ReadFile(file); err == nil && string(known) == text {
		return nil
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

var (
	undefined = regexp.MustCompile(`(?m)^\S*main(?:_test)?\.go:\d+:\d+: undefined: (\w+)$`)
	missing   = regexp.MustCompile(`(?m)no required module provides package ([^\s;]+)`)
	heading   = regexp.MustCompile(`(?m)^# gonb_\w+\n`)
)

// explained puts in front of a compiler's errors what they come from in a notebook: after a restart a kernel knows
// nothing of the cells above.
func explained(text string) string {
	var lines []string
	if names := found(undefined, text); len(names) > 0 {
		verb := "is"
		if len(names) > 1 {
			verb = "are"
		}
		lines = append(lines, fmt.Sprintf("%s %s not defined yet. Where a cell above does that, run the cells above: "+
			"menu Run, Run All Above Selected Cell.", strings.Join(names, ", "), verb))
	}
	for _, path := range found(missing, text) {
		lines = append(lines, fmt.Sprintf("%s is no package of this project. One of another is added by a line "+
			"!*go get %s@VERSION in a cell.", path, path))
	}
	return strings.Join(append(lines, heading.ReplaceAllString(text, "")), "\n")
}

// found are the first submatches of a pattern, each once.
func found(pattern *regexp.Regexp, text string) (list []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(list, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}
