package testproblems

import (
	"context"
	"sync/atomic"
)

// Ending is a context that counts how often it is asked whether it has ended, and ends at such a call: how soon work
// obeys is then known without a clock.
type Ending struct {
	context.Context
	calls, at atomic.Int64
	end       context.CancelFunc
}

// EndingAt ends at a call; never at 0.
func EndingAt(call int) *Ending {
	e := &Ending{}
	e.Context, e.end = context.WithCancel(context.Background())
	e.at.Store(int64(call))
	return e
}

// Err counts.
func (e *Ending) Err() error {
	if e.calls.Add(1) == e.at.Load() {
		e.end()
	}
	return e.Context.Err()
}

// Calls is how often it was asked.
func (e *Ending) Calls() int { return int(e.calls.Load()) }
