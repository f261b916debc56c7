package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/fetch"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/figures"
	"github.com/spf13/cobra"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "List, describe, download and verify data sets; print one to try",
		Args:  ui.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the registered sets and where they are", Args: ui.NoArgs, RunE: dataList},
		&cobra.Command{Use: "info NAME", Short: "Describe a set", Args: ui.Checked(cobra.ExactArgs(1)), RunE: dataInfo},
		newFetch(),
		&cobra.Command{
			Use: "sample", Short: "Print a made-up table of house sales, as CSV, to try proxlab fit on", Args: ui.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return generate.WriteHouses(cmd.OutOrStdout(), 1) },
		},
		&cobra.Command{
			Use:   "verify [NAME...]",
			Short: "Check the content of the sets at hand against their checksums",
			RunE:  dataVerify,
		},
	)
	return cmd
}

// entries looks up sets by name; all of them when there is none.
func entries(names []string) ([]datasets.Entry, error) {
	if len(names) == 0 {
		return datasets.All(), nil
	}
	var out []datasets.Entry
	for _, n := range names {
		e, err := datasets.Find(n)
		if err != nil {
			return nil, ui.Usage(err)
		}
		out = append(out, e)
	}
	return out, nil
}

func dataList(cmd *cobra.Command, _ []string) error {
	t := figures.Table{Columns: figures.Columns(3, "set", "title", "where")}
	for _, e := range datasets.All() {
		where := "not at hand"
		if path, err := source.Locate(e, e.Files[0]); err == nil {
			where = path
			if !e.Verifiable() {
				where += " (unverified: no checksum is registered)"
			}
		} else if missing := new(datasets.NotFoundError); !errors.As(err, &missing) {
			return err
		}
		t.Rows = append(t.Rows, []string{e.Name, e.Title, where})
	}
	w := cmd.OutOrStdout()
	return t.Text(w, ui.Columns(w))
}

func dataInfo(cmd *cobra.Command, args []string) error {
	list, err := entries(args)
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	for _, e := range list {
		ui.Say(w, "%s: %s\nlicence:  %s\ncitation: %s\n", e.Name, e.Title, e.Licence, e.Citation)
		for _, f := range e.Files {
			where, err := source.Locate(e, f)
			if err != nil {
				where = err.Error()
			}
			sum := f.SHA256
			if sum == "" {
				sum = "none registered: what is here counts as unverified"
			}
			ui.Say(w, "file:     %s\n  sha256  %s\n  address %s\n  here    %s\n", f.Path, sum, f.URL, where)
		}
	}
	return nil
}

func newFetch() *cobra.Command {
	var d fetch.Fetcher
	var mib int64
	cmd := &cobra.Command{
		Use:   "fetch NAME...",
		Short: "Download sets into the cache, and check what is there",
		Args:  ui.Checked(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.Idle <= 0 || d.Total <= 0 || d.Tries <= 0 || mib <= 0 || mib > math.MaxInt64>>20 {
				return ui.Usage(errors.New("--idle, --time-limit, --tries and --max-mib must be positive"))
			}
			d.MaxBytes = mib << 20
			return dataFetch(cmd, args, d)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.DurationVar(&d.Idle, "idle", 30*time.Second, "how long a server may send nothing")
	flags.DurationVar(&d.Total, "time-limit", 2*time.Hour, "the most time for a file, all tries together")
	flags.IntVar(&d.Tries, "tries", 5, "how many tries in a row may bring nothing new")
	flags.Int64Var(&mib, "max-mib", 2048, "the most MiB that a file may have")
	return cmd
}

func dataFetch(cmd *cobra.Command, args []string, d fetch.Fetcher) error {
	list, err := entries(args)
	if err != nil {
		return err
	}
	b := &ui.Bar{}
	d.Progress = func(f source.File) fetch.Progress {
		b.Close()
		b = ui.NewBar(cmd.ErrOrStderr(), f.Path)
		return b.Download
	}
	d.Notice = func(format string, args ...any) {
		b.Close()
		fmt.Fprintf(cmd.ErrOrStderr(), "note: "+format+"\n", args...)
	}
	for _, e := range list {
		paths, err := d.Fetch(cmd.Context(), e)
		b.Close()
		if errors.Is(err, context.Canceled) {
			d.Notice("%v", err)
		}
		if err != nil {
			return err
		}
		for _, p := range paths {
			fmt.Fprintln(cmd.OutOrStdout(), p)
		}
	}
	return nil
}

// dataVerify checks all files of the sets; one that is not at hand is reported, and an error only when it was named.
func dataVerify(cmd *cobra.Command, args []string) error {
	list, err := entries(args)
	if err != nil {
		return err
	}
	var failed error
	for _, e := range list {
		for _, f := range e.Files {
			path, err := source.Locate(e, f)
			var missing *datasets.NotFoundError
			switch {
			case errors.As(err, &missing) && len(args) == 0:
				fmt.Fprintf(cmd.OutOrStdout(), "%s: not at hand\n", f.Path)
				continue
			case err == nil:
				err = source.Verify(cmd.Context(), path, f, source.MaxUnpacked)
			}
			switch {
			case err == nil && f.SHA256 == "":
				fmt.Fprintf(cmd.OutOrStdout(), "%s: unverified: no checksum is registered (%s)\n", f.Path, path)
			case err == nil:
				fmt.Fprintf(cmd.OutOrStdout(), "%s: ok (%s)\n", f.Path, path)
			}
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
