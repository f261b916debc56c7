package tracenorm

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/datasets"
)

// card lists the races on one problem, which are compared with each other.
type card struct {
	Races     []race
	Starts    []race // of alternating minimization from further seeds and ranks
	Reference *race  // a longer run of the sound method, for the optimum alone; nil where its race is long enough
	Staircase *race  // a longer run of the literal method
}

func (c card) len() int { return len(c.all()) }

func (c card) all() []race {
	out := append(append([]race(nil), c.Races...), c.Starts...)
	for _, r := range []*race{c.Reference, c.Staircase} {
		if r != nil {
			out = append(out, *r)
		}
	}
	return out
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
	Source               datasets.Source
	Lambda, Most         float64 // λ and λ_max
	Features, Outputs    int
	Courses              map[string]course
	Starts               []course // the first is that of the race
	Reference, Staircase *course
	Best                 float64 // the least objective of any of them but the staircase
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
	if len(x.Courses) != len(c.Races) || (x.Reference != nil) != (c.Reference != nil) ||
		(x.Staircase != nil) != (c.Staircase != nil) || len(c.Starts) > 0 && len(x.Starts) != len(c.Starts)+1 {
		return fmt.Errorf("%d courses and %d starts of %d and %d races, or a longer run more or less",
			len(x.Courses), len(x.Starts), len(c.Races), len(c.Starts))
	}
	for _, r := range c.Races {
		if found := x.Courses[r.Method]; len(found.Iter) == 0 || r.Tests != (len(found.TestError) > 0) {
			return fmt.Errorf("%s has %d points and %d test errors", r.Method, len(found.Iter), len(found.TestError))
		}
	}
	return nil
}

// above returns the relative accuracy of an objective.
func (x replication) above(objective float64) float64 {
	return math.Max(accuracyFloor, (objective-x.Best)/math.Abs(x.Best))
}

// all returns the courses but the staircase.
func (x replication) all() []course {
	out := append([]course(nil), x.Starts...)
	for _, c := range x.Courses {
		out = append(out, c)
	}
	if x.Reference != nil {
		out = append(out, *x.Reference)
	}
	return out
}

// run runs the races one after another.
func (c card) run(ctx context.Context, p *problem, lambda float64, clock func() float64) (replication, error) {
	x := replication{
		Source: p.source, Lambda: lambda, Most: p.lambdaMax, Features: p.d, Outputs: p.k, Courses: map[string]course{},
		Best: math.Inf(1),
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
	if c.Reference != nil {
		found := one(*c.Reference)
		x.Reference = &found
	}
	if c.Staircase != nil {
		found := one(*c.Staircase)
		x.Staircase = &found
	}
	if len(c.Starts) > 0 {
		x.Starts = append(x.Starts, x.Courses[alternate])
	}
	for _, r := range c.Starts {
		x.Starts = append(x.Starts, one(r))
	}
	for _, found := range x.all() {
		x.Best = min(x.Best, found.least())
	}
	return x, err
}
