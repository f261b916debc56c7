package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// standardInput is what --data calls it.
const standardInput = "-"

// dataName is what messages call the data.
func dataName(data string) string {
	if data == standardInput {
		return "standard input"
	}
	return data
}

// inputFlags are flags about files of data.
func inputFlags(flags *pflag.FlagSet, format *string, zeroBased *bool) {
	flags.StringVar(format, "format", "",
		"the format of the data: "+joined(datasets.Formats())+" (default: by name, then by content)")
	flags.BoolVar(zeroBased, "zero-based", false,
		"features of SVMlight are counted from 0; they are anyway where there is an index 0")
}

// formatHelp has a line for each format of data: its word, how names of files end, what it is, and where the target is.
func formatHelp() string {
	var out strings.Builder
	for _, f := range datasets.FormatTable() {
		fmt.Fprintf(&out, "  %-9s  %-24s  %s; the target is %s\n", f.Name, strings.Join(f.Ends, ", "), f.Title, f.Target)
	}
	return strings.TrimRight(out.String(), "\n")
}

// separator is a flag: what stands between the cells of CSV, where tab is a word for one.
type separator string

func separatorFlag(flags *pflag.FlagSet, to *string) {
	flags.Var((*separator)(to), "separator", "what stands between the cells of a CSV file: , ; tab or another character "+
		"(default: found out)")
}

// Set takes a word.
func (s *separator) Set(word string) error {
	if word == "tab" || word == `\t` {
		word = "\t"
	}
	*s = separator(word)
	return frame.CheckSeparator(word)
}

func (s *separator) String() string { return string(*s) }

// Type is what help calls it.
func (s *separator) Type() string { return "string" }

// checkFormat tests a word of --format.
func checkFormat(format string) error {
	if format != "" && !slices.Contains(datasets.Formats(), datasets.Format(format)) {
		return fmt.Errorf("--format %q is none of %s", format, joined(datasets.Formats()))
	}
	return nil
}

// readData reads what --data names.
func readData(cmd *cobra.Command, data string, o datasets.FrameOptions) (f *datasets.Frame, err error) {
	if data == standardInput {
		f, err = datasets.ReadFrameFrom(cmd.Context(), cmd.InOrStdin(), dataName(data), o)
	} else {
		f, err = datasets.ReadFrame(cmd.Context(), data, o)
	}
	if err == nil && f.ZeroBased && !o.ZeroBased {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: there is an index 0: features are taken to be counted from 0; "+
			"--zero-based says so of files without one")
	}
	return f, err
}

// stream is the standard input, kept where it may have to be read twice.
type stream []byte

func newStream(cmd *cobra.Command, data string, twice bool) (stream, error) {
	if data != standardInput || !twice {
		return nil, nil
	}
	content, err := io.ReadAll(source.Stream(cmd.Context(), cmd.InOrStdin()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dataName(data), err)
	}
	s := stream(content)
	s.again(cmd)
	return s, nil
}

// again lets the next reader read it from the beginning.
func (s stream) again(cmd *cobra.Command) {
	if s != nil {
		cmd.SetIn(bytes.NewReader(s))
	}
}

// indicesMade is the word of a model's file for where indices of SVMlight begin, where that is not 1.
const (
	indicesMade = "indices"
	fromNil     = "from 0"
)
