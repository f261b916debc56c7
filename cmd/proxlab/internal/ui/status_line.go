package ui

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// StatusLine is one line on a terminal that is written over, and nothing elsewhere.
type StatusLine struct {
	w      io.Writer
	mutex  sync.Mutex
	last   time.Time
	frames int
}

// NewStatusLine is a line that is written again and again, where w is a terminal.
func NewStatusLine(w io.Writer) *StatusLine {
	return &StatusLine{w: Terminal(w)}
}

// statusEvery is the least time between two texts.
const statusEvery = 100 * time.Millisecond

// Show replaces the text, not too often.
func (s *StatusLine) Show(text func() string) {
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

// Close clears the line.
func (s *StatusLine) Close() {
	if s.frames > 0 {
		fmt.Fprint(s.w, "\r\x1b[K")
	}
}
