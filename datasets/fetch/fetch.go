// Package fetch downloads registered data sets, as the only one that needs a network: it goes on where it stopped, waits
// for servers that are busy, and keeps what does not have its checksum aside.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/internal/outfile"
)

// Progress is told how many bytes of a download there are, of how many in all (−1 where unknown).
type Progress func(done, total int64)

// Fetcher downloads sets. What is 0 has a value that suits most networks.
type Fetcher struct {
	// Idle is how long a server may send nothing (30 s), Total what a file may take with all its tries (2 h).
	Idle, Total time.Duration
	// Tries are how many times in a row a server may bring nothing (5). The first comes again after Wait (1 s), and the
	// others each after twice the time before, or when the server says.
	Tries int
	Wait  time.Duration
	// MaxBytes is the most that a file may have (2 GiB), MaxUnpacked the most that becomes of it (4 GiB).
	MaxBytes, MaxUnpacked int64
	// Progress returns who is told of a file; Notice is told what goes wrong and is tried again. Both may be nil.
	Progress func(f source.File) Progress
	Notice   func(format string, args ...any)

	free func(dir string) float64 // for tests
}

// withDefaults fills in what is 0.
func (d Fetcher) withDefaults() Fetcher {
	or := func(v *time.Duration, otherwise time.Duration) {
		if *v <= 0 {
			*v = otherwise
		}
	}
	or(&d.Idle, 30*time.Second)
	or(&d.Total, 2*time.Hour)
	or(&d.Wait, time.Second)
	if d.Tries <= 0 {
		d.Tries = 5
	}
	if d.MaxBytes <= 0 {
		d.MaxBytes = 2 << 30
	}
	if d.MaxUnpacked <= 0 {
		d.MaxUnpacked = source.MaxUnpacked
	}
	if d.Progress == nil {
		d.Progress = func(source.File) Progress { return nil }
	}
	if d.Notice == nil {
		d.Notice = func(string, ...any) {}
	}
	if d.free == nil {
		d.free = machine.FreeSpace
	}
	return d
}

// Fetch downloads the files of a set that are not at hand yet into the cache and returns the paths of all. What is at
// hand is checked: a damaged file of the cache is kept as <file>.rejected and fetched again. A partial download is
// kept, and resumed where the server still has the same. A complete one takes its name only after its checksum was
// verified; one with a wrong checksum is kept as <file>.rejected.
func (d Fetcher) Fetch(ctx context.Context, e source.Entry) ([]string, error) {
	d = d.withDefaults()
	var paths []string
	for _, f := range e.Files {
		path, err := d.atHand(ctx, e, f)
		if err == nil && path == "" {
			if path, err = cachePath(f); err == nil {
				err = d.download(ctx, f, path)
			}
			if err != nil {
				err = fmt.Errorf("data set %s: %w", e.Name, err)
			}
		}
		if err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func cachePath(f source.File) (string, error) {
	dir, err := source.CacheFolder()
	return filepath.Join(dir, filepath.FromSlash(f.Path)), err
}

// atHand returns where a file is and is right, or "" where it is to be fetched.
func (d Fetcher) atHand(ctx context.Context, e source.Entry, f source.File) (string, error) {
	path, err := source.Locate(e, f)
	var missing *source.NotFoundError
	switch {
	case errors.As(err, &missing) && f.URL != "":
		return "", nil
	case err != nil:
		return "", err
	}
	err = source.Verify(ctx, path, f, d.MaxUnpacked)
	cache, e2 := source.CacheFolder()
	inside := e2 == nil && strings.HasPrefix(path, cache+string(filepath.Separator))
	if err == nil || !isDamage(ctx, err) || !inside || f.URL == "" {
		return path, err
	}
	if e := os.Rename(path, path+".rejected"); e != nil {
		return "", errors.Join(err, e)
	}
	d.Notice("%v; it is kept as %s.rejected, and fetched again", err, path)
	return d.atHand(ctx, e, f) // there may be another
}

// isDamage tells whether a file is not what it should be, and not just out of reach.
func isDamage(ctx context.Context, err error) bool {
	var place *fs.PathError
	return err != nil && !errors.As(err, &place) && ctx.Err() == nil
}

// errTotal ends a download that takes too long in all.
var errTotal = errors.New("the time for the file is over")

// download gets one file through <path>.part.
func (d Fetcher) download(ctx context.Context, f source.File, path string) error {
	dir := filepath.Dir(path)
	if err := errors.Join(os.MkdirAll(dir, 0o777), outfile.CheckFolder(dir)); err != nil {
		return err
	}
	p, err := openPart(ctx, path, d.Notice)
	if err != nil || p == nil {
		return err // nil where another process was quicker
	}
	defer p.close()
	p.doubt(f, d.MaxBytes)
	t := &transfer{Fetcher: d, file: f, part: p, progress: d.Progress(f), client: newClient()}
	limited, cancel := context.WithTimeoutCause(ctx, d.Total, errTotal)
	defer cancel()
	for {
		if err := t.run(limited); err != nil {
			return t.gaveUp(err)
		}
		if err := p.file.Sync(); err != nil {
			return t.gaveUp(err)
		}
		err := source.Verify(ctx, p.path, f, d.MaxUnpacked)
		switch {
		case err == nil:
			return p.rename(path)
		case !isDamage(ctx, err):
			return err
		case !t.resumed:
			return t.reject(err, path)
		}
		d.Notice("%v: what was kept of an earlier download does not fit; beginning anew", err)
		if err := p.empty(); err != nil {
			return err
		}
		t.resumed = false
	}
}

// reject keeps a file that is not the right one for people to look at.
func (t *transfer) reject(err error, path string) error {
	if e := t.part.rename(path + ".rejected"); e != nil {
		return errors.Join(err, e)
	}
	return fmt.Errorf("%w (the download is kept as %s.rejected)", err, path)
}

// gaveUp says what became of a download that ended early.
func (t *transfer) gaveUp(err error) error {
	if have := t.part.have; have > 0 && !errors.Is(err, errTooLarge) {
		return fmt.Errorf("%w; what has come (%d bytes) is kept in %s, and the next fetch goes on from there",
			err, have, t.part.path)
	}
	return errors.Join(fmt.Errorf("%w; without a network, place the file as $%s/%s", err, source.Env, t.file.Path),
		t.part.remove())
}

// enough tells whether a disk takes so many bytes more.
func (d Fetcher) enough(dir string, more int64) error {
	const margin = 16 << 20
	if free := d.free(dir); !math.IsInf(free, 1) && free < float64(more)+margin {
		return final{fmt.Errorf("the file needs %d MiB, and %d MiB are free on the disk of %s: make room, or set "+
			"XDG_CACHE_HOME to a folder elsewhere", (more>>20)+1, int64(free)>>20, dir)}
	}
	return nil
}
