package array

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The first words of MNIST's files: unsigned bytes in three dimensions and in one.
const (
	idxImages = 0x0803
	idxLabels = 0x0801
)

// ReadIDXImages reads a file of images in MNIST's IDX format, one image a row with its pixels divided by 255. Zeros are
// not stored. Errors refer to the input as name.
func ReadIDXImages(ctx context.Context, r io.Reader, name string) (*linalg.CSR, error) {
	r, t := source.Watch(r, name)
	in := bufio.NewReaderSize(r, 1<<16)
	head, err := idxHeader(in, name, idxImages, 4)
	if err != nil {
		return nil, err
	}
	n, size := int(head[1]), int(head[2])*int(head[3])
	if head[2] == 0 || head[3] == 0 || head[2] > 1<<12 || head[3] > 1<<12 {
		return nil, fmt.Errorf("%s: images of %d × %d pixels", name, head[2], head[3])
	}
	if !t.Within(int64(n) * int64(size)) {
		return nil, fmt.Errorf("%s: %d images of %d × %d pixels, and the file has %d bytes: it is cut off", name, n, head[2],
			head[3], t.Size)
	}
	x := &linalg.CSR{C: size, Ptr: []int{0}}
	image := make([]byte, size)
	for i := range n {
		if i%1024 == 0 {
			if err := errors.Join(context.Cause(ctx), t.Hold(12*float64(cap(x.Val))+8*float64(cap(x.Ptr)))); err != nil {
				return nil, err
			}
		}
		if _, err := io.ReadFull(in, image); err != nil {
			return nil, fmt.Errorf("%s: the file ends within image %d of %d: %w", name, i+1, n, source.Broken(err))
		}
		for j, v := range image {
			if v != 0 {
				x.Col, x.Val = append(x.Col, int32(j)), append(x.Val, float64(v)/255)
			}
		}
		x.R++
		x.Ptr = append(x.Ptr, len(x.Val))
	}
	return x, idxEnd(in, name)
}

// ReadIDXLabels reads a file of labels in MNIST's IDX format.
func ReadIDXLabels(r io.Reader, name string) ([]float64, error) {
	in := bufio.NewReader(r)
	head, err := idxHeader(in, name, idxLabels, 2)
	if err != nil {
		return nil, err
	}
	var labels []float64
	for i := range int(head[1]) {
		b, err := in.ReadByte()
		if err != nil {
			return nil, fmt.Errorf("%s: the file ends before label %d of %d: %w", name, i+1, head[1], err)
		}
		labels = append(labels, float64(b))
	}
	return labels, idxEnd(in, name)
}

func idxHeader(r io.Reader, name string, magic uint32, words int) ([]uint32, error) {
	head := make([]uint32, words)
	if err := binary.Read(r, binary.BigEndian, head); err != nil {
		return nil, fmt.Errorf("%s: the file ends within its header: %w", name, err)
	}
	if head[0] != magic {
		return nil, fmt.Errorf("%s: the file begins with %#08x, not with %#08x: it is not of this IDX format",
			name, head[0], magic)
	}
	return head, nil
}

func idxEnd(r *bufio.Reader, name string) error {
	if _, err := r.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: the file goes on after the last item its header announces", name)
	}
	return nil
}
