package reproduce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// Draft is a record in the making: the plan of its tasks, and how rows and curves are made of their results.
type Draft struct {
	Config
	// Plan has the tasks: plan.Add(d.Plan, …).
	Plan *plan.Plan

	study   Study
	started time.Time
	layouts []Layout
	parts   []func(*Record) // in the order in which they were added
}

// Draft plans the study for a config: it says what there is to do, and does none of it.
func (s Study) Draft(c Config) (*Draft, error) {
	d := &Draft{
		Config: c, Plan: plan.New(s.Name, s.Version), study: s, started: time.Now(), layouts: s.layouts(c),
	}
	return d, s.Plan(d)
}

// Wants tells whether one of some tables is to be made.
func (d *Draft) Wants(tables ...string) bool {
	return slices.ContainsFunc(d.layouts, func(l Layout) bool { return slices.Contains(tables, l.ID) })
}

// Row adds a row to a table, if that is wanted. What it holds is asked for when the tasks are done, and again
// whenever a record is made: of reads results by Get, and returns no values where it has too few of them. A source
// without a name is that of no data.
func (d *Draft) Row(table, id string, of func() (datasets.Source, Values)) {
	if !d.Wants(table) {
		return
	}
	d.parts = append(d.parts, func(rec *Record) {
		var row Row
		processors := d.Plan.Read(func() {
			row.Data, row.Values = of()
		})
		if row.Values == nil {
			return
		}
		if len(processors) > 0 {
			row.Values[processorsKey] = processors
		}
		row.ID, row.Data = id, d.study.placed(row.Data)
		t := rec.Table(table)
		t.Rows = append(t.Rows, row)
	})
}

// Missing adds a row to a table, if that is wanted, that says that a set is not at hand.
func (d *Draft) Missing(table, id, set string, values Values) {
	d.Row(table, id, func() (datasets.Source, Values) {
		out := Values{statusKey: "data not available"}
		for k, v := range values {
			out[k] = v
		}
		return datasets.Source{Name: set, Kind: datasets.Real}, out
	})
}

// Curves adds curves to the record, those that of makes of the results there are.
func (d *Draft) Curves(of func() []Curve) {
	d.parts = append(d.parts, func(rec *Record) { rec.Curves = append(rec.Curves, of()...) })
}

// Tables adds tables beside those of the layouts: for figures, and not shown by themselves.
func (d *Draft) Tables(of func() []Table) {
	d.parts = append(d.parts, func(rec *Record) { rec.Tables = append(rec.Tables, of()...) })
}

// Options returns the options of a run with what the config says.
func (d *Draft) Options(o plan.Options) plan.Options {
	o.Folder, o.About, o.Fresh, o.Replace = d.Folder, d.study.Name+", "+d.About(), d.Fresh, d.Replace
	o.Progress = d.Progress
	o.Notice = func(line string) { d.Notice("%s", line) }
	return o
}

// Run brings the results together, on this machine.
func (d *Draft) Run(ctx context.Context, o plan.Options) error { return d.Plan.Run(ctx, d.Options(o)) }

// Assemble takes the results that are there, and does no work. The error says what is missing.
func (d *Draft) Assemble(ctx context.Context) error {
	found, err := d.Plan.Load(ctx, d.Options(plan.Options{}))
	if err != nil || found == d.Plan.Len() {
		return err
	}
	missing := d.Plan.Missing()
	text := strings.Join(missing[:min(shownMissing, len(missing))], "; ")
	if len(missing) > shownMissing {
		text += fmt.Sprintf("; and %d more", len(missing)-shownMissing)
	}
	return fmt.Errorf("%d of %d results are missing in %s: %s", d.Plan.Len()-found, d.Plan.Len(), d.Folder, text)
}

// shownMissing is how many missing results a message names.
const shownMissing = 8

// idle tells that nothing was run at all: the folder was refused.
func (d *Draft) idle(err error) bool {
	var refused *plan.OtherPlanError
	var full *plan.KeepError
	return errors.As(err, &refused) || errors.As(err, &full) && d.Plan.Done() == 0
}

// Record assembles the results there are, in the plan's order: how the work was done does not show.
func (d *Draft) Record() *Record {
	rec := &Record{
		Study: d.study.Name, Version: d.study.Version, Scale: d.Scale, Seed: d.Seed, Started: d.started, Config: d.Config,
		System: ThisSystem(), Times: d.study.Times,
		Partial: d.Plan.Done() < d.Plan.Len(),
		Tasks:   d.Plan.Done(),
		Seconds: d.Plan.Seconds(),
	}
	if made := d.Plan.Processors(); len(made) > 0 { // which need not be those of whoever assembles
		rec.System.CPU = strings.Join(made, ", ")
	}
	for _, l := range d.layouts {
		rec.Tables = append(rec.Tables, Table{ID: l.ID, Mode: l.mode(), Title: l.Title})
	}
	for _, part := range d.parts {
		part(rec)
	}
	rec.Claims = d.study.Judge(rec)
	return rec
}
