package reproduce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/kubernetes"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/slurm"
)

// Run does the work of a study, or a part of it, as the flags say. Where it is to make the record, it writes what was
// found and prints it: after an interrupt or a failure, what is complete. Wrong usage is a UsageError.
func (f *Flags) Run(ctx context.Context, s Study, p Program) error {
	c, err := f.Config()
	if err != nil {
		return err
	}
	if err := s.Check(c); err != nil {
		return UsageError{err}
	}
	if f.engine.kubernetes {
		return f.writeManifest(s, p)
	}
	dir := filepath.Join(f.out, s.Name)
	c.Folder, c.Progress, c.Log = filepath.Join(dir, TasksName), p.Progress, p.Said
	d, err := s.Draft(c)
	if err != nil {
		return err
	}
	if err := CheckWritable(dir); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "cells")); err == nil {
		c.Notice("%s holds results of an earlier version, which are not used: remove it", filepath.Join(dir, "cells"))
	}
	recorded, err := f.bringTogether(ctx, s, d, p)
	if p.Done != nil {
		p.Done()
	}
	var refused *plan.OtherPlanError
	switch {
	case errors.As(err, &refused) && refused.Joins:
		return UsageError{err}
	case errors.As(err, &refused):
		return UsageError{fmt.Errorf("%w: --replace does that", err)}
	case !recorded:
		return err
	}
	return f.report(s, d, p, dir, err)
}

// report writes and prints the record of what came together; failed says why it is not all, nil where it is.
func (f *Flags) report(s Study, d *Draft, p Program, dir string, failed error) error {
	rec := d.Record()
	kept, err := SetAside(dir, rec)
	if err != nil {
		return err
	}
	if kept != "" {
		d.Notice("the report of an earlier run with other settings or data was moved to %s", kept)
	}
	if _, err := s.WriteReport(dir, rec, f.vector, f.page.On()...); err != nil {
		return err
	}
	if err := f.print(s, rec, p); err != nil {
		return err
	}
	if failed != nil {
		d.Notice("stopped: what is complete was saved in %s; the same command goes on from there", dir)
		return failed
	}
	d.Notice("report: %s", filepath.Join(dir, "report.html"))
	return nil
}

// print prints the tables, or the record as one line of JSON.
func (f *Flags) print(s Study, rec *Record, p Program) error {
	if f.json {
		return json.NewEncoder(p.Out).Encode(rec)
	}
	for _, t := range s.Tables(rec) {
		if err := t.Text(p.Out, p.Columns); err != nil {
			return err
		}
		fmt.Fprintln(p.Out)
	}
	return nil
}

// bringTogether runs the plan by the engine that was asked for; recorded tells that a record is to be made.
func (f *Flags) bringTogether(ctx context.Context, s Study, d *Draft, p Program) (recorded bool, err error) {
	switch e := f.engine; {
	case e.tasks != "":
		only, err := plan.ReadJob(e.tasks)
		if err != nil {
			return false, UsageError{err}
		}
		return false, d.Run(ctx, plan.Options{Only: only, Joins: true})
	case e.shard != "":
		return false, f.runShard(ctx, d)
	case e.assemble:
		return true, d.Assemble(ctx)
	case e.slurm:
		err := f.runOnSlurm(ctx, s, d, p)
		return d.Plan.Done() > 0 || err == nil, err
	}
	return true, d.Run(ctx, plan.Options{})
}

// runShard does one part of the plan.
func (f *Flags) runShard(ctx context.Context, d *Draft) error {
	part, err := f.engine.part(os.Getenv)
	if err != nil {
		return UsageError{err}
	}
	if err := d.Run(ctx, plan.Options{Shard: part}); err != nil {
		return err
	}
	d.Notice("shard %d of %d is done, and %d of %d results are there; the same command with --assemble in the place of "+
		"--shard makes the record when all are", part.Index, part.Count, d.Plan.Done(), d.Plan.Len())
	return nil
}

// runOnSlurm has Slurm do what is missing.
func (f *Flags) runOnSlurm(ctx context.Context, s Study, d *Draft, p Program) error {
	out, err := filepath.Abs(f.out)
	if err != nil {
		return err
	}
	return slurm.Run(ctx, d.Plan, slurm.Options{
		Plan:        d.Options(plan.Options{}),
		Name:        "proxlab-" + s.Name,
		Args:        append(f.again(p, out), "--tasks"),
		Extra:       f.engine.slurmOptions,
		TasksPerJob: f.engine.perJob,
	})
}

// again returns the words after the program of the command that plans the same.
func (f *Flags) again(p Program, out string) []string {
	words := slices.Concat(p.Words, []string{"--scale", f.scale, "--mode", f.mode, "--data", f.data,
		"--seed", strconv.FormatUint(f.seed, 10), "--out", out})
	if len(f.only) > 0 {
		words = append(words, "--only", strings.Join(f.only, ","))
	}
	if len(f.folds) > 0 {
		words = append(words, "--folds", strings.Trim(strings.ReplaceAll(fmt.Sprint(f.folds), " ", ","), "[]"))
	}
	return words
}

// writeManifest prints the manifest of the study's Job.
func (f *Flags) writeManifest(s Study, p Program) error {
	e := f.engine
	out := f.out
	if !path.IsAbs(out) {
		out = path.Join(e.mount, out)
	}
	err := kubernetes.Job{
		Name:    "proxlab-" + s.Name,
		Image:   e.image,
		Command: append([]string{p.Name}, f.again(p, out)...),
		Shards:  e.shards, AtOnce: e.atOnce,
		Claim: e.claim, Mount: e.mount,
		CPU: e.cpu, Memory: e.memory, TimedNodes: e.timedNodes,
		Env: []kubernetes.Env{{Name: datasets.Env, Value: path.Join(e.mount, "data")}},
	}.Write(p.Out)
	if err != nil {
		return UsageError{err}
	}
	return nil
}
