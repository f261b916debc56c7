package ondisk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/internal/outfile"
)

// Options say how a table becomes Blocks. Target, Weights, Task, TextLabels, Drop, Format, ZeroBased, Decimal,
// Separator, Encode and Encoder of the frame's are used, and Keep for one column, the keys by which folds go
// (blocks.Fold). Where Encode learns and there is no Encoder, one is learnt from the table first.
type Options struct {
	datasets.FrameOptions
	Memory   float64                          // bytes that may be used
	Progress func(done, total int64)          // of the table's bytes; nil for none
	Notice   func(format string, args ...any) // what is done with what files; nil for nobody

	free func(dir string) float64 // in the place of machine.FreeSpace
}

// Open opens the table at path, CSV or SVMlight, packed or not, as Blocks. The first time it is converted: into
// a file beside it, or in the cache folder where there is none to be made. Later the file is used again as long as
// size and time of the table are those of then, and so are 64 samples of its content; where the time alone is another
// its whole content is compared. It is written beside its name and renamed when it is complete; of two processes at
// once one converts while the other waits.
func Open(ctx context.Context, path string, o Options) (*Blocks, error) {
	if o.Notice == nil {
		o.Notice = func(string, ...any) {}
	}
	if o.free == nil {
		o.free = machine.FreeSpace
	}
	c := &conversion{Options: o, path: path}
	if err := c.look(); err != nil {
		return nil, err
	}
	if b, err := c.reuse(ctx); b != nil || err != nil {
		return b, err
	}
	source, err := c.alone(ctx)
	if source != nil {
		defer func() { _ = source.Close() }()
	}
	if err != nil {
		return nil, err
	}
	if b, err := c.reuse(ctx); b != nil || err != nil { // another process made it
		return b, err
	}
	to, err := c.convert(ctx)
	if err != nil {
		return nil, err
	}
	return openBlocks(to)
}

// conversion is one under way.
type conversion struct {
	Options
	path   string
	state  fs.FileInfo // of the table
	sample string
	of     string   // the options that the content depends on
	places []string // where the file may be
}

// look finds out what is known of the table without reading it.
func (c *conversion) look() (err error) {
	if c.state, err = os.Stat(c.path); err != nil {
		return err
	}
	if !c.state.Mode().IsRegular() {
		return fmt.Errorf("%s: it is no file, and can be read once alone: save it as one to fit what memory does not hold",
			c.path)
	}
	if c.sample, err = sampleOf(c.path, c.state.Size()); err != nil {
		return err
	}
	if c.of, err = c.key(); err != nil {
		return err
	}
	key := sha256.Sum256([]byte(c.of))
	name := fmt.Sprintf("%s.%x.blocks", filepath.Base(c.path), key[:4])
	c.places = []string{filepath.Join(filepath.Dir(c.path), name)}
	if cache, err := source.CacheFolder(); err == nil {
		whole, err := filepath.Abs(c.path)
		if err != nil {
			return err
		}
		of := sha256.Sum256([]byte(whole))
		c.places = append(c.places, filepath.Join(cache, "blocks", hex.EncodeToString(of[:8])+"-"+name))
	}
	return nil
}

// key is what of the options the content depends on.
func (c *conversion) key() (string, error) {
	text := fmt.Sprintf("target %q, weights %q, keys %q, tasks %q, drop %q, labels %v", c.Target, c.Weights, c.Keep,
		c.Task, c.Drop, c.TextLabels)
	if c.Decimal != "" || c.Separator != "" || c.ZeroBased || c.Format != "" {
		text += fmt.Sprintf(", decimal %q, separator %q, from 0 %v, format %q", c.Decimal, c.Separator, c.ZeroBased, c.Format)
	}
	if !c.Encode.Learns() {
		return text, nil
	}
	given, err := json.Marshal(c.Encoder)
	return text + fmt.Sprintf(", encoder %+v, %s", c.Encode, given), err
}

// reuse opens a file that is there already; nil where there is none of this table.
func (c *conversion) reuse(ctx context.Context) (*Blocks, error) {
	for _, place := range c.places {
		b, err := openBlocks(place)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		why := "its description is damaged"
		if err == nil {
			if why, err = c.stale(ctx, b); err != nil {
				return nil, errors.Join(err, b.Close())
			}
			if why == "" {
				b.table = c.path
				c.Notice("%s is used again: made of %s, which has not changed", place, c.path)
				return b, nil
			}
			_ = b.Close()
		}
		c.Notice("%s is not used: %s", place, why)
	}
	return nil, nil
}

