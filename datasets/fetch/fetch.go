// Package fetch downloads registered data sets, as the only one that needs a network: it goes on where it stopped,
// waits for servers that are busy, and keeps what does not have its checksum aside.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/outfile"
)

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
	for anew := false; ; anew = true {
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
		case !t.resumed || anew:
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
