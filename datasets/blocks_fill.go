package datasets

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// The share of the memory that a block has, and its bounds in bytes.
const (
	blockShare = 32
	leastBlock = 1 << 16
	mostBlock  = 1 << 26
)

// fill writes the file.
func (c *conversion) fill(ctx context.Context, f *os.File, sparse bool) error {
	r, err := open(c.path)
	if err != nil {
		return err
	}
	defer r.Close()
	size := int(max(leastBlock, min(mostBlock, c.Memory/blockShare)))
	w, err := newBlocksWriter(&writing{f, c.path}, size, sparse)
	if err != nil {
		return err
	}
	if c.Progress != nil {
		r.Reader = &told{r.Reader, r.intake, c.Progress}
	}
	if err := w.fill(ctx, r, c.path, c.FrameOptions); err != nil {
		return err
	}
	if w.info.SHA256, err = r.sum(); err != nil {
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
	w.info.Sample, w.info.Options = c.sample, c.key()
	w.info.Distinct = w.distinct()
	for k, code := range w.info.Distinct {
		if w.info.Decode != nil {
			w.info.Distinct[k] = w.info.Decode[int(code)]
		}
	}
	slices.Sort(w.info.Distinct)
	if err := w.close(); err != nil {
		return err
	}
	return f.Sync()
}

// told tells how much of a file is read.
type told struct {
	io.Reader
	t        *intake
	progress func(done, total int64)
}

func (r *told) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.progress(r.t.in, r.t.size)
	return n, err
}

// writing names what is written, where that fails.
type writing struct {
	*os.File
	of string
}

func (w *writing) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	if err != nil {
		err = fmt.Errorf("%s: its numbers could not be written: %w: make room in %s, or put the table on a larger disk",
			w.of, err, filepath.Dir(w.Name()))
	}
	return n, err
}
