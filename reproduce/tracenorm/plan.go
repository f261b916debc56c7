package tracenorm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// work adds to a draft the tasks of a protocol. Races are timed by a clock of processor seconds.
type work struct {
	*reproduce.Draft
	protocol
	clock func() float64
}

func draft(d *reproduce.Draft, p protocol, clock func() float64) error {
	w := work{d, p, clock}
	var ids []string
	for _, p := range parts() {
		ids = append(ids, p.ID)
	}
	ids = w.Named(ids)
	w.gauges()
	for _, p := range panels {
		if slices.Contains(ids, p.id) && w.Wants(tableFigure1, tableFigure1Sound, tableSpeed) {
			w.panel(p)
		}
	}
	for _, s := range w.sets {
		if !slices.Contains(ids, s.id) || !w.Wants(tableFigure2, tableFigure2Sound, tablePath, tableSpeed) {
			continue
		}
		if err := w.set(s); err != nil {
			return err
		}
	}
	w.readings()
	return nil
}

// panelKey is all that the races of a replication depend on.
type panelKey struct {
	Classes  generate.GaussianClassesConfig
	Relative bool // λ is a share of λ_max
	Lambda   float64
	Card     card
}

// panel plans the replications of a panel of Figure 1.
func (w work) panel(p panel) {
	all := make([]*plan.Result[replication], w.replications[p.id])
	for i := range all {
		config, card := w.classes, w.cardOfPanel(p, i)
		config.Correlation, config.Seed = p.correlation, w.Seed+uint64(i)
		t := plan.Task{
			Key:    panelKey{config, p.heavy, p.lambda(1), card},
			Label:  fmt.Sprintf("%s, replication %d: %s", p.id, i+1, card),
			Cost:   w.cost(p.id, card.len()),
			Memory: 64 * float64(config.Classes*config.Train*(config.Features+config.Classes)),
			Timed:  true,
		}
		all[i] = plan.Add(w.Plan, t, func(ctx context.Context) (replication, error) {
			problem, err := fromClasses(generate.GaussianClasses(config))
			if err != nil {
				return replication{}, err
			}
			return card.run(ctx, problem, p.lambda(problem.lambdaMax), w.clock)
		}).Checked(card.check)
	}
	w.addPanel(p, all)
}

// setKey is all that a path on a split of a set depends on, and all that its races do beside the paths on which λ is
// chosen.
type setKey struct {
	Set           string
	Data          any // the checksums of files, or the config of a generator
	Side, Classes int
	Fold          int
	Seed          uint64
	Shares        []float64
	Iterations    int
	Tol           float64
	Card          card // none for a path
}

// set plans the splits of a column of Figure 2: the paths on which λ is chosen, then the races at it.
func (w work) set(s column) error {
	named, load, err := s.source(w.Data, w.Seed)
	var missing *datasets.NotFoundError
	switch {
	case errors.As(err, &missing):
		w.Notice("%v", err)
		for _, table := range []string{tableFigure2, tableFigure2Sound} {
			w.Missing(table, s.id, s.id, reproduce.Values{
				string(keySet): s.id, string(keyTestError): math.NaN(),
			})
		}
		return nil
	case err != nil:
		return err
	}
	data := plan.Share(s.bytes(), load)
	task := func(fold int, c card, label string, n int) plan.Task {
		return plan.Task{
			Key:   setKey{s.id, named, s.side, s.classes, fold, w.Seed, s.shares, s.iterations, pathTol, c},
			Label: fmt.Sprintf("%s, split %d: %s", s.id, fold+1, label),
			Cost:  w.cost(s.id, n), Memory: s.bytes(), Uses: []plan.Data{data},
		}
	}
	paths := make([]*plan.Result[path], s.choose)
	before := make([]plan.Dependency, s.choose)
	for fold := range paths {
		t := task(fold, card{}, fmt.Sprintf("path of %d λ", len(s.shares)), len(s.shares))
		paths[fold] = plan.Add(w.Plan, t, func(ctx context.Context) (path, error) {
			return onSplit(ctx, data, fold, func(p *problem) (path, error) { return pathOf(ctx, p, s.shares, s.iterations) })
		}).Checked(func(found path) error { return found.of(s.shares) })
		before[fold] = paths[fold]
	}
	w.addPaths(s, paths)
	if !w.Wants(tableFigure2, tableFigure2Sound, tableSpeed) {
		return nil
	}
	all := make([]*plan.Result[replication], s.folds)
	for fold := range all {
		card := w.cardOfSet(s, fold)
		t := task(fold, card, card.String(), card.len())
		t.Timed, t.After = true, before
		all[fold] = plan.Add(w.Plan, t, func(ctx context.Context) (replication, error) {
			return onSplit(ctx, data, fold, func(p *problem) (replication, error) {
				return card.run(ctx, p, shareOf(s, paths)*p.lambdaMax, w.clock)
			})
		}).Checked(card.check)
	}
	w.addSet(s, paths, all)
	return nil
}

// onSplit loads the data of a set and does something with the problem of a split.
func onSplit[T any](
	ctx context.Context, data *plan.Shared[splits], fold int, do func(p *problem) (T, error),
) (out T, err error) {
	of, err := data.Get(ctx)
	if err != nil {
		return out, err
	}
	p, err := of(fold)
	if err != nil {
		return out, err
	}
	return do(p)
}

// shareOf returns the share of λ_max with the least mean test error on the paths.
func shareOf(s column, paths []*plan.Result[path]) float64 {
	at, least := 0, math.Inf(1)
	for j := range s.shares {
		var sum float64
		for _, p := range plan.Filled(paths) {
			sum += p.Points[j].TestError
		}
		if sum < least {
			at, least = j, sum
		}
	}
	return s.shares[at]
}
