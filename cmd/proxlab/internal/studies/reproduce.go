package studies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/spf13/cobra"
)

// reproduceFlags are the flags of the command as they are given.
type reproduceFlags struct {
	scale, mode, data, out string
	paper                  paperFlag
	only                   []string
	folds                  []int
	seed                   uint64
	fresh, json, vector    bool
	replace                bool
	engine                 engineFlags
}

// NewReproduce is the command reproduce.
func NewReproduce() *cobra.Command {
	var f reproduceFlags
	var names []string
	for _, s := range Studies {
		names = append(names, s.Name)
	}
	cmd := &cobra.Command{
		Use:   "reproduce <STUDY|all>",
		Short: "Run a paper's experiments and write tables, figures and a report",
		Long: "Run a paper's experiments. The studies are " + strings.Join(names, ", ") + ".\n\n" +
			"Writes <out>/<study>/report.html, tables (.csv, .md, .tex), figures (.png, .html) and record.json,\n" +
			"and prints the tables. An interrupted run goes on where it stopped. Nothing is downloaded: see proxlab data " +
			"fetch.\n\n" +
			"The work is done on all processors of this machine, or in parts: by --shard, by the jobs of a Slurm cluster " +
			"(--slurm), or by the\npods of a Kubernetes Job. The parts share --out; docs/clusters.md goes through it.",
		Args: ui.Checked(cobra.ExactArgs(1)),
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
	flags.BoolVar(&f.replace, "replace", false,
		"take the folder from an unfinished run with other settings; its results stay")
	flags.StringVar(&f.out, "out", "out", "folder to write to")
	flags.BoolVar(&f.vector, "vector", false, "write figures as .svg and .pdf too")
	f.paper.add(cmd)
	flags.BoolVar(&f.json, "json", false, "print one JSON object a study, on one line")
	f.engine.add(flags)
	cmd.ValidArgs = append(studyNames(), "all")
	ui.Offers(cmd, "scale", ui.Fixed("quick", "paper"))
	ui.Offers(cmd, "mode", ui.Fixed("literal", "sound", "both"))
	ui.Offers(cmd, "data", ui.Fixed("auto", "real", "synthetic"))
	return cmd
}

// config turns the flags into a config; every error is wrong usage.
func (f reproduceFlags) config() (c reproduce.Config, err error) {
	if c.Scale, err = reproduce.ParseScale(f.scale); err == nil {
		if c.Mode, err = reproduce.ParseMode(f.mode); err == nil {
			c.Data, err = source.ParsePolicy(f.data)
		}
	}
	if err == nil {
		_, err = f.paper.papers()
	}
	if err == nil {
		err = f.engine.check()
	}
	if err == nil && f.fresh && (f.engine.slurm || f.engine.assemble) {
		err = errors.New("--fresh is for work on this machine: with --slurm or --assemble, write to another --out")
	}
	if err != nil {
		return c, ui.Usage(err)
	}
	c.Only, c.Folds, c.Seed, c.Fresh, c.Replace = f.only, f.folds, f.seed, f.fresh, f.replace
	return c, nil
}

func reproduceStudies(cmd *cobra.Command, which string, f reproduceFlags) error {
	c, err := f.config()
	if err != nil {
		return err
	}
	list := Studies
	if which != "all" {
		s, err := reproduce.Find(Studies, which)
		if err != nil {
			return ui.Usage(fmt.Errorf("%w, all", err))
		}
		list = []reproduce.Study{s}
	}
	for _, s := range list {
		if err := s.Check(c); err != nil {
			return ui.Usage(err)
		}
	}
	for _, s := range list {
		if err := reproduceOne(cmd, s, c, f); err != nil {
			return err
		}
	}
	return nil
}

// reproduceOne does one study's work, or a part of it. Where it is to make the record, it writes what was found and
// prints it: after an interrupt or a failure, what is complete.
func reproduceOne(cmd *cobra.Command, s reproduce.Study, c reproduce.Config, f reproduceFlags) error {
	if f.engine.kubernetes {
		return f.writeManifest(cmd.OutOrStdout(), s)
	}
	dir := filepath.Join(f.out, s.Name)
	bar := ui.NewBar(cmd.ErrOrStderr(), s.Name)
	c.Folder, c.Progress, c.Log = filepath.Join(dir, reproduce.TasksName), bar.Update, cmd.ErrOrStderr()
	d, err := s.Draft(c)
	if err != nil {
		return err
	}
	if err := reproduce.CheckWritable(dir); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "cells")); err == nil {
		c.Notice("%s holds results of an earlier version, which are not used: remove it", filepath.Join(dir, "cells"))
	}
	recorded, err := f.bringTogether(cmd.Context(), s, d)
	bar.Close()
	var refused *plan.OtherPlanError
	switch {
	case errors.As(err, &refused) && refused.Joins:
		return ui.Usage(err)
	case errors.As(err, &refused):
		return ui.Usage(fmt.Errorf("%w: --replace does that", err))
	case !recorded:
		return err
	}
	return f.report(cmd, s, d, dir, err)
}

// report writes and prints the record of what came together; failed says why it is not all, nil where it is.
func (f reproduceFlags) report(
	cmd *cobra.Command, s reproduce.Study, d *reproduce.Draft, dir string, failed error,
) error {
	rec := d.Record()
	kept, err := reproduce.SetAside(dir, rec)
	if err != nil {
		return err
	}
	if kept != "" {
		d.Notice("the report of an earlier run with other settings or data was moved to %s", kept)
	}
	papers, err := f.paper.papers()
	if err != nil {
		return err
	}
	if _, err := s.WriteReport(dir, rec, f.vector, papers...); err != nil {
		return err
	}
	if err := printRecord(cmd.OutOrStdout(), s, rec, f.json); err != nil {
		return err
	}
	if failed != nil {
		d.Notice("stopped: what is complete was saved in %s; the same command goes on from there", dir)
		return failed
	}
	d.Notice("report: %s", filepath.Join(dir, "report.html"))
	return nil
}

// printRecord prints the tables, or the record as one line of JSON.
func printRecord(w io.Writer, s reproduce.Study, rec *reproduce.Record, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(rec)
	}
	for _, t := range s.Tables(rec) {
		if err := t.Text(w, ui.Columns(w)); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return nil
}

// bringTogether runs the plan by the engine that was asked for; recorded tells that a record is to be made.
func (f reproduceFlags) bringTogether(
	ctx context.Context, s reproduce.Study, d *reproduce.Draft,
) (recorded bool, err error) {
	switch e := f.engine; {
	case e.tasks != "":
		only, err := plan.ReadJob(e.tasks)
		if err != nil {
			return false, ui.Usage(err)
		}
		return false, d.Run(ctx, plan.Options{Only: only, Joins: true})
	case e.shard != "":
		return false, f.runShard(ctx, d)
	case e.assemble:
		return true, d.Assemble(ctx)
	case e.slurm:
		err := f.runOnSlurm(ctx, s, d)
		return d.Plan.Done() > 0 || err == nil, err
	}
	return true, d.Run(ctx, plan.Options{})
}
