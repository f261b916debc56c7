package ondisk

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
)

// TableEstimate is what the beginning of a table says of the whole.
type TableEstimate struct {
	Bytes  float64 // of its numbers: 8 each, and 12 where zeros are left out
	Sparse bool
}

// estimateBytes is how much of a table is looked at.
const estimateBytes = 1 << 20

// EstimateTable estimates how large a table is in memory, by its first MiB: CSV and SVMlight alone. Format and
// Separator of the options are used.
func EstimateTable(path string, o datasets.FrameOptions) (TableEstimate, error) {
	r, err := source.Open(path)
	if err != nil {
		return TableEstimate{}, err
	}
	defer r.Close()
	o, err = datasets.Recognise(r, path, o)
	if err != nil {
		return TableEstimate{}, err
	}
	text := o.Format == datasets.FormatCSV || o.Format == datasets.FormatTSV
	if !text && o.Format != datasets.FormatSVMLight {
		return TableEstimate{}, fmt.Errorf("%s: CSV and files of SVMlight can be larger than memory, no other format: "+
			"save it as one of these", path)
	}
	head, err := io.ReadAll(io.LimitReader(r, estimateBytes))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return TableEstimate{}, fmt.Errorf("%s: %w", path, source.Broken(err))
	}
	times := 1. // how much more there is of it
	if len(head) == estimateBytes {
		times = max(1, float64(r.Intake.Size)/float64(max(1, min(r.Intake.In, estimateBytes))))
	}
	if !text {
		cells := bytes.Count(head, []byte(":"))
		lines := bytes.Count(head, []byte("\n"))
		return TableEstimate{Bytes: times * float64(12*cells+8*lines), Sparse: true}, nil
	}
	cells := bytes.Count(head, []byte("\n"))
	separators := []string{",", ";", "\t"}
	if o.Separator != "" {
		separators = []string{o.Separator}
	}
	for _, separator := range separators {
		cells += bytes.Count(head, []byte(separator))
	}
	return TableEstimate{Bytes: 8 * times * float64(cells)}, nil
}
