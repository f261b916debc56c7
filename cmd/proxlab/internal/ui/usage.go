package ui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/spf13/cobra"
)

// usageError is wrong usage: exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage makes an error one of wrong usage.
func Usage(err error) error { return usageError{err} }

// IsUsage tells whether an error is one of wrong usage.
func IsUsage(err error) bool { return errors.As(err, new(usageError)) }

// NoArgs refuses arguments, as wrong usage.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usage(fmt.Errorf("unknown command or argument %q for %q; see %s --help",
			args[0], cmd.CommandPath(), cmd.CommandPath()))
	}
	return nil
}

// Checked is a check of cobra whose failure is wrong usage.
func Checked(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return Usage(fmt.Errorf("%w; usage: %s", err, cmd.UseLine()))
		}
		return nil
	}
}

// Below is what a command writes to in the end.
func Below(w io.Writer) io.Writer {
	if p, ok := w.(*plain.Writer); ok {
		return p.Below
	}
	return w
}

// Joined lists words with commas between them.
func Joined[T ~string](items []T) string {
	names := make([]string, len(items))
	for i, v := range items {
		names[i] = string(v)
	}
	return strings.Join(names, ", ")
}

// WordError says that a word is none of those known.
func WordError(flag, word string, known []string) error {
	return fmt.Errorf("--%s %q is none of %s", flag, word, strings.Join(known, ", "))
}

// CommandLine returns the command as it was given, to be kept with what it made.
func CommandLine() string { return "proxlab " + strings.Join(os.Args[1:], " ") }

// ErrTolerance says that a model is not as good as was asked for, which has been said: exit code 3.
var ErrTolerance = errors.New("the tolerance was not reached")

// ErrMore says that there is more to do, which has been said: exit code 4.
var ErrMore = errors.New("there is more to do")