// stale says why a file is not of the table as it is now.
func (c *conversion) stale(ctx context.Context, b *Blocks) (string, error) {
	switch {
	case b.info.Options != c.of:
		return "other columns were asked for", nil
	case b.info.Size != c.state.Size() || b.info.Sample != c.sample:
		return "the table has changed", nil
	case b.info.Modified == c.state.ModTime().UnixNano():
		return "", nil
	}
	r, err := source.Open(c.path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	r.Until(ctx)
	sum, err := r.Sum()
	if err != nil || sum == b.info.SHA256 {
		return "", err
	}
	return "the table has changed", nil
}

// alone waits until no other process converts the table, and keeps others from it for as long as the file is open.
// Where a disk has no locks two may convert at once: the last is the one that stays.
func (c *conversion) alone(ctx context.Context) (*os.File, error) {
	f, err := os.Open(c.path)
	if err != nil {
		return nil, err
	}
	for told := false; ; told = true {
		if free, err := outfile.Lock(f); free || err != nil {
			return f, nil
		}
		if !told {
			c.Notice("another process converts %s: it is waited for", c.path)
		}
		select {
		case <-ctx.Done():
			return f, context.Cause(ctx)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// folder is where the file goes.
func (c *conversion) folder() (place string, err error) {
	for k, place := range c.places {
		if k > 0 {
			if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
				return "", err
			}
		}
		if err = outfile.CheckFolder(filepath.Dir(place)); err == nil {
			return place, nil
		}
	}
	return "", err
}

// convert makes the file.
func (c *conversion) convert(ctx context.Context) (place string, err error) {
	if place, err = c.folder(); err != nil {
		return "", err
	}
	estimate, err := EstimateTable(c.path, c.FrameOptions)
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(place)
	if left := c.free(dir); left < estimate.Bytes {
		return "", fmt.Errorf("%s: its numbers need about %.2f GiB of disk, and %.2f GiB are left in %s: make room, or "+
			"put the table on a larger disk", c.path, estimate.Bytes/(1<<30), left/(1<<30), dir)
	}
	if c.Encode.Learns() && c.Encoder == nil {
		c.Notice("%s is read once for what categories, dates and missing cells become", c.path)
		if err := c.learn(ctx); err != nil {
			return "", err
		}
	}
	c.Notice("%s is converted once, to %s, about %.2f GiB", c.path, place, estimate.Bytes/(1<<30))
	f, err := outfile.Create(dir, 0o666)
	if err != nil {
		return "", err
	}
	if err := c.fill(ctx, f, estimate.Sparse); err != nil {
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		if ctx.Err() != nil {
			c.Notice("the conversion was interrupted: what was written is removed")
			err = context.Cause(ctx)
		}
		return "", err
	}
	return place, outfile.Rename(f, place)
}

// learn learns the encoder.
func (c *conversion) learn(ctx context.Context) error {
	tallies, err := Tally(ctx, c.path, c.FrameOptions, c.Progress)
	if err == nil {
		c.Encoder, err = Learn(c.path, tallies, c.Encode)
	}
	return err
}

// fill writes the file.
func (c *conversion) fill(ctx context.Context, f *os.File, sparse bool) error {
	r, err := source.Open(c.path)
	if err != nil {
		return err
	}
	defer r.Close()
	size := int(max(leastBlock, min(mostBlock, c.Memory/blockShare)))
	w, err := newBlocksWriter(&writing{f, c.path}, size, sparse)
	if err != nil {
		return err
	}
	w.info.Weighed, w.info.Keyed, w.info.Tasked = c.Weights != "", len(c.Keep) > 0, c.Task != ""
	if c.Progress != nil {
		r.Tell(c.Progress)
	}
	o, err := datasets.Recognise(r, c.path, c.FrameOptions)
	if err != nil {
		return err
	}
	if err := w.fill(ctx, r, c.path, o); err != nil {
		return err
	}
	if w.info.SHA256, err = r.Sum(); err != nil {
		return err
	}
	now, err := os.Stat(c.path)
	if err != nil {
		return err
	}
	if now.Size() != c.state.Size() || !now.ModTime().Equal(c.state.ModTime()) {
		return fmt.Errorf("%s: it changed while it was read: wait until it is complete, and run again", c.path)
	}
	w.info.Size, w.info.Modified = c.state.Size(), c.state.ModTime().UnixNano()
	if c.Encoder != nil {
		if w.info.Encoder, err = json.Marshal(c.Encoder); err != nil {
			return err
		}
	}
	w.info.Sample, w.info.Options = c.sample, c.of
	w.distinct()
	if err := w.close(); err != nil {
		return err
	}
	return f.Sync()
}
