// Package plan cuts work into tasks and runs them: on one processor, on all, as one of several shards, or as the jobs
// of a cluster. It is what studies and sweeps are made of.
//
// A task is its key, which holds all that the result depends on. A result is one file, named by the hash of the key,
// that is written whole or not at all and checked when it is read. Whoever runs a task, running it twice is harmless,
// and the order of work never shows in a number: results are read in the order of the plan.
//
//	p := plan.New("squares", 1)
//	found := make([]*plan.Result[float64], 10)
//	for i := range found {
//		found[i] = plan.Add(p, plan.Task{Key: i}, func(context.Context) (float64, error) { return float64(i * i), nil })
//	}
//	err := p.Run(ctx, plan.Options{Folder: "out/squares"})
package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
)

// Task says what is to be done, for those who run it.
type Task struct {
	// Key holds all that the result depends on: settings, seeds, the checksums of data. It marshals to JSON, and no two
	// tasks of a plan have the same.
	Key any
	// Label names the task for people.
	Label string
	// Cost is about how many seconds one processor takes, 1 where it is 0. It balances shards and changes no result.
	Cost float64
	// Memory is the number of bytes that the task needs beside the data it uses, 0 where that is little.
	Memory float64
	// Timed says that the result holds times. The task then runs alone in its process. Times that are to be compared with
	// each other belong to one task.
	Timed bool
	// Uses are the data that work asks for.
	Uses []Data
	// After are the results that work reads: it begins when they are there. They are part of the task, so that the key
	// need not repeat what they depend on.
	After []Dependency
}

// Dependency is a result that another task reads.
type Dependency interface{ task() *task }

// Plan is a list of tasks.
type Plan struct {
	name    string
	version int
	tasks   []*task
	byHash  map[string]*task
	reading []*task // tasks whose results were read since Reading began
	watched bool
	doubted map[string]bool // hashes of results whose files are damaged
	mixed   bool            // it was said that results were made with different instructions
}

// New begins a plan. The version is that of the computation, part of every key, and to be raised when results change.
func New(name string, version int) *Plan {
	return &Plan{name: name, version: version, byHash: map[string]*task{}, doubted: map[string]bool{}}
}

// task is a task with its hash and work.
type task struct {
	Task
	plan   *Plan
	key    []byte // JSON of the name, the version, the key and the hashes it comes after
	hash   string
	work   func(ctx context.Context) (any, error)
	format schema
	check  func(value any) error // nil for none
	state  state
	outcome
}

type state int

const (
	waiting state = iota
	running
	done
	failed
)

// together is what a task shares with those that it goes together with; nil for none.
func (t *task) together() *share {
	for _, d := range t.Uses {
		if s := d.share(); s.together {
			return s
		}
	}
	return nil
}

// Result is what a task will give.
type Result[T any] struct{ of *task }

func (r *Result[T]) task() *task { return r.of }

// Get returns the result; ok is false while it is not there.
func (r *Result[T]) Get() (value T, ok bool) {
	t := r.of
	if t.state != done {
		return value, false
	}
	if t.plan.watched {
		t.plan.reading = append(t.plan.reading, t)
	}
	return t.value.(T), true
}

// Checked adds what a result must be like for this task: of the lengths that its settings ask for, where a method Check
// of T, which knows no settings, cannot tell. It is asked whenever the result is read from a file.
func (r *Result[T]) Checked(is func(value T) error) *Result[T] {
	r.of.check = func(v any) error { return is(v.(T)) }
	return r
}

// Filled returns the results that are there, in order.
func Filled[T any](results []*Result[T]) (out []T) {
	for _, r := range results {
		if v, ok := r.Get(); ok {
			out = append(out, v)
		}
	}
	return out
}

// Add adds a task with its work to the plan, and returns its result to be. Work ends when its context does. A task that
// is there already, by its key, is not added again. Add panics where the key does not marshal, or where a task of the
// same key has results of another type.
//
// T is made of exported fields, numbers (NaN and infinities too), strings, slices, arrays, maps and pointers. Where T
// has a method Check() error, it is asked whenever a result is read from a file.
func Add[T any](p *Plan, t Task, work func(ctx context.Context) (T, error)) *Result[T] {
	format := schemaOf(reflect.TypeFor[T]())
	added := p.add(t, format)
	if added.format.text != format.text {
		panic(fmt.Sprintf("plan: the task %s gives results of two types", added.key))
	}
	added.work = func(ctx context.Context) (any, error) { return work(ctx) }
	return &Result[T]{added}
}

// keyed is what the hash of a task is of.
type keyed struct {
	Plan    string   `json:"plan"`
	Version int      `json:"version"`
	Key     any      `json:"key"`
	After   []string `json:"after,omitempty"`
}

func (p *Plan) add(t Task, format schema) *task {
	key := keyed{Plan: p.name, Version: p.version, Key: t.Key}
	for _, d := range t.After {
		key.After = append(key.After, d.task().hash)
	}
	text, err := encode(key)
	if err != nil {
		panic(fmt.Sprintf("plan: the key of %q does not marshal: %v", t.Label, err))
	}
	sum := sha256.Sum256(text)
	hash := hex.EncodeToString(sum[:16])
	if there := p.byHash[hash]; there != nil {
		return there
	}
	if t.Cost <= 0 {
		t.Cost = 1
	}
	if t.Label == "" {
		t.Label = string(text)
	}
	added := &task{Task: t, plan: p, key: text, hash: hash, format: format}
	p.tasks = append(p.tasks, added)
	p.byHash[hash] = added
	for _, d := range t.Uses {
		d.share().waiting++
	}
	return added
}

// Len returns the number of tasks.
func (p *Plan) Len() int { return len(p.tasks) }

// Done returns the number of tasks whose results are there.
func (p *Plan) Done() (n int) {
	for _, t := range p.tasks {
		if t.state == done {
			n++
		}
	}
	return n
}

// Missing returns the labels of the tasks whose results are not there, each once, in the plan's order.
func (p *Plan) Missing() (labels []string) {
	seen := map[string]bool{}
	for _, t := range p.tasks {
		if t.state != done && !seen[t.Label] {
			seen[t.Label] = true
			labels = append(labels, t.Label)
		}
	}
	return labels
}

// Seconds returns the time that the tasks took, added up, whenever and wherever they ran.
func (p *Plan) Seconds() (sum float64) {
	for _, t := range p.tasks {
		if t.state == done {
			sum += t.made.Seconds
		}
	}
	return sum
}

// Hash returns what two plans have in common if and only if they have the same tasks in the same order.
func (p *Plan) Hash() string {
	h := sha256.New()
	for _, t := range p.tasks {
		_, _ = io.WriteString(h, t.hash) // a hash takes all
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
