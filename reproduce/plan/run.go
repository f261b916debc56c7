package plan

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/internal/machine"
)

// Run brings together the results of a plan: those kept in the folder, and the others by work. When it returns, with or
// without an error, the results there are can be read.
//
// When ctx ends, so do the tasks at work, and the error is the context's. A task that fails or panics fails alone: the
// others go on, and the error is of type Failures. A file that is damaged, or of another version, is computed again
// with a notice. The error is of type *KeepError where a result cannot be written, and *OtherPlanError where the folder
// holds another plan.
func (p *Plan) Run(ctx context.Context, o Options) error {
	r := &run{p: p, o: o, limit: o.Memory}
	r.changed.L = &r.mu
	if r.limit == 0 {
		r.limit = machine.AvailableMemory()
	}
	if o.Folder == "" {
		return r.run(ctx)
	}
	var err error
	if r.folder, err = p.open(o); err != nil {
		return err
	}
	if r.journal, err = r.folder.journal(); err == nil {
		err = r.find(ctx)
		if err == nil {
			err = r.run(ctx)
		}
		r.journal.close()
	}
	if p.Done() == p.Len() {
		r.folder.clear()
	}
	return errors.Join(err, r.folder.sync.close())
}

// Load reads the results that are kept in a folder, and does no work. It says how many there are.
func (p *Plan) Load(ctx context.Context, o Options) (found int, err error) {
	r := &run{p: p, o: o, folder: &folder{dir: o.Folder}, reads: true}
	there, err := readPlan(r.folder.planPath())
	if err == nil && there.Hash != p.Hash() {
		err = &OtherPlanError{Folder: o.Folder, Name: there.Name, About: there.About, Done: r.folder.count(there.Tasks),
			Len: len(there.Tasks), Joins: true}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err == nil {
		err = r.find(ctx)
	}
	if p.Done() == p.Len() {
		r.sayMixed()
	}
	return p.Done(), err
}

// sayMixed notes, once, that results were made with different instructions.
func (r *run) sayMixed() {
	if levels := r.p.Levels(); len(levels) > 1 && !r.p.mixed {
		r.p.mixed = true
		r.o.notice("results were made with different instructions (" + strings.Join(levels, ", ") +
			"): last digits may differ between them")
	}
}

// run is a plan at work.
type run struct {
	p       *Plan
	o       Options
	folder  *folder // nil keeps nothing
	journal *journal
	reads   bool // and does no work

	mu      sync.Mutex
	changed sync.Cond
	todo    []*task
	ours    map[*task]bool // that were to do
	total   int
	working int
	alone   bool // the task at work is to be
	limit   float64
	memory  float64 // of the tasks at work and of the data that are held
	looked  time.Time
	failed  Failures
	stop    error
}

// find reads the results that are there.
func (r *run) find(ctx context.Context) error {
	if r.o.Fresh {
		return nil
	}
	there := r.folder.names()
	var g errgroup.Group
	g.SetLimit(2 * runtime.GOMAXPROCS(0)) // reading waits for the disk
	for _, t := range r.p.tasks {
		if t.state == done || !there[t.hash+".json"] {
			continue
		}
		g.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			r.tryLoad(t)
			return nil
		})
	}
	return g.Wait()
}

// tryLoad takes a task's result from its file, where it has a good one.
func (r *run) tryLoad(t *task) {
	found, err := r.folder.load(t)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.doubt(t, err)
		return
	}
	t.outcome, t.state = found, done
	r.release(t)
}

// doubt says, once, that a task's file is not believed. The lock is held.
func (r *run) doubt(t *task, err error) {
	if !errors.Is(err, fs.ErrNotExist) && !r.p.doubted[t.hash] {
		r.p.doubted[t.hash] = true
		then := ": computing it again"
		if r.reads {
			then = ": it counts as missing"
		}
		r.o.notice(r.folder.path(t) + ": " + err.Error() + then)
	}
}

// tryAgain lets tasks that failed in an earlier run of this plan be done.
func (p *Plan) tryAgain() {
	for _, t := range p.tasks {
		if t.state == failed {
			t.state = waiting
			for _, d := range t.Uses {
				d.share().waiting++
			}
		}
	}
}

func (r *run) run(ctx context.Context) error {
	r.p.tryAgain()
	r.todo = slices.DeleteFunc(r.wanted(), func(t *task) bool { return t.state == done })
	r.ours = map[*task]bool{}
	for _, t := range r.todo {
		r.ours[t] = true
	}
	finished := r.p.Done()
	r.total = finished + len(r.todo)
	r.progress("")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wake := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})
	defer wake()
	workers := r.o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var g sync.WaitGroup
	for range min(workers, len(r.todo)) {
		g.Go(func() { r.work(ctx, cancel) })
	}
	g.Wait()
	r.sayMixed()
	switch {
	case r.stop != nil:
		return r.stop
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case len(r.failed.Tasks) > 0:
		r.failed.All = r.total - finished
		return r.failed
	}
	r.progress("")
	return nil
}

// work does tasks until there are none.
func (r *run) work(ctx context.Context, cancel context.CancelFunc) {
	for {
		t := r.next(ctx)
		if t == nil {
			return
		}
		r.progress(t.Label)
		found, made, err := r.do(ctx, t)
		if r.settle(ctx, t, found, made, err) {
			cancel()
		}
		r.progress(t.Label)
	}
}

// do does a task, or finds that another process has; made says that there is a result, though it may not be kept.
// Whatever a task gave after its context had ended may be half of a result, and is none.
func (r *run) do(ctx context.Context, t *task) (found outcome, made bool, err error) {
	if r.folder != nil {
		if !r.o.Fresh {
			found, err := r.folder.load(t)
			if err == nil {
				return found, true, nil
			}
			r.mu.Lock()
			r.doubt(t, err)
			r.mu.Unlock()
		}
		r.mu.Lock()
		r.journal.begin(t, r.p.tasks)
		r.mu.Unlock()
	}
	if t.Timed {
		runtime.GC() // what others left is not this task's
	}
	begun := time.Now()
	value, err := protected(ctx, t)
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return outcome{}, false, err
	}
	found = outcome{value, here()}
	found.made.Seconds = time.Since(begun).Seconds()
	if r.folder != nil {
		err = r.folder.keep(t, found)
	}
	return found, true, err
}

// settle notes how a task ended, and tells whether that is the end of all.
func (r *run) settle(ctx context.Context, t *task, found outcome, made bool, err error) (full bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.working--
	r.alone = false
	r.memory -= t.Memory
	if s := t.together(); s != nil {
		s.busy = false
	}
	r.changed.Broadcast()
	var kept *KeepError // this task's own, which made a result, and not that of one before it
	full = made && errors.As(err, &kept)
	switch {
	case err == nil:
		t.outcome, t.state = found, done
	case full:
		r.stop = cmp.Or(r.stop, err)
		t.outcome, t.state = found, done // there is no file, but whoever reads it in this process has it
	case ctx.Err() != nil:
		t.state = waiting
		return false
	default:
		t.state = failed
		where := ""
		if r.folder != nil {
			r.folder.keepFailure(t, err)
			where = r.folder.failure(t)
		}
		r.failed.Tasks = append(r.failed.Tasks, TaskError{t.Label, where, err})
	}
	r.release(t)
	return full
}

func (r *run) progress(label string) {
	if r.o.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.o.Progress(r.total-len(r.todo)-r.working, r.total, label)
}
