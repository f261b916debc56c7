package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// statusLine is one line on a terminal that is written over, and nothing elsewhere.
type statusLine struct {
	w      io.Writer
	mutex  sync.Mutex
	last   time.Time
	frames int
}

func newStatusLine(w io.Writer) *statusLine {
	return &statusLine{w: terminal(w)}
}

// statusEvery is the least time between two texts.
const statusEvery = 100 * time.Millisecond

// show replaces the text, not too often.
func (s *statusLine) show(text func() string) {
	if s.w == nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if now := time.Now(); now.Sub(s.last) >= statusEvery {
		s.last = now
		s.frames++
		fmt.Fprintf(s.w, "\r\x1b[K%s", text())
	}
}

// close clears the line.
func (s *statusLine) close() {
	if s.frames > 0 {
		fmt.Fprint(s.w, "\r\x1b[K")
	}
}
