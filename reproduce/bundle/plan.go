package bundle

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// Ran is what a task gives: a course, and what it is of.
type Ran struct {
	Source   datasets.Source
	Examples int // sequences, queries or examples
	Course   Course
	NDCG     float64 // at the best point on the documents for tests, of rankings
}

// runKey is all that a course depends on.
type runKey struct {
	Stage  string
	Data   origin
	Method string
	Lambda float64
	Start  float64
	Extent extent
	Tie    tie `json:",omitempty"`
}

// at names a run of a set.
type at struct {
	method string
	lambda float64
	start  float64
	tie    tie
}

// study is a set in the making.
type study struct {
	*reproduce.Draft
	set
	origin origin
	data   *plan.Shared[*data]
	runs   map[at]*plan.Result[Ran]
	folds  []fold // of sequences
}

func planOf(d *reproduce.Draft) error {
	for _, s := range sets {
		if d.Scale == reproduce.Quick {
			s = s.quick()
		}
		if !s.wanted(d) {
			continue
		}
		o, ok, err := s.originOf(d.Config)
		if err != nil {
			return err
		}
		if !ok {
			for _, table := range tablesOf(s) {
				d.Missing(table, s.id, s.real, nil)
			}
			continue
		}
		planSet(d, s, o)
	}
	return nil
}

// wanted tells whether the set is to be run: one without synthetic data at quick scale only where it is named.
func (s set) wanted(d *reproduce.Draft) bool {
	if d.Scale == reproduce.Quick && s.made == nil {
		return d.Wants(tableCalls + s.id)
	}
	return d.Wants(tablesOf(s)...)
}

// quick is the set at quick scale.
func (s set) quick() set {
	s.extent = extent{40, min(s.extent.Budget, 200)}
	if s.starts != nil {
		s.startCall = 20
	}
	return s
}

// planSet adds the tasks and rows of a set.
func planSet(d *reproduce.Draft, of set, o origin) {
	s := &study{Draft: d, set: of, origin: o, data: plan.Share(32<<20, o.load), runs: map[at]*plan.Result[Ran]{}}
	for _, lambda := range s.lambdas {
		for _, m := range s.methods {
			if m.id == restarting.id && lambda >= 1 { // the first guess is 1/√λ, and stays
				s.runs[at{m.id, lambda, 0, ""}] = s.runs[at{literal.id, lambda, 0, ""}]
				continue
			}
			s.addRun(at{m.id, lambda, 0, ""}, s.extent)
		}
	}
	for _, start := range s.starts {
		if !s.Wants(tableStarts + s.id) {
			break
		}
		for _, m := range []method{restarting, stabilized} {
			s.addRun(at{m.id, s.startAt, start, ""}, extent{s.startCall, s.startCall})
		}
	}
	for _, t := range ties {
		if s.kind != folding || !s.Wants(tableTies) {
			break
		}
		for _, m := range []method{standard, restarting} {
			s.addRun(at{m.id, s.startAt, 0, t}, extent{s.startCall, s.startCall})
		}
	}
	if s.kind == folding && s.Wants(tableFolds) {
		s.addFolds()
	}
	s.addRows()
}

// addRun adds a run.
func (s *study) addRun(run at, e extent) {
	about := plan.Task{
		Key:   runKey{"run", s.origin, run.method, run.lambda, run.start, e, run.tie},
		Label: fmt.Sprintf("%s, λ = %g: %s%s", s.title, run.lambda, methodOf(run.method).title, begun(run)),
		Cost:  s.seconds * float64(e.Calls+e.Budget) / 2,
		Uses:  []plan.Data{s.data},
	}
	s.runs[run] = plan.Add(s.Plan, about, func(ctx context.Context) (Ran, error) {
		return s.ran(ctx, run, e)
	}).Checked(func(r Ran) error { return r.Course.of(e) })
}

// begun says how a run begins that does not as all others do.
func begun(run at) string {
	switch {
	case run.tie != "":
		return ", ties: " + string(run.tie)
	case run.start != 0:
		return fmt.Sprintf(", from %g", run.start)
	}
	return ""
}

// ran runs a method on the set.
func (s *study) ran(ctx context.Context, of at, e extent) (out Ran, err error) {
	d, err := s.data.Get(ctx)
	if err != nil {
		return out, err
	}
	f, err := d.function()
	if err != nil {
		return out, err
	}
	out.Source, out.Examples = d.source, d.count()
	var best []float64
	out.Course, best, err = run(ctx, methodOf(of.method), of.tie.breakTies(f), of.lambda, of.start, e)
	if err != nil {
		return out, fmt.Errorf("%s: %w", d.source, err)
	}
	if d.kind == byNDCG || d.kind == byPairs {
		out.NDCG = d.test.judge(best)
	}
	return out, nil
}

// count is the number of sequences, queries or examples.
func (d *data) count() int {
	switch d.kind {
	case folding:
		return len(d.examples)
	case byHinge:
		return len(d.classes.Y)
	}
	distinct := map[int64]bool{}
	for _, q := range d.train.query {
		distinct[q] = true
	}
	return len(distinct)
}
