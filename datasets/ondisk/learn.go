package ondisk

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/encode/tally"
)

// Learn learns an encoder from the tallies of a table, or of its parts together. Errors call them name.
func Learn(name string, of *tally.Tallies, o encode.Options) (*encode.Encoder, error) {
	e, err := of.Fit(o)
	if err != nil {
		return nil, table.Faulty(name, of, err)
	}
	return e, nil
}

// Tally counts what an encoder of a table is learnt from.
func Tally(
	ctx context.Context, path string, o datasets.FrameOptions, progress func(done, total int64),
) (*tally.Tallies, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if progress != nil {
		r.Tell(progress)
	}
	if o, err = datasets.Recognise(r, path, o); err != nil {
		return nil, err
	}
	if o.Format == datasets.FormatSVMLight {
		return nil, fmt.Errorf("%s: categories, dates and missing cells are those of CSV files", path)
	}
	return table.Tally(ctx, r, path, o)
}

// sampleOf is the checksum of pieces of a file.
func sampleOf(path string, size int64) (string, error) {
	const pieces, length = 64, 1 << 16
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	sum, piece := crc32.New(castagnoli), make([]byte, length)
	for k := range int64(pieces) {
		n, err := f.ReadAt(piece, k*max(0, size-length)/(pieces-1))
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		_, _ = sum.Write(piece[:n]) // a hash takes all
	}
	return fmt.Sprintf("%08x", sum.Sum32()), nil
}
