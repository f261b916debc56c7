package parts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Worker takes passes over parts for the driver that meets it in a folder.
type Worker struct {
	Dir       string
	Name      string // among the workers of the folder
	Index, Of int    // it begins with its own share of the parts
	Silence   time.Duration
	Take      func(ctx context.Context, s *State, part int) (Result, error)
	own       string // a file of its own, by which it knows the time that the folder's disk has
	key       string // of the last state whose parts are all taken
	last      fs.FileInfo
}

// How long a worker may be silent before others take its part, and a driver before workers end.
const (
	silence = 30 * time.Second
	waiting = 10 * time.Minute
	beat    = 2 * time.Second
)

// Serve takes passes until the fit is done, the driver is silent for long, or the context ends. A part that nobody is
// at is taken by who comes first; of a worker that is silent, by another. What is taken twice is the same.
func (w *Worker) Serve(ctx context.Context) error {
	if w.Silence == 0 {
		w.Silence = silence
	}
	if err := w.begin(); err != nil {
		return err
	}
	defer func() { _ = os.Remove(w.own) }()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	state := filepath.Join(w.Dir, stateFile)
	var s *State
	for {
		info, err := os.Stat(state)
		if err == nil && (s == nil || !os.SameFile(info, w.last) || !info.ModTime().Equal(w.last.ModTime())) {
			s, err = ReadWork(state)
			w.last = info
		}
		gone := errors.Is(err, fs.ErrNotExist)
		switch {
		case err != nil && !gone:
			return err
		case s != nil && (gone || s.Done): // the folder goes at the end
			return nil
		}
		switch {
		case s == nil: // the driver is about to begin
		case s.Key != w.key:
			if err := w.round(ctx, s); err != nil {
				return err
			}
		case w.alone():
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// begin forgets what a worker of this name was at before it died.
func (w *Worker) begin() error {
	w.own = filepath.Join(w.Dir, "worker-"+w.Name)
	host, _ := os.Hostname() // for who looks into the folder
	if err := os.WriteFile(w.own, fmt.Appendf(nil, "%s %d\n", host, os.Getpid()), 0o666); err != nil {
		return err
	}
	claims, err := filepath.Glob(filepath.Join(w.Dir, claimsDir, "*"))
	for _, path := range claims {
		if who, err := os.ReadFile(path); err == nil && string(who) == w.Name {
			_ = os.Remove(path) // whoever took it over meanwhile finds the same
		}
	}
	return err
}

// now is the time of the folder's disk.
func (w *Worker) now() (time.Time, error) {
	now := time.Now()
	if err := os.Chtimes(w.own, now, now); err != nil {
		return now, err
	}
	info, err := os.Stat(w.own)
	if err != nil {
		return now, err
	}
	return info.ModTime(), nil
}

// alone tells whether the driver has been silent for long, or the folder is gone.
func (w *Worker) alone() bool {
	info, err := os.Stat(filepath.Join(w.Dir, driverFile))
	return err != nil || time.Since(info.ModTime()) > waiting
}

// round goes over the parts of a state that nobody has taken.
func (w *Worker) round(ctx context.Context, s *State) error {
	left := 0
	for i := range s.Parts {
		if info, err := os.Stat(filepath.Join(w.Dir, stateFile)); err != nil || !os.SameFile(info, w.last) {
			return nil //nolint:nilerr // another pass is due, or none is
		}
		k := (i + w.Index*len(s.Parts)/max(1, w.Of)) % len(s.Parts)
		if _, err := os.Stat(s.file(w.Dir, sumsDir, k)); err == nil {
			continue
		}
		left++
		mine, err := w.claim(s.file(w.Dir, claimsDir, k))
		if err != nil {
			return err
		}
		if !mine {
			continue
		}
		if err := w.work(ctx, s, k); err != nil {
			return err
		}
		left--
	}
	if left == 0 {
		w.key = s.Key
	}
	return nil
}

// claim tells whether the worker may take a part: nobody is at it, or who is has been silent.
func (w *Worker) claim(path string) (bool, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = f.WriteString(w.Name)
		return err == nil, errors.Join(err, f.Close())
	}
	if !errors.Is(err, fs.ErrExist) {
		return false, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return false, nil //nolint:nilerr // it has just been swept away
	}
	now, err := w.now()
	if err != nil || now.Sub(info.ModTime()) < w.Silence {
		return false, err
	}
	return true, os.WriteFile(path, []byte(w.Name), 0o666)
}

// work takes the pass over a part, and shows that it is at it.
func (w *Worker) work(ctx context.Context, s *State, part int) error {
	claim := s.file(w.Dir, claimsDir, part)
	inner, stop := context.WithCancel(ctx)
	beats := make(chan struct{})
	go func() {
		defer close(beats)
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for {
			select {
			case <-inner.Done():
				return
			case now := <-tick.C:
				_ = os.Chtimes(claim, now, now) // where it is gone, so is the pass
			}
		}
	}()
	result, err := w.Take(ctx, s, part)
	stop()
	<-beats
	if cause := context.Cause(ctx); cause != nil {
		return errors.Join(cause, os.Remove(claim))
	}
	if err != nil {
		result = Result{Error: err.Error()}
	}
	return s.WriteResult(ctx, s.file(w.Dir, sumsDir, part), part, result)
}
