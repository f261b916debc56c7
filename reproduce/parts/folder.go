package parts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// The files of a folder in which a driver and its workers meet.
const (
	driverFile = "driver" // which a driver locks, and touches while it lives
	stateFile  = "state"  // what the pass under way asks for
	foundFile  = "found"  // with the number of a pass: what all of it found
	claimsDir  = "claims" // of who is at a part
	sumsDir    = "sums"   // what came of it
)

// Driver has workers that meet it in a folder take the passes of a fit: see Serve. It may be killed and called again.
type Driver struct {
	State    *State
	Progress func(done int, missing string) // parts of a pass, and who is waited for; nil for nobody
	Failed   <-chan error                   // what makes waiting for workers useless

	dir    string
	lock   *os.File
	replay Replay
}

// poll is the time between two looks into a folder.
const poll = 4 * time.Millisecond

// NewDriver takes a folder for a fit, or takes it up. The error says that the folder is another fit's, or that another
// driver is in it.
func NewDriver(dir string, s *State) (*Driver, error) {
	for _, name := range []string{claimsDir, sumsDir} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return nil, err
		}
	}
	lock, err := os.OpenFile(filepath.Join(dir, driverFile), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if free, err := outfile.Lock(lock); !free && err == nil {
		_ = lock.Close()
		return nil, fmt.Errorf("%s: another driver of this fit runs: wait for it, or end it", dir)
	}
	d := &Driver{State: s, dir: dir, lock: lock}
	was, err := ReadWork(filepath.Join(dir, stateFile))
	same := slices.Equal(was.Settings, s.Settings) && slices.Equal(was.Parts, s.Parts) && was.Memory == s.Memory
	if err == nil && !same {
		_ = lock.Close()
		return nil, fmt.Errorf("%s is the folder of another fit (%s): choose another, or delete it", dir,
			strings.Join(was.Settings, " "))
	}
	return d, nil
}

// Begin has the parts described, or reads what passes of an earlier driver found: up to the first file that is damaged.
func (d *Driver) Begin(ctx context.Context) error {
	if _, err := read(d.found(0), typeState, &d.State.About, &d.State.Learnt); err == nil {
		d.State.Pass = 1
		for ; ; d.State.Pass++ {
			var f Found
			if _, err := read(d.found(d.State.Pass), typeState, &f); err != nil {
				break
			}
			d.State.Found = append(d.State.Found, f)
		}
		d.replay.Found = d.State.Found
		return nil
	}
	for d.State.About == nil {
		results, err := d.pass(ctx)
		if err != nil {
			return err
		}
		if err := d.State.Take(results); err != nil {
			return err
		}
	}
	return write(ctx, d.found(0), made(typeState, d.State.Key, ""), d.State.About, d.State.Learnt)
}

func (d *Driver) found(pass int) string {
	return filepath.Join(d.dir, fmt.Sprintf("%s-%04d", foundFile, pass))
}

