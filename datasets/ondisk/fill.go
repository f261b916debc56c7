package ondisk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
)

// The share of the memory that a block has, and its bounds in bytes.
const (
	blockShare = 32
	leastBlock = 1 << 16
	mostBlock  = 1 << 26
)

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
