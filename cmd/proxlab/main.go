// Command proxlab fits models to data and predicts with them, reproduces the studies, prints the ledger of claims,
// manages data sets and runs the notebooks.
//
// Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a model was written whose tolerance was not reached, 4 of step: go on,
// 130 interrupted.
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

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/graphs"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/lab"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/labelsets"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/machines"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/matrices"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/passing"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/predicting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/serve"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/structures"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/studies"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/topics"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/spf13/cobra"
)

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
	if e := out.Close(); e != nil && (err == nil || errors.Is(err, ui.ErrTolerance) || errors.Is(err, ui.ErrMore)) {
		err = fmt.Errorf("the standard output: %w", e)
	}
	switch {
	case err == nil:
		return 0
	case ui.IsUsage(err):
		fmt.Fprintf(said, "proxlab: %s\n", message(err))
		return 2
	case errors.Is(err, ui.ErrTolerance):
		return 3
	case errors.Is(err, ui.ErrMore):
		return 4
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

// learners are the commands that learn structures.
func learners() []*cobra.Command {
	return []*cobra.Command{
		structures.NewParse(), structures.NewTag(), structures.NewFold(), graphs.NewGraph(), labelsets.NewLabels(),
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "proxlab",
		Short:         "Structured sparsity, kernel learning and structured prediction: models, studies, data and notebooks",
		SilenceErrors: true, SilenceUsage: true,
		Version: version(),
		Args:    ui.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return ui.Usage(err) })
	fit := machines.Add(fitting.NewFit(passing.Fit))
	root.AddCommand(topics.New(fit)...)
	root.AddCommand(machines.NewTopic(fit))
	root.AddCommand(fit, passing.NewPass(), passing.NewStep())
	root.AddCommand(learners()...)
	root.AddCommand(predicting.NewPredict(), matrices.NewCovariance(), matrices.NewDictionary(),
		matrices.NewComplete(), matrices.NewSeparate(), studies.NewReproduce(),
		studies.NewCompare(), studies.NewDiff(),
		studies.NewClaims(), studies.NewResults(), own.NewNew(),
		newModel(), newData(), serve.New(version, learners),
		lab.NewNotebooks(), lab.NewSite(), newVersion(), newLicenses(), newMan())
	fitHelp(root)
	return root
}
