package tracenorm

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
)

// card lists the races on one problem, which are compared with each other.
type card struct {
	Races  []race
	Starts []race // of alternating minimization from further seeds
	Low    []race // of alternating minimization at low ranks
}

func (c card) len() int { return len(c.all()) }

func (c card) all() []race {
	return slices.Concat(c.Races, c.Starts, c.Low)
}

// String names what is raced.
func (c card) String() string {
	var names []string
	for _, r := range c.all() {
		names = append(names, r.Method)
	}
	return strings.Join(names, ", ")
}

// replication holds the courses of all races on one problem: those by method, and as the card has them.
type replication struct {
	Source            datasets.Source
	Lambda, Most      float64 // λ and λ_max
	Printed           float64 // L of the steps of Prox++ by the paper's 1/H, and by the constant of ∇φ
	Lipschitz         float64
	Features, Outputs int
	Courses           map[string]course
	Starts, Low       []course // the first start is that of the race
	Best              float64  // the least objective of any of them
	BestRank          float64  // the rank where that is
}

// Check tells whether every course has points.
func (x replication) Check() error {
	for _, c := range x.all() {
		if err := c.check(); err != nil {
			return err
		}
	}
	return nil
}

// check tells whether a replication has the courses of all races of the card, with test errors where they were asked
// for.
func (c card) check(x replication) error {
	if len(x.Courses) != len(c.Races) || len(c.Starts) > 0 && len(x.Starts) != len(c.Starts)+1 ||
		len(x.Low) != len(c.Low) {
		return fmt.Errorf("%d courses, %d starts and %d at low rank of %d, %d and %d races",
			len(x.Courses), len(x.Starts), len(x.Low), len(c.Races), len(c.Starts), len(c.Low))
	}
	for _, r := range c.Races {
		if found := x.Courses[r.Method]; len(found.Iter) == 0 || r.Tests != (len(found.TestError) > 0) {
			return fmt.Errorf("%s has %d points and %d test errors", r.Method, len(found.Iter), len(found.TestError))
		}
		if r.Steps != (x.Courses[r.Method].Steps != nil) {
			return fmt.Errorf("the steps of %s are there or not", r.Method)
		}
	}
	return nil
}

// above returns the relative accuracy of an objective.
func (x replication) above(objective float64) float64 {
	return math.Max(accuracyFloor, (objective-x.Best)/math.Abs(x.Best))
}

// all returns the courses, those of the races by method.
func (x replication) all() []course {
	out := slices.Concat(x.Starts, x.Low)
	for _, m := range slices.Sorted(maps.Keys(x.Courses)) {
		out = append(out, x.Courses[m])
	}
	return out
}

// run runs the races one after another.
func (c card) run(ctx context.Context, p *problem, lambda float64, clock func() float64) (replication, error) {
	x := replication{
		Source: p.source, Lambda: lambda, Most: p.lambdaMax, Features: p.d, Outputs: p.k, Courses: map[string]course{},
		Printed: p.printed, Lipschitz: p.lipschitz, Best: math.Inf(1),
	}
	var err error
	one := func(r race) (found course) {
		if err == nil {
			found, err = r.run(ctx, p, lambda, clock)
		}
		return found
	}
	for _, r := range c.Races {
		x.Courses[r.Method] = one(r)
	}
	if len(c.Starts) > 0 {
		x.Starts = append(x.Starts, x.Courses[alternate])
	}
	for _, r := range c.Starts {
		x.Starts = append(x.Starts, one(r))
	}
	for _, r := range c.Low {
		x.Low = append(x.Low, one(r))
	}
	for _, found := range x.all() {
		if least := found.least(); least < x.Best {
			x.Best, x.BestRank = least, last(found.Rank)
		}
	}
	return x, err
}
