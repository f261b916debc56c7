package plain

import (
	"io"
	"slices"
	"sync"
	"unicode/utf8"
)

// Writer writes Lines of all that goes through it, and keeps the first error of what is below: a program that prints by
// many calls, at once too, asks in the end whether all was written.
type Writer struct {
	Below io.Writer
	mutex sync.Mutex
	rest  []byte // the beginning of a character
	err   error
}

// Write writes p but for a character that is cut off at its end, which waits for the rest.
func (w *Writer) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	text := slices.Concat(w.rest, p)
	cut := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
		if tail := text[len(text)-k:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				cut -= k
			}
			break
		}
	}
	w.rest = text[cut:]
	if _, w.err = io.WriteString(w.Below, Lines(string(text[:cut]), 0)); w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// Close writes what is left, and returns the first error there was.
func (w *Writer) Close() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err == nil && len(w.rest) > 0 {
		_, w.err = io.WriteString(w.Below, Lines(string(w.rest), 0))
	}
	w.rest = nil
	return w.err
}
