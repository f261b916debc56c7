package parts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// ofPart is a pass over made-up parts: each is worth its number.
func ofPart(_ context.Context, s *State, part int) (Result, error) {
	if s.About == nil {
		return Result{About: &ondisk.About{Path: s.Parts[part]}}, nil
	}
	return Result{Sums: &blocks.Sums{Loss: float64(part+1) * floats.Sum(s.Next.B)}}, nil
}

// with runs workers until do is done.
func with(t *testing.T, dir string, count int, take func(context.Context, *State, int) (Result, error), do func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for k := range count {
		w := &Worker{Dir: dir, Name: fmt.Sprint(k), Index: k, Of: count, Take: take}
		all.Go(func() {
			if err := w.Serve(ctx); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	do()
	stop()
	all.Wait()
}

func state() *State {
	return &State{Work: Work{Settings: []string{"--mu=1"}, Parts: []string{"a", "b", "c", "d", "e"}}}
}

// TestFolder: workers take all parts of every pass; a driver that is called again has what was found, and takes up
// where the first ended.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	passes := 0
	drive := func(last int, done bool) {
		d, err := NewDriver(dir, state())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewDriver(dir, state()); err == nil || !strings.Contains(err.Error(), "another driver") {
			t.Error(err)
		}
		if err := d.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		for k := range last {
			before := d.State.Pass
			sums, err := d.Take(t.Context(), &blocks.Request{B: []float64{float64(k)}})
			if err != nil || sums.Loss != 15*float64(k) {
				t.Fatal(k, sums, err)
			}
			passes += d.State.Pass - before
		}
		if err := d.Close(t.Context(), done); err != nil {
			t.Fatal(err)
		}
	}
	with(t, dir, 3, ofPart, func() { drive(4, false) })
	other := state()
	other.Settings = []string{"--mu=2"}
	if _, err := NewDriver(dir, other); err == nil || !strings.Contains(err.Error(), "another fit (--mu=1)") {
		t.Error(err)
	}
	with(t, dir, 2, ofPart, func() { drive(7, true) })
	if passes != 7 {
		t.Errorf("%d passes were taken, not 7", passes)
	}
	for _, kind := range []string{sumsDir, claimsDir} {
		if left, err := os.ReadDir(filepath.Join(dir, kind)); err != nil || len(left) > 0 {
			t.Error(left, err)
		}
	}
}

// TestFaultFolder: the part of a worker that was silent goes to another, and a part that cannot be read ends the fit
// with its reason.
func TestFaultFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, err := NewDriver(dir, state())
	if err != nil {
		t.Fatal(err)
	}
	s := d.State
	if err := s.writeWork(t.Context(), filepath.Join(dir, stateFile)); err != nil {
		t.Fatal(err)
	}
	lost := s.file(dir, claimsDir, 2)
	if err := os.WriteFile(lost, []byte("gone"), 0o666); err != nil {
		t.Fatal(err)
	}
	w := &Worker{Dir: dir, Name: "0", Of: 1, Silence: silence, Take: ofPart}
	if err := w.begin(); err != nil {
		t.Fatal(err)
	}
	if w.last, err = os.Stat(filepath.Join(dir, stateFile)); err != nil {
		t.Fatal(err)
	}
	if err := w.round(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if _, err := s.readResult(s.file(dir, sumsDir, 2), 2); !errors.Is(err, os.ErrNotExist) {
		t.Error("the part of a worker that may be at it was taken:", err)
	}
	w.Silence = 0
	if err := w.round(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if r, err := s.readResult(s.file(dir, sumsDir, 2), 2); err != nil || r.About.Path != "c" {
		t.Error("the part of a worker that is lost was not taken:", r, err)
	}
	with(t, dir, 2, func(ctx context.Context, s *State, part int) (Result, error) {
		if s.About != nil && part == 3 {
			return Result{}, errors.New("d: the disk is gone")
		}
		return ofPart(ctx, s, part)
	}, func() {
		if err := d.Begin(t.Context()); err != nil {
			t.Error(err)
		}
		_, err := d.Take(t.Context(), &blocks.Request{})
		if err == nil || !strings.Contains(err.Error(), "the disk is gone") {
			t.Error(err)
		}
	})
}

// TestFaultFolderGone: a worker that waits for another ends where the folder goes.
func TestFaultFolderGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "meet")
	d, err := NewDriver(dir, state())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.State.writeWork(t.Context(), filepath.Join(dir, stateFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.State.file(dir, claimsDir, 4), []byte("another"), 0o666); err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- (&Worker{Dir: dir, Name: "0", Of: 1, Take: ofPart}).Serve(t.Context()) }()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for err = os.ErrNotExist; err != nil; _, err = os.Stat(d.State.file(dir, sumsDir, 3)) { // its last part but one
		<-tick.C
	}
	if err := errors.Join(d.Close(t.Context(), false), os.Rename(dir, dir+"-was")); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
