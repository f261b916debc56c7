package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// reproduceFlags are the flags of the command as they are given.
type reproduceFlags struct {
	scale, mode, data, out string
	only                   []string
	folds                  []int
	seed                   uint64
	fresh, json, vector    bool
}

func newReproduce() *cobra.Command {
	var f reproduceFlags
	var names []string
	for _, s := range studies {
		names = append(names, s.Name)
	}
	cmd := &cobra.Command{
		Use:   "reproduce <" + strings.Join(names, "|") + "|all>",
		Short: "Run a paper's experiments and write tables, figures and a report",
		Long: "Run a paper's experiments. Writes <out>/<study>/report.html, tables (.csv, .md, .tex), figures (.png, " +
			".html) and record.json,\n" +
			"and prints the tables. An interrupted run goes on where it stopped. Nothing is downloaded: see proxlab data fetch.",
		Args: checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return reproduceStudies(cmd, args[0], f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.scale, "scale", "quick", "quick, or paper for the paper's protocol in full")
	flags.StringVar(&f.mode, "mode", "literal",
		"literal (the paper's letter where it is open), sound (what we recommend) or both")
	flags.StringVar(&f.data, "data", "auto", "auto (real where present, else synthetic), real or synthetic")
	flags.StringSliceVar(&f.only, "only", nil, "ids of the tables, figures or rows to make")
	flags.IntSliceVar(&f.folds, "folds", nil, "folds to train on (default: the scale's own)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of everything random")
	flags.BoolVar(&f.fresh, "fresh", false, "ignore results kept from before")
	flags.StringVar(&f.out, "out", "out", "folder to write to")
	flags.BoolVar(&f.vector, "vector", false, "write figures as .svg and .pdf too")
	flags.BoolVar(&f.json, "json", false, "print one JSON object a study, on one line")
	return cmd
}

// config turns the flags into a config; every error is wrong usage.
func (f reproduceFlags) config() (c reproduce.Config, err error) {
	if c.Scale, err = reproduce.ParseScale(f.scale); err == nil {
		if c.Mode, err = reproduce.ParseMode(f.mode); err == nil {
			c.Data, err = datasets.ParsePolicy(f.data)
		}
	}
	if err != nil {
		return c, usageError{err}
	}
	c.Only, c.Folds, c.Seed, c.Fresh = f.only, f.folds, f.seed, f.fresh
	return c, nil
}

func reproduceStudies(cmd *cobra.Command, which string, f reproduceFlags) error {
	c, err := f.config()
	if err != nil {
		return err
	}
	list := studies
	if which != "all" {
		s, err := reproduce.Find(studies, which)
		if err != nil {
			return usageError{fmt.Errorf("%w, all", err)}
		}
		list = []reproduce.Study{s}
	}
	for _, s := range list {
		if err := s.Check(c); err != nil {
			return usageError{err}
		}
	}
	for _, s := range list {
		if err := reproduceOne(cmd, s, c, f); err != nil {
			return err
		}
	}
	return nil
}

// reproduceOne runs one study, writes what it found and prints it. After an interrupt it writes what is complete.
func reproduceOne(cmd *cobra.Command, s reproduce.Study, c reproduce.Config, f reproduceFlags) error {
	dir := filepath.Join(f.out, s.Name)
	if err := reproduce.CheckWritable(dir); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	bar := newBar(cmd.ErrOrStderr(), s.Name)
	c.Folder, c.Progress, c.Log = filepath.Join(dir, reproduce.TasksName), bar.update, cmd.ErrOrStderr()
	rec, err := s.Run(cmd.Context(), c)
	bar.close()
	if rec == nil {
		return err
	}
	kept, setAside := reproduce.SetAside(dir, rec)
	if setAside != nil {
		return setAside
	}
	if kept != "" {
		c.Notice("the report of an earlier run with other settings or data was moved to %s", kept)
	}
	if _, e := s.WriteReport(dir, rec, f.vector); e != nil {
		return e
	}
	if e := printRecord(cmd.OutOrStdout(), s, rec, f.json); e != nil {
		return e
	}
	if err != nil {
		c.Notice("stopped: what is complete was saved in %s; the same command goes on from there", dir)
		return err
	}
	c.Notice("report: %s", filepath.Join(dir, "report.html"))
	return nil
}

// printRecord prints the tables, or the record as one line of JSON.
func printRecord(w io.Writer, s reproduce.Study, rec *reproduce.Record, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(rec)
	}
	for _, t := range s.Tables(rec) {
		if err := t.Text(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return nil
}
