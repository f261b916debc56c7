package explore

import (
	"context"
	"iter"
	"sync"
)

// Course is an iterative method that goes on where the last answer left it: a question that asks for more steps of the
// same key takes those that are missing, and one that asks for fewer takes none. Only another key starts anew. What is
// answered is the same as if it had been started anew each time, natively and in a page; it is what a control of steps
// (Play) needs, whose buttons go on and stop. A Course is a variable of a package, since a page's program lives as long
// as the page; it may be used by several goroutines.
//
// The key K is all that the method depends on. S is the method's state, and R what is kept of it: of every step, so
// that a reader can go back.
type Course[K comparable, S, R any] struct {
	// Begin starts the method. The sequence may end by itself.
	Begin func(ctx context.Context, key K) iter.Seq2[S, error]
	// Keep copies what is shown of a state, which the next step may change.
	Keep func(S) R

	mu    sync.Mutex
	key   K
	kept  []R
	next  func() (S, error, bool) // nil before the first, and after an error
	stop  func()
	ended bool
}

// To returns what was kept of the first n steps, and whether the method ended before it took more. When the context
// ends, the steps taken stay for the next question.
func (c *Course[K, S, R]) To(ctx context.Context, key K, n int) (kept []R, ended bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil || c.key != key {
		c.forget()
		c.next, c.stop = iter.Pull2(c.Begin(context.WithoutCancel(ctx), key)) // which outlives this question
		c.key = key
	}
	for len(c.kept) < n && !c.ended {
		if err := context.Cause(ctx); err != nil {
			return nil, false, err
		}
		s, err, ok := c.next()
		switch {
		case err != nil:
			c.forget()
			return nil, false, err
		case !ok:
			c.ended = true
		default:
			c.kept = append(c.kept, c.Keep(s))
		}
	}
	n = min(n, len(c.kept))
	return c.kept[:n:n], c.ended && n == len(c.kept), nil
}

// forget ends the method, and drops what was kept.
func (c *Course[K, S, R]) forget() {
	if c.next != nil {
		c.stop()
	}
	c.next, c.kept, c.ended = nil, nil, false
}
