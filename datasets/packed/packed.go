// Package packed has what reads files packed by Zstandard, and tables in Parquet, for whoever asks for it: programs
// that do not are smaller by five megabytes.
package packed

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/proxlab/proxlab/datasets/source"
)

// mostWindow is how far back a packed content may refer, in bytes of memory.
const mostWindow = 1 << 27

// Register lets package datasets read files packed by Zstandard, whatever the name, and Parquet, whose rows it takes as
// those of CSV: see source.Register.
func Register() {
	unpack := func(in io.Reader, _ *source.Whole) (io.Reader, error) {
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
	}
	source.Register(source.Packing{Magic: "\x28\xb5\x2f\xfd", Open: unpack})
	source.Register(source.Packing{Magic: "PAR1", Open: func(_ io.Reader, whole *source.Whole) (io.Reader, error) {
		if whole == nil {
			return nil, errors.New("its description is at the end, and Parquet is not read from a stream: save it as a file")
		}
		t, err := openTable(whole, whole.Size)
		if err != nil {
			return nil, err
		}
		return bufio.NewReaderSize(t, 1<<16), nil
	}})
}
