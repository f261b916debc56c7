// Package imagefiles reads pictures, and loads the registered sets of them.
package imagefiles

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
)

// A picture has at most so many pixels for each byte of the file, and so many more: the size stands in the header, and
// memory for it is taken before the pixels are read.
const (
	pixelsPerByte = 200
	pixelsFree    = 1 << 20
)

// readPicture reads a PNG.
func readPicture(r io.Reader) (image.Image, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, source.Broken(err)
	}
	c, err := png.DecodeConfig(bytes.NewReader(content))
	switch {
	case err != nil:
		return nil, fmt.Errorf("not a PNG: %w", err)
	case c.Width > dataset.LargestPicture || c.Height > dataset.LargestPicture || c.Width < 1 || c.Height < 1:
		return nil, fmt.Errorf("a picture of %d × %d pixels; at most %d × %d",
			c.Width, c.Height, dataset.LargestPicture, dataset.LargestPicture)
	case c.Width*c.Height > pixelsPerByte*len(content)+pixelsFree:
		return nil, fmt.Errorf("a picture of %d × %d pixels in %d bytes: the header is not believed, or save it with less "+
			"compression", c.Width, c.Height, len(content))
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, source.Broken(err)
	}
	return picture, nil
}
