package tracenorm

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
)

// load loads the problem of a split of a set.
func (r *runner) load(ctx context.Context, s setPlan, fold int) (*problem, error) {
	seed := r.c.Seed + uint64(fold)
	switch s.id {
	case conjoint1:
		set, err := loadTasks(ctx, r.c.Data, loadComputers, datasets.Conjoint1)
		if err != nil {
			return nil, err
		}
		return fromTasks(set.Fold(fold, 10, r.c.Seed))
	case conjoint2:
		set, err := loadTasks(ctx, r.c.Data, loadBank, datasets.Conjoint2)
		if err != nil {
			return nil, err
		}
		return fromTasks(set.Fold(fold, 10, r.c.Seed))
	}
	drawings := r.drawings[s.side]
	set, err := loadPictures(ctx, r.c.Data, s.side, s.classes, &drawings, seed)
	if err != nil {
		return nil, err
	}
	r.drawings[s.side] = drawings
	return fromClasses(set)
}

// set runs the splits of a column of Figure 2: the paths on which λ is chosen, then the races at it.
func (r *runner) set(ctx context.Context, s setPlan) error {
	id := func(fold int) string { return fmt.Sprintf("%s/%d/%d/%d", s.id, s.side, s.classes, fold) }
	var paths [][]pathPoint
	var problems []*problem
	for fold := range s.choose {
		p, err := r.load(ctx, s, fold)
		var missing *datasets.NotFoundError
		if errors.As(err, &missing) {
			r.c.Notice("%v", err)
			r.addMissing(s)
			return nil
		}
		if err != nil {
			return err
		}
		r.progress(id(fold) + ", path")
		points, err := path(ctx, r.c, p, id(fold), s.shares, s.iterations)
		if err != nil {
			return err
		}
		r.done++
		paths, problems = append(paths, points), append(problems, p)
	}
	share := chosen(s, paths)
	r.addPath(s, problems[0], paths)
	if !r.races() {
		return nil
	}
	var all []replication
	var err error
	for fold := range s.folds {
		var rep replication
		if rep, err = r.split(ctx, s, fold, id(fold), share); err != nil {
			break
		}
		all = append(all, rep)
	}
	if len(all) > 0 {
		r.addSet(s, share, all)
	}
	return err
}

// split runs all methods on one split, and alternating minimization from further starts on the first.
func (r *runner) split(ctx context.Context, s setPlan, fold int, id string, share float64) (replication, error) {
	p, err := r.load(ctx, s, fold)
	if err != nil {
		return replication{}, err
	}
	rep := newReplication(p, share*p.lambdaMax)
	for _, m := range contestants(r.c) {
		rep.courses[m], err = r.one(ctx, p, race{
			Problem: id, Method: m, Lambda: rep.lambda, Evals: s.budgets[m], Seed: r.c.Seed, Tests: true,
		})
		if err != nil {
			return rep, err
		}
	}
	if s.reference > 0 {
		long, err := r.one(ctx, p, race{
			Problem: id, Method: sound, Lambda: rep.lambda, Evals: s.reference, Seed: r.c.Seed,
		})
		if err != nil {
			return rep, err
		}
		rep.reference = &long
	}
	if fold == 0 {
		rep.starts = append(rep.starts, rep.courses[alternate])
		for k := 1; k < s.starts; k++ {
			again, err := r.one(ctx, p, race{
				Problem: id, Method: alternate, Lambda: rep.lambda, Evals: s.budgets[alternate], Seed: r.c.Seed + uint64(k),
				Rank: startRanks[(k-1)%len(startRanks)], Tests: true,
			})
			if err != nil {
				return rep, err
			}
			rep.starts = append(rep.starts, again)
		}
	}
	return rep.settled(), nil
}

// chosen returns the share of λ_max with the least mean test error.
func chosen(s setPlan, paths [][]pathPoint) float64 {
	at, least := 0, math.Inf(1)
	for j := range s.shares {
		var sum float64
		for _, p := range paths {
			sum += p[j].TestError
		}
		if sum < least {
			at, least = j, sum
		}
	}
	return s.shares[at]
}
