package parsing

import (
	"context"
	"slices"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// class is the models of a replication that are trained together, each once for all results that are made of it. They
// have the same sentences in the same order.
type class struct {
	data    *plan.Shared[*corpus]
	lessons []*lesson
	all     *plan.Shared[map[*lesson]*graduate]
}

// lesson is the training of a model of a class.
type lesson struct {
	of   func() (t training, ok bool) // ok is false where the ranking is not there
	done []func() bool                // of each result that is made of it
}

// graduate is a model with what it learned from.
type graduate struct {
	training
	learned
	corpus *corpus
}

// newClass makes a class with tables of so many bytes, which is trained after some results.
func newClass(data *plan.Shared[*corpus], memory float64, after ...plan.Dependency) *class {
	c := &class{data: data}
	c.all = plan.Share(memory, func(ctx context.Context) (map[*lesson]*graduate, error) {
		return c.train(ctx, c.lessons)
	}).Together(after...)
	return c
}

// add adds a training.
func (c *class) add(of func() (training, bool)) *lesson {
	l := &lesson{of: of}
	c.lessons = append(c.lessons, l)
	return l
}

// gives notes that a result is made of a model.
func gives[T any](l *lesson, r *plan.Result[T]) *plan.Result[T] {
	l.done = append(l.done, func() bool {
		_, ok := r.Get()
		return ok
	})
	return r
}

// train trains the models of which results are missing.
func (c *class) train(ctx context.Context, lessons []*lesson) (map[*lesson]*graduate, error) {
	corpus, err := c.data.Get(ctx)
	if err != nil {
		return nil, err
	}
	var all []training
	var of []*lesson
	for _, l := range lessons {
		missing := slices.ContainsFunc(l.done, func(done func() bool) bool { return !done() })
		if t, ok := l.of(); ok && missing {
			all, of = append(all, t), append(of, l)
		}
	}
	out := map[*lesson]*graduate{}
	for k, l := range corpus.learn(ctx, all, corpus.dev, corpus.test) {
		out[of[k]] = &graduate{all[k], l, corpus}
	}
	return out, context.Cause(ctx)
}

// graduate is the model of a lesson; the first who asks for one has all of them trained.
func (c *class) graduate(ctx context.Context, l *lesson) (*graduate, error) {
	all, err := c.all.Get(ctx)
	if err == nil && all[l] == nil { // its ranking was not there then
		all, err = c.train(ctx, []*lesson{l})
	}
	if err != nil {
		return nil, err
	}
	return all[l], all[l].err
}
