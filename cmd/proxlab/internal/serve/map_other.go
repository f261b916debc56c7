//go:build !unix

package serve

import (
	"io"
	"os"
)

// mapped are numbers of a file, which are read.
func mapped(f *os.File, at int64, count int) (values []float64, free func(), err error) {
	values, err = read[float64](io.NewSectionReader(f, at, 8*int64(count)), count, 8)
	return values, func() {}, err
}
