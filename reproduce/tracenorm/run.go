package tracenorm

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// replication holds all courses on one problem, by method; starts holds those of alternating minimization from other
// seeds and ranks.
type replication struct {
	source         datasets.Source
	lambda, most   float64
	courses        map[string]course
	starts         []course
	reference      *course // a longer run of the sound method, for the optimum alone; nil where its race is long enough
	long           *course // a longer run of the literal method, for its staircase
	best           float64 // the least objective of any of them
	features, outs int
}

// runner is a run at work.
type runner struct {
	c           reproduce.Config
	plan        plan
	rec         *reproduce.Record
	tables      map[string]*reproduce.Table
	done, total int
	drawings    map[int]*datasets.Drawings // Omniglot by side, loaded once
	clock       func() float64             // processor seconds
}

// run runs the study: one race at a time, since they are timed.
func run(ctx context.Context, c reproduce.Config) (*reproduce.Record, error) {
	return newRunner(c).study(ctx)
}

func newRunner(c reproduce.Config) *runner {
	return &runner{
		c: c, plan: planOf(c), clock: cpuSeconds,
		tables: map[string]*reproduce.Table{}, drawings: map[int]*datasets.Drawings{},
	}
}

func (r *runner) study(ctx context.Context) (*reproduce.Record, error) {
	start, c := time.Now(), r.c
	r.rec = &reproduce.Record{
		Study: name, Scale: c.Scale, Seed: c.Seed, Started: start, Config: c, System: reproduce.ThisSystem(),
	}
	for _, id := range tablesWanted(c) {
		r.tables[id] = &reproduce.Table{ID: id, Mode: modeOf(id), Title: titles[id]}
	}
	r.count()
	err := r.work(ctx)
	for _, id := range tablesWanted(c) {
		r.rec.Tables = append(r.rec.Tables, *r.tables[id])
	}
	r.rec.Partial = err != nil
	r.rec.Seconds = time.Since(start).Seconds()
	r.rec.Claims = judge(r.rec)
	if err == nil {
		r.progress("")
	}
	return r.rec, err
}

func (r *runner) work(ctx context.Context) error {
	if t := r.tables[tableGauges]; t != nil {
		addGauges(r.rec, t)
	}
	for _, p := range panels {
		if r.wantsPanel(p) {
			if err := r.panel(ctx, p); err != nil {
				return err
			}
		}
	}
	for _, s := range r.plan.sets {
		if r.wantsSet(s) {
			if err := r.set(ctx, s); err != nil {
				return err
			}
		}
	}
	if t := r.tables[tableReadings]; t != nil {
		return r.readings(ctx, t)
	}
	return nil
}

// has tells whether one of some tables is wanted.
func (r *runner) has(ids ...string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return r.tables[id] != nil })
}

// namesPart tells whether Only names panels or sets.
func (r *runner) namesPart() bool {
	return slices.ContainsFunc(r.c.Only, func(id string) bool { return !slices.Contains(tableIDs, id) })
}

func (r *runner) wantsPanel(p panel) bool {
	return r.has(tableFigure1, tableFigure1Sound, tableSpeed) && (!r.namesPart() || slices.Contains(r.c.Only, p.id))
}

func (r *runner) wantsSet(s setPlan) bool {
	return r.has(tableFigure2, tableFigure2Sound, tablePath, tableSpeed) &&
		(!r.namesPart() || slices.Contains(r.c.Only, s.id))
}

// races tells whether Figure 2 is wanted, and not the paths alone.
func (r *runner) races() bool { return r.has(tableFigure2, tableFigure2Sound, tableSpeed) }

// count fills in the total of races and paths.
func (r *runner) count() {
	for _, p := range panels {
		if r.wantsPanel(p) {
			for i := range r.plan.replications[p.correlation] {
				r.total += len(racers(r.c, p, i))
				if r.plan.reference[p.id] > 0 {
					r.total++
				}
				if r.hasStaircase(p, i) {
					r.total++
				}
			}
		}
	}
	for _, s := range r.plan.sets {
		if r.wantsSet(s) {
			r.total += s.choose
			if r.races() {
				r.total += s.folds*len(contestants(r.c)) + s.starts - 1
				if s.reference > 0 {
					r.total += s.folds
				}
			}
		}
	}
}

func (r *runner) progress(next string) {
	if r.c.Progress != nil {
		r.c.Progress(r.done, max(r.done, r.total), next)
	}
}

// one runs a race and counts it.
func (r *runner) one(ctx context.Context, p *problem, x race) (course, error) {
	r.progress(fmt.Sprintf("%s, λ = %.3g, %s", x.Problem, x.Lambda, methodTitles[x.Method]))
	out, err := x.run(ctx, r.c, p, r.clock)
	r.done++
	return out, err
}

// panel runs the replications of a panel of Figure 1.
func (r *runner) panel(ctx context.Context, p panel) error {
	var all []replication
	var err error
	for i := range r.plan.replications[p.correlation] {
		if err = context.Cause(ctx); err != nil {
			break
		}
		config := r.plan.classes
		config.Correlation, config.Seed = p.correlation, r.c.Seed+uint64(i)
		problem, wrong := fromClasses(datasets.GaussianClasses(config))
		if wrong != nil {
			return wrong
		}
		rep := newReplication(problem, p.lambda(problem.lambdaMax))
		for _, m := range racers(r.c, p, i) {
			var found course
			found, err = r.one(ctx, problem, race{
				Problem: r.plan.problemID(p.correlation, i), Method: m, Lambda: rep.lambda, Evals: r.plan.budgets[p.id][m],
			})
			if err != nil {
				break
			}
			rep.courses[m] = found
		}
		if err == nil {
			err = r.longer(ctx, problem, p, i, &rep)
		}
		if err != nil {
			break
		}
		all = append(all, rep.settled())
	}
	if len(all) > 0 {
		r.addPanel(p, all)
	}
	return err
}

// longer runs what a panel needs beside its races: the optimum, and the staircase.
func (r *runner) longer(ctx context.Context, problem *problem, p panel, replication int, rep *replication) error {
	id := r.plan.problemID(p.correlation, replication)
	if b := r.plan.reference[p.id]; b > 0 {
		c, err := r.one(ctx, problem, race{Problem: id, Method: sound, Lambda: rep.lambda, Evals: b})
		if err != nil {
			return err
		}
		rep.reference = &c
	}
	if r.hasStaircase(p, replication) {
		c, err := r.one(ctx, problem, race{
			Problem: id, Method: literal, Lambda: rep.lambda, Evals: r.plan.staircase, Every: true,
		})
		if err != nil {
			return err
		}
		rep.long = &c
	}
	return nil
}

func (r *runner) hasStaircase(p panel, replication int) bool {
	return r.plan.staircase > 0 && replication == 0 && p.id == "heavy-0.9" && slices.Contains(forms(r.c), literal)
}

func newReplication(p *problem, lambda float64) replication {
	return replication{
		source: p.source, lambda: lambda, most: p.lambdaMax, courses: map[string]course{}, features: p.d, outs: p.k,
	}
}

// settled fills in the best objective.
func (x replication) settled() replication {
	x.best = math.Inf(1)
	for _, c := range x.courses {
		x.best = math.Min(x.best, c.least())
	}
	for _, c := range x.starts {
		x.best = math.Min(x.best, c.least())
	}
	if x.reference != nil {
		x.best = math.Min(x.best, x.reference.least())
	}
	return x
}
