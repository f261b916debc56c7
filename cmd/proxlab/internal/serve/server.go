package serve

import (
	"bufio"
	"context"
	"errors"
	"sync"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/toolkit/fit"
)

// prepared is a problem that is ready, for one request at a time.
type prepared struct {
	of   *held
	fit  *fit.Prepared
	free chan struct{} // has one entry while nobody uses it
}

// server is a connection.
type server struct {
	version func() string
	// commands are those that learn structures; nil for none.
	commands func() []*cobra.Command
	mu       sync.Mutex // of out
	out      *bufio.Writer
	failed   error // of out
	state    sync.Mutex
	data     map[string]*held
	ready    map[string]*prepared
	live     map[int64]*request
	parsed   cache
}

// request is one that is worked on.
type request struct{ cancel context.CancelFunc }

// cancel ends a request, where it is still under way.
func (s *server) cancel(id int64) {
	s.state.Lock()
	defer s.state.Unlock()
	if of := s.live[id]; of != nil {
		of.cancel()
	}
}

// send writes an answer, of the kind ok where it says none.
func (s *server) send(id int64, a *answer) {
	if a.ID = id; a.Kind == "" {
		a.Kind = "ok"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		s.failed = errors.Join(a.write(s.out), s.out.Flush())
	}
}

// writable tells whether answers still arrive.
func (s *server) writable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed == nil
}
