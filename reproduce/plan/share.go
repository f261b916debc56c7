package plan

import (
	"context"
	"sync"
)

// Data is what several tasks of a plan use.
type Data interface{ share() *share }

// Shared is a value that tasks share: it is loaded when a task of this process first asks for it, and let go when no
// task that uses it is left.
type Shared[T any] struct {
	load func(ctx context.Context) (T, error)
	s    share
	mu   sync.Mutex
	held *T
}

// share is what those who run tasks see of it.
type share struct {
	memory   float64
	waiting  int  // tasks that may still ask for it
	held     bool // loaded, or about to be
	forget   func()
	together bool // see Together
	after    []Dependency
	busy     bool // a task that uses it is at work, where they go together
	noted    bool // others know that they are begun
}

func (d *Shared[T]) share() *share { return &d.s }

// Share declares data of about so many bytes, and how they are loaded.
func Share[T any](memory float64, load func(ctx context.Context) (T, error)) *Shared[T] {
	d := &Shared[T]{load: load}
	d.s = share{memory: memory, forget: d.forget}
	return d
}

// Together says that most of the work of the tasks that use the data is to make these, for all of them at once: one
// process does the tasks one after the other, so that others at work there take other tasks, and shards and jobs do not
// divide them. They begin when nothing is left to wait for of what comes before: results that are read where they are
// there, and are no part of a key.
func (d *Shared[T]) Together(after ...Dependency) *Shared[T] {
	d.s.together, d.s.after = true, append(d.s.after, after...)
	return d
}

// Get returns the data. Of several tasks that ask at once, one loads and the others wait. An error is not kept: the
// next who asks loads again.
func (d *Shared[T]) Get(ctx context.Context) (T, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held != nil {
		return *d.held, nil
	}
	v, err := d.load(ctx)
	if err != nil {
		return v, err
	}
	d.held = &v
	return v, nil
}

func (d *Shared[T]) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = nil
}
