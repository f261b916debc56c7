package array

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// ReadNPZFrame reads no archive in a page, which so carries no package for ZIP.
func ReadNPZFrame(_ context.Context, _ *source.Reader, path string, _ frame.Options) (*frame.Frame, error) {
	return nil, fmt.Errorf("%s: %w", path, errors.New("a page reads no archives: save the table as CSV"))
}
