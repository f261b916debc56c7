package ui

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

// StandardInput is what --data calls it.
const StandardInput = "-"

// DataName is what messages call the data.
func DataName(data string) string {
	if data == StandardInput {
		return "standard input"
	}
	return data
}

// InputFlags are flags about files of data.
func InputFlags(flags *pflag.FlagSet, format *string, zeroBased *bool) {
	flags.StringVar(format, "format", "",
		"the format of the data: "+Joined(datasets.Formats())+" (default: by name, then by content)")
	flags.BoolVar(zeroBased, "zero-based", false,
		"features of SVMlight are counted from 0; they are anyway where there is an index 0")
}

// FormatHelp has a line for each format of data: its word, how names of files end, what it is, and where the target is.
func FormatHelp() string {
	var out strings.Builder
	for _, f := range datasets.FormatTable() {
		fmt.Fprintf(&out, "  %-9s  %-24s  %s; the target is %s\n", f.Name, strings.Join(f.Ends, ", "), f.Title, f.Target)
	}
	return strings.TrimRight(out.String(), "\n")
}

// separator is a flag: what stands between the cells of CSV, where tab is a word for one.
type separator string

// SeparatorFlag is the flag --separator.
func SeparatorFlag(flags *pflag.FlagSet, to *string) {
	flags.Var((*separator)(to), "separator", "what stands between the cells of a CSV file: , ; tab or another character "+
		"(default: found out)")
}

// EncodingFlag is the flag --encoding.
func EncodingFlag(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "encoding", "", "how the text of a CSV file is written: "+Joined(source.Encodings)+
		" (default: utf-8)")
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

// CheckFormat tests a word of --format.
func CheckFormat(format string) error {
	if format != "" && !slices.Contains(datasets.Formats(), datasets.Format(format)) {
		return fmt.Errorf("--format %q is none of %s", format, Joined(datasets.Formats()))
	}
	return nil
}

// ReadData reads what --data names.
func ReadData(cmd *cobra.Command, data string, o datasets.FrameOptions) (f *datasets.Frame, err error) {
	if data == StandardInput {
		f, err = datasets.ReadFrameFrom(cmd.Context(), cmd.InOrStdin(), DataName(data), o)
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

// NewStream reads the standard input whole, where it is the data and is read twice; nil otherwise.
func NewStream(cmd *cobra.Command, data string, twice bool) (stream, error) {
	if data != StandardInput || !twice {
		return nil, nil
	}
	content, err := io.ReadAll(source.Stream(cmd.Context(), cmd.InOrStdin()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", DataName(data), err)
	}
	s := stream(content)
	s.Again(cmd)
	return s, nil
}

// Again lets the next reader read it from the beginning.
func (s stream) Again(cmd *cobra.Command) {
	if s != nil {
		cmd.SetIn(bytes.NewReader(s))
	}
}

// indicesMade is the word of a model's file for where indices of SVMlight begin, where that is not 1.
const (
	IndicesMade = "indices"
	FromNil     = "from 0"
)

// StandardOutput is what -o calls it.
const StandardOutput = "-"
