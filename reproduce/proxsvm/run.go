package proxsvm

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// results are the cells of a set done so far.
type results map[task]cellResult

func run(ctx context.Context, c reproduce.Config) (*reproduce.Record, error) {
	return runOn(ctx, c, load)
}

// loader reads a set; ok is false where it is not at hand.
type loader func(ctx context.Context, s set) (d *datasets.Binary, ok bool, err error)

// runOn is the study: set by set, the cells of one several at a time. Only the set at work is held in memory.
func runOn(ctx context.Context, c reproduce.Config, load loader) (*reproduce.Record, error) {
	start := time.Now()
	rec := &reproduce.Record{
		Study:   name,
		Scale:   c.Scale,
		Seed:    c.Seed,
		Started: start,
		Config:  c,
		System:  reproduce.ThisSystem(),
	}
	tables := map[string]*reproduce.Table{}
	for _, id := range tablesWanted(c) {
		tables[id] = &reproduce.Table{ID: id, Mode: modeOf(id), Title: titles[id]}
	}
	wanted := setsWanted(c)
	var err error
	for i, s := range wanted {
		if err = oneSet(ctx, c, load, rec, tables, s, i, len(wanted)); err != nil {
			rec.Partial = true
			break
		}
	}
	for _, id := range tablesWanted(c) {
		rec.Tables = append(rec.Tables, *tables[id])
	}
	rec.Seconds = time.Since(start).Seconds()
	rec.Claims = judge(rec)
	if err == nil && c.Progress != nil {
		c.Progress(len(wanted), len(wanted), "")
	}
	return rec, err
}

// oneSet does the cells of a set and adds its rows and curves to the tables: those it can, when ctx ends early.
func oneSet(
	ctx context.Context,
	c reproduce.Config,
	load loader,
	rec *reproduce.Record,
	tables map[string]*reproduce.Table,
	s set,
	done, total int,
) error {
	progress := func(next string) {
		if c.Progress != nil {
			c.Progress(done, total, s.id+next)
		}
	}
	progress("")
	d, ok, err := load(ctx, s)
	switch {
	case err != nil:
		return err
	case !ok:
		c.Notice("data set %s is not at hand: run `proxlab data info %s` to see where it is looked for", s.id, s.id)
		for _, id := range []string{tableLiteral, tableSound} {
			if t := tables[id]; t != nil {
				t.Rows = append(t.Rows, missingRow(s))
			}
		}
		return nil
	}
	found, err := work(ctx, c, d, plan(c, s, d.Train.X.C), progress)
	fill(rec, tables, c, s, d, found)
	if err != nil {
		return err
	}
	if t := tables[tableRegret]; t != nil && slices.Contains(theorySets, s.id) {
		progress(", regret")
		if err := addRegret(ctx, c, t, s, d); err != nil {
			return err
		}
	}
	if t := tables[tableCertificate]; t != nil && (s.id == certified.id || s.id == synthetic.id) {
		progress(", certificate")
		return addCertificate(ctx, c, rec, t, d)
	}
	return nil
}

// work computes cells, as many at a time as there are cores. When ctx ends, the cells that are done are returned with
// its error.
func work(
	ctx context.Context, c reproduce.Config, d *datasets.Binary, tasks []task, progress func(string),
) (results, error) {
	var (
		mu    sync.Mutex
		found = results{}
		g     errgroup.Group
	)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, t := range tasks {
		g.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			mu.Lock()
			progress(", " + t.String())
			mu.Unlock()
			res, err := cell(ctx, c, d, t)
			if err != nil {
				return err
			}
			mu.Lock()
			found[t] = res
			mu.Unlock()
			return nil
		})
	}
	return found, g.Wait()
}

func modeOf(table string) reproduce.Mode {
	if table == tableSound {
		return reproduce.Sound
	}
	return reproduce.Literal
}

// missingRow stands for a set that is not at hand.
func missingRow(s set) reproduce.Row {
	values := paperValues(s)
	values["status"] = "data not available"
	for _, m := range methods {
		values["loss_"+m], values["passes_"+m] = math.NaN(), math.NaN()
	}
	values["optimum"] = math.NaN()
	return reproduce.Row{ID: s.id, Data: datasets.Source{Name: s.id, Kind: datasets.Real}, Values: values}
}
