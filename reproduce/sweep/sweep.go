// Package sweep runs one's own experiment over many settings: a plan of one task a setting, with progress, resume,
// and a table at the end.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

// Sweep is work to be done for every setting. S and R are structs of exported fields; those of R, and of S, become the
// columns of tables.
type Sweep[S, R any] struct {
	// Name is that of the sweep, and of its folder.
	Name string
	// Version is that of Work, which nobody can see to have changed: raise it when it did, and all is computed anew.
	Version int
	// Settings are what is tried, each once: methods, strengths, seeds, names of data.
	Settings []S
	// Work finds the result of a setting. It ends when its context does. Several settings are at work at a time.
	Work func(ctx context.Context, setting S) (R, error)
	// Cost says about how many seconds a setting takes, and Memory how many bytes; nil for alike, and for little.
	Cost, Memory func(setting S) float64
	// Timed says that results hold times: settings then run one at a time.
	Timed bool
}

// Results are a sweep's, as far as they are there.
type Results[S, R any] struct {
	Name     string
	Settings []S
	found    []*plan.Result[R]
}

// Plan returns the plan of the sweep and where its results will be, for the engines of packages plan and slurm.
func (s Sweep[S, R]) Plan() (*plan.Plan, *Results[S, R]) {
	p := plan.New(s.Name, s.Version)
	out := &Results[S, R]{Name: s.Name, Settings: s.Settings}
	for _, setting := range s.Settings {
		t := plan.Task{Key: setting, Label: fmt.Sprintf("%+v", setting), Timed: s.Timed}
		if s.Cost != nil {
			t.Cost = s.Cost(setting)
		}
		if s.Memory != nil {
			t.Memory = s.Memory(setting)
		}
		out.found = append(out.found, plan.Add(p, t, func(ctx context.Context) (R, error) { return s.Work(ctx, setting) }))
	}
	return p, out
}

// Run runs the sweep. When ctx ends, or some settings fail, the results there are come with the error; those kept in
// the folder of o are not computed again, which a notice says. There is record.json of how they were made, too: by
// which versions and command, on what machine.
func (s Sweep[S, R]) Run(ctx context.Context, o plan.Options) (*Results[S, R], error) {
	p, out := s.Plan()
	started := time.Now()
	if o.Folder != "" {
		o.About = fmt.Sprintf("%d settings, version %d", len(s.Settings), s.Version)
		o.Replace = true // another version, or other settings, of the same sweep
		if err := p.Claim(o); err != nil {
			return out, err
		}
		if kept, err := p.Load(ctx, o); err == nil && kept > 0 && !o.Fresh && o.Notice != nil {
			o.Notice(fmt.Sprintf("%s: %d of %d results are kept from before; raise Version when the work has changed",
				s.Name, kept, p.Len()))
		}
	}
	err := p.Run(ctx, o)
	if o.Folder != "" && out.Done() > 0 {
		made := record{s.Name, s.Version, p.Len(), out.Done(), started, p.Seconds(), provenance.ThisSystem()}
		err = errors.Join(err, made.save(o.Folder))
	}
	return out, err
}

// Get returns the result of the i-th setting; ok is false where it is not there.
func (r *Results[S, R]) Get(i int) (result R, ok bool) { return r.found[i].Get() }

// Kept returns the results there are with their settings, as a folder keeps them: for package compare.
func (r *Results[S, R]) Kept() (out []plan.Kept) {
	for _, result := range r.found {
		if k, ok := result.Kept(); ok {
			out = append(out, k)
		}
	}
	return out
}

// Done returns how many results are there.
func (r *Results[S, R]) Done() (n int) {
	for i := range r.found {
		if _, ok := r.Get(i); ok {
			n++
		}
	}
	return n
}
