package sparsity

import (
	"context"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// runner is a run at work: jobs that fill in slots, and then rows made of the slots.
type runner struct {
	c      reproduce.Config
	plan   plan
	rec    *reproduce.Record
	tables map[string]*reproduce.Table
	jobs   []job
	rows   []func() // in order, once the jobs are done
	done   int
	mu     sync.Mutex
}

type job struct {
	label string
	work  func(ctx context.Context) error
}

// titles of the tables.
var titles = map[string]string{
	tableFigure1:   "Figure 1: multi-task learning against single tasks",
	tableSchool:    "Multi-task learning of schools",
	tableFigure2:   "Figure 2: prediction, selection and iterations of multi-task learning over μ",
	tableInstances: "The same for other penalties",
	tableFigure3:   "Figure 3: iterations with fixed and adaptive steps",
	tableRules:     "Iterations by step rule",
	tableTheory:    "Contraction and projection, measured",
	tableImages:    "Total variation",
	tablePenalties: "Composite absolute penalties",
}

func run(ctx context.Context, c reproduce.Config) (*reproduce.Record, error) {
	return runPlan(ctx, c, planOf(c))
}

// runPlan is the study. Its numbers do not depend on time, so jobs run side by side.
func runPlan(ctx context.Context, c reproduce.Config, p plan) (*reproduce.Record, error) {
	start := time.Now()
	r := &runner{c: c, plan: p, tables: map[string]*reproduce.Table{}}
	r.rec = &reproduce.Record{
		Study:   name,
		Scale:   c.Scale,
		Seed:    c.Seed,
		Started: start,
		Config:  c,
		System:  reproduce.ThisSystem(),
	}
	for _, id := range tablesWanted(c) {
		r.tables[id] = &reproduce.Table{ID: id, Mode: modeOf(id), Title: titles[id]}
	}
	if err := r.add(ctx); err != nil {
		return nil, err
	}
	err := r.work(ctx)
	for _, row := range r.rows {
		row()
	}
	for _, id := range tableIDs {
		if t := r.tables[id]; t != nil {
			r.rec.Tables = append(r.rec.Tables, *t)
		}
	}
	r.rec.Partial = err != nil
	r.rec.Seconds = time.Since(start).Seconds()
	r.rec.Claims = judge(r.rec)
	return r.rec, err
}

// work does the jobs on all processors.
func (r *runner) work(ctx context.Context) error {
	r.progress("")
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, j := range r.jobs {
		g.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			r.progress(j.label)
			if err := j.work(ctx); err != nil {
				return err
			}
			r.mu.Lock()
			r.done++
			r.mu.Unlock()
			r.progress(j.label)
			return nil
		})
	}
	return g.Wait()
}

func (r *runner) progress(next string) {
	if r.c.Progress != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.c.Progress(r.done, len(r.jobs), next)
	}
}

// fill makes a slot for a job's result: nil until it is done.
func fill[T any](r *runner, label string, work func(ctx context.Context) (T, error)) *slot[T] {
	s := &slot[T]{}
	r.jobs = append(r.jobs, job{label, func(ctx context.Context) error {
		v, err := work(ctx)
		if err == nil {
			s.value, s.full = v, true
		}
		return err
	}})
	return s
}

type slot[T any] struct {
	value T
	full  bool
}

// filled returns the values of the slots that are filled.
func filled[T any](slots []*slot[T]) (out []T) {
	for _, s := range slots {
		if s.full {
			out = append(out, s.value)
		}
	}
	return out
}

// row adds a row to a table once the jobs are done, where values has some.
func (r *runner) row(table, id string, values func() (datasets.Source, map[string]any)) {
	r.rows = append(r.rows, func() {
		if source, v := values(); v != nil {
			r.tables[table].Rows = append(r.tables[table].Rows, reproduce.Row{ID: id, Data: source, Values: v})
		}
	})
}
