// Command proxlab fits models to data and predicts with them, reproduces the studies, prints the ledger of claims,
// manages data sets and runs the notebooks.
//
// Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a model was written whose tolerance was not reached, 130 interrupted.
// An interrupted command saves what is complete, and says so.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/bundle"
	"github.com/proxlab/proxlab/reproduce/onlinemkl"
	"github.com/proxlab/proxlab/reproduce/parsing"
	"github.com/proxlab/proxlab/reproduce/proxsvm"
	"github.com/proxlab/proxlab/reproduce/sparsity"
	"github.com/proxlab/proxlab/reproduce/tracenorm"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// studies holds every study, in the order in which they are listed.
var studies = []reproduce.Study{
	onlinemkl.Study, parsing.Study, proxsvm.Study, bundle.Study, tracenorm.Study, sparsity.Study,
}

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it; else the terminal is gone
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// usageError is wrong usage: exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// execute runs the command and returns its exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if _, err := linalg.Kernel(); err != nil {
		fmt.Fprintf(stderr, "proxlab: %s\n", err)
		return 2
	}
	root := newRoot()
	root.SetArgs(args)
	out, said := &plain.Writer{Below: stdout}, &plain.Writer{Below: stderr}
	root.SetOut(out)
	root.SetErr(said)
	err := root.ExecuteContext(ctx)
	if e := out.Close(); e != nil && (err == nil || errors.Is(err, errTolerance)) {
		err = fmt.Errorf("the standard output: %w", e)
	}
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		fmt.Fprintf(said, "proxlab: %s\n", message(err))
		return 2
	case errors.Is(err, errTolerance):
		return 3
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(said, "proxlab: interrupted\n")
		return 130
	}
	fmt.Fprintf(said, "proxlab: %s\n", message(err))
	return 1
}

// message is an error's text with no line longer than a screen: a cell of a file may be of any length.
func message(err error) string {
	const longest = 2000
	return plain.Lines(err.Error(), longest)
}

// below is what a command writes to in the end.
func below(w io.Writer) io.Writer {
	if p, ok := w.(*plain.Writer); ok {
		return p.Below
	}
	return w
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "proxlab",
		Short:         "Structured sparsity, kernel learning and structured prediction: models, studies, data and notebooks",
		SilenceErrors: true, SilenceUsage: true,
		Version: version(),
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newFit(), newPredict(), newParse(), newTag(), newFold(), newReproduce(), newClaims(), newResults(),
		newData(), newNotebooks(), newSite(), newVersion(), newMan())
	offerValues(root)
	fitHelp(root)
	return root
}

// noArgs and checked are cobra's checks as wrong usage.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("unknown command or argument %q for %q; see %s --help",
			args[0], cmd.CommandPath(), cmd.CommandPath())}
	}
	return nil
}

func checked(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{fmt.Errorf("%w; usage: %s", err, cmd.UseLine())}
		}
		return nil
	}
}