// Take has a pass taken, or says what an earlier driver found by it. It is larger.Data.Take.
func (d *Driver) Take(ctx context.Context, r *blocks.Request) (*blocks.Sums, error) {
	if sums, err := d.replay.Take(ctx, r); !errors.Is(err, ErrMore) {
		return sums, err
	}
	s := d.State
	s.Next = r
	results, err := d.pass(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Take(results); err != nil {
		return nil, err
	}
	f := s.Found[len(s.Found)-1]
	if err := write(ctx, d.found(s.Pass-1), made(typeState, s.Key, ""), f); err != nil {
		return nil, err
	}
	d.replay.at, d.replay.Found = len(s.Found), s.Found
	return f.sums()
}

// pass waits until workers have taken the pass that the state asks for.
func (d *Driver) pass(ctx context.Context) ([]*Result, error) {
	s, now := d.State, time.Now()
	_ = os.Chtimes(d.lock.Name(), now, now) // workers give up where a driver is silent for long
	if err := s.writeWork(ctx, filepath.Join(d.dir, stateFile)); err != nil {
		return nil, err
	}
	if err := d.sweep(s.Key); err != nil {
		return nil, err
	}
	results, left := make([]*Result, len(s.Parts)), len(s.Parts)
	tick := time.NewTicker(poll)
	defer tick.Stop()
	look := looks{dir: filepath.Join(d.dir, sumsDir)}
	for at := time.Now(); ; {
		due := look.due()
		for k := range results {
			if results[k] != nil || !due {
				continue
			}
			r, err := s.readResult(s.file(d.dir, sumsDir, k), k)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			results[k] = r
			left--
		}
		if left == 0 {
			return results, nil
		}
		if now := time.Now(); d.Progress != nil && now.Sub(at) > time.Second/4 {
			at = now
			d.Progress(len(results)-left, d.missing(results))
			_ = os.Chtimes(d.lock.Name(), now, now)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case err := <-d.Failed:
			return nil, err
		case <-tick.C:
		}
	}
}

// looks tell when a folder is to be looked through: where its time has changed, and now and then, as a disk's time may
// be coarse.
type looks struct {
	dir   string
	seen  time.Time
	since int
}

// looksEach is after how many polls a folder is looked through in any case.
const looksEach = 10

func (l *looks) due() bool {
	info, err := os.Stat(l.dir)
	if l.since++; err == nil && info.ModTime().Equal(l.seen) && l.since < looksEach {
		return false
	}
	if l.since = 0; err == nil {
		l.seen = info.ModTime()
	}
	return true
}

// missing names parts that are waited for, and who is at them.
func (d *Driver) missing(results []*Result) string {
	var names []string
	for k, r := range results {
		if r != nil {
			continue
		}
		name := filepath.Base(d.State.Parts[k])
		if who, err := os.ReadFile(d.State.file(d.dir, claimsDir, k)); err == nil {
			name += " (worker " + string(who) + ")"
		}
		names = append(names, name)
	}
	return few(names)
}

// sweep removes what came of passes but that of a key: once workers see another state they take these no more.
func (d *Driver) sweep(key string) error {
	for _, dir := range []string{sumsDir, claimsDir} {
		files, err := filepath.Glob(filepath.Join(d.dir, dir, "*"))
		if err != nil {
			return err
		}
		for _, path := range files {
			if strings.HasPrefix(filepath.Base(path), key[:16]) {
				continue
			}
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Close ends the fit for workers where it is done, and leaves what it found for another call where not.
func (d *Driver) Close(ctx context.Context, done bool) error {
	defer func() { _ = d.lock.Close() }()
	if !done {
		return nil
	}
	d.State.Done, d.State.Next = true, nil
	if err := d.State.writeWork(ctx, filepath.Join(d.dir, stateFile)); err != nil {
		return err
	}
	if err := d.sweep(d.State.Key); err != nil {
		return err
	}
	for k := range d.State.Pass {
		if err := os.Remove(d.found(k)); err != nil {
			return err
		}
	}
	return nil
}

// writeWork writes what the next pass is to do.
func (s *State) writeWork(ctx context.Context, path string) (err error) {
	if s.Key, err = keyOf(s.Work); err != nil {
		return err
	}
	return write(ctx, path, made(typeState, s.Key, ""), s.Work)
}

// file is that of a part in a folder.
func (s *State) file(dir, kind string, part int) string {
	return filepath.Join(dir, kind, s.Key[:16]+"-"+strconv.Itoa(part))
}

// readResult reads what came of a part, which may be why it could not be read.
func (s *State) readResult(path string, part int) (*Result, error) {
	r := &Result{}
	h, err := read(path, typeSums, r)
	switch {
	case err != nil:
		return nil, err
	case h.Key != s.Key || h.Part != s.Parts[part]:
		return nil, fmt.Errorf("%s: it is not of this pass", path)
	case r.Error != "":
		return nil, errors.Join(errors.New(r.Error), os.Remove(path))
	}
	return r, nil
}
