package plan

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// wanted returns the tasks that the options ask for.
func (r *run) wanted() []*task {
	switch {
	case len(r.o.Only) > 0:
		return slices.DeleteFunc(slices.Clone(r.p.tasks), func(t *task) bool { return !slices.Contains(r.o.Only, t.hash) })
	case r.o.Shard.Count > 0:
		all := slices.DeleteFunc(slices.Clone(r.p.tasks), func(t *task) bool { return !r.o.Shard.Kind.has(t) })
		return r.p.shards(all, r.o.Shard.Count)[r.o.Shard.Index]
	}
	return slices.Clone(r.p.tasks)
}

// next takes the task that is to be begun now, waiting for one where others are at work; nil where there is nothing
// left to begin.
func (r *run) next(ctx context.Context) *task {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if ctx.Err() != nil {
			return nil
		}
		r.skip()
		if t, alone := r.choose(); t != nil {
			r.todo = slices.DeleteFunc(r.todo, func(other *task) bool { return other == t })
			r.working++
			r.alone = alone
			r.memory += t.Memory
			for _, d := range t.Uses {
				if s := d.share(); !s.held {
					s.held = true
					r.memory += s.memory
				}
			}
			if s := t.together(); s != nil {
				s.busy = true
			}
			t.state = running
			return t
		}
		if r.working == 0 {
			return nil
		}
		r.changed.Wait()
	}
}

// skip gives up the tasks that come after one that failed, or that others were to do and have not done where those have
// ended. What other shards have not done is taken in.
func (r *run) skip() {
	for k := 0; k < len(r.todo); k++ {
		for _, d := range r.todo[k].After {
			before := d.task()
			switch {
			case before.state == failed, before.state == waiting && !r.ours[before] && r.o.Joins:
				r.giveUp(r.todo[k], before)
			default:
				r.takeIn(before)
			}
		}
		if s := r.todo[k].together(); s != nil {
			for _, d := range s.after {
				r.takeIn(d.task())
			}
		}
	}
	r.todo = slices.DeleteFunc(r.todo, func(t *task) bool { return t.state == failed })
}

// takeIn adds a task that others were to do, and have not done, to those that are done here.
func (r *run) takeIn(t *task) {
	if t.state == waiting && !r.ours[t] && !r.o.Joins {
		r.ours[t] = true
		r.todo = append(r.todo, t)
		r.total++
	}
}

// giveUp notes, once, that a task is not done for want of one before it.
func (r *run) giveUp(t, before *task) {
	if t.state == failed {
		return
	}
	t.state = failed
	r.failed.Tasks = append(r.failed.Tasks, TaskError{t.Label, "", fmt.Errorf("%w: %s", ErrBefore, before.Label)})
	r.release(t)
}

// choose picks a task of those that can begin: in the order of the plan, but last and alone those that are timed or
// that another process has begun, and alone those that need more memory than there is. First of all come those for
// which a task that they go together with has made the data.
func (r *run) choose() (t *task, alone bool) {
	if r.alone {
		return nil, false
	}
	r.look()
	var next, first *task // that can begin, and of those that have to wait
	for _, t := range r.todo {
		switch {
		case !r.ready(t):
		case !t.Timed && !r.begunElsewhere(t) && r.fits(t):
			if s := t.together(); s != nil && s.held {
				return t, false
			}
			if next == nil {
				next = t
			}
		case first == nil || r.begunElsewhere(first) && !r.begunElsewhere(t):
			first = t
		}
	}
	if next != nil || r.working > 0 {
		return next, false
	}
	if first != nil && !first.Timed && !r.fits(first) && r.need(first) > 0 {
		r.o.notice(fmt.Sprintf("%s: it needs about %.1f GiB of memory, and %.1f GiB are available: it runs alone",
			first.Label, r.need(first)/(1<<30), r.limit/(1<<30)))
	}
	return first, true
}

// ready tells whether all that a task reads is there, and none that it goes together with is at work.
func (r *run) ready(t *task) bool {
	if slices.ContainsFunc(t.After, func(d Dependency) bool { return d.task().state != done }) {
		return false
	}
	s := t.together()
	return s == nil || !s.busy && !slices.ContainsFunc(s.after, func(d Dependency) bool {
		before := d.task()
		return before.state == running || before.state == waiting && r.ours[before]
	})
}

// begunElsewhere tells whether another process has begun a task, and the data that it goes together with are not here.
func (r *run) begunElsewhere(t *task) bool {
	s := t.together()
	return r.journal != nil && r.journal.seen[t.hash] && (s == nil || !s.held)
}

// look reads once a second what other processes have begun.
func (r *run) look() {
	if r.journal != nil && time.Since(r.looked) > time.Second {
		r.journal.look()
		r.looked = time.Now()
	}
}

// need returns the bytes that a task adds to what is held.
func (r *run) need(t *task) float64 {
	sum := t.Memory
	for _, d := range t.Uses {
		if s := d.share(); !s.held {
			sum += s.memory
		}
	}
	return sum
}

// fits tells whether there is memory for a task beside those at work and the data that are held.
func (r *run) fits(t *task) bool { return r.memory+r.need(t) <= r.limit }

// release lets go the data that no task is left to use. The lock is held.
func (r *run) release(t *task) {
	for _, d := range t.Uses {
		s := d.share()
		if s.waiting--; s.waiting == 0 && s.held {
			s.forget()
			s.held = false
			r.memory -= s.memory
		}
	}
}
