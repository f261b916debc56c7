package serve

import (
	"context"
	"sync"
	"time"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// course tells how far a fit has come, now and then.
type course struct {
	send func(*progress)
	mu   sync.Mutex
	last *progress
	at   int
}

// follow watches a fit, and sends what is known every so many seconds, also amid an iteration that takes long, until
// it is told to end; not at all for 0 seconds.
func (c *course) follow(p *fit.Prepared, every float64) (end func()) {
	if !(every > 0) {
		return func() {}
	}
	c.last = progressOf(solver.Unknown(), 0)
	begun, done, ended := time.Now(), make(chan struct{}), make(chan struct{})
	p.Watch = func(s solver.Progress) {
		c.mu.Lock()
		c.last = progressOf(s, c.at)
		c.mu.Unlock()
	}
	tick := time.NewTicker(max(time.Millisecond, time.Duration(every*float64(time.Second))))
	say := func() {
		c.mu.Lock()
		now := *c.last
		c.mu.Unlock()
		now.Seconds = time.Since(begun).Seconds()
		c.send(&now)
	}
	go func() {
		defer close(ended)
		for {
			select {
			case <-tick.C:
				say()
			case <-done:
				return
			}
		}
	}()
	return func() {
		tick.Stop()
		close(done)
		<-ended
		say()
	}
}

// along follows a path.
func (c *course) along(ctx context.Context, p *fit.Prepared, path []choose.Strength) (out []*model.Linear, err error) {
	for m, err := range p.Along(ctx, path) {
		if m != nil {
			out = append(out, m)
		}
		if err != nil {
			return out, err
		}
		c.mu.Lock()
		c.at++
		c.mu.Unlock()
	}
	return out, nil
}
