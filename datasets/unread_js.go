package datasets

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
)

// What a page does not read, which has no files of its own: so it carries neither ZIP, nor PNG, nor package gob.

var errUnread = errors.New("a page reads no archives, no pictures and no blocks")

func readNPZ(_ context.Context, _ *reader, path string, _ FrameOptions) (*Frame, error) {
	return nil, fmt.Errorf("%s: %w: save the table as CSV", path, errUnread)
}

func readPicture(io.Reader) (image.Image, error) { return nil, errUnread }

func (*Drawings) addZip(context.Context, []byte, string, map[string]bool) error { return errUnread }

func (blocksInfo) encode() ([]byte, error) { return nil, errUnread }

func (*blocksInfo) decode([]byte) error { return errUnread }
