package imagefiles

import (
	"fmt"
	"image"
	"image/color"
	"io"

	"github.com/proxlab/proxlab/datasets/dataset"
)

// ReadGreyImage reads a PNG of 8 or 16 bits; colours become their luminance. name stands in errors.
func ReadGreyImage(r io.Reader, name string) (*dataset.GreyImage, error) {
	picture, err := readPicture(io.LimitReader(r, 1<<28))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return greyOf(picture), nil
}

func greyOf(picture image.Image) *dataset.GreyImage {
	b := picture.Bounds()
	out := &dataset.GreyImage{Rows: b.Dy(), Cols: b.Dx(), Pixels: make([]float64, 0, b.Dx()*b.Dy())}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			g := color.Gray16Model.Convert(picture.At(x, y)).(color.Gray16) // the model's own type
			out.Pixels = append(out.Pixels, float64(g.Y)/0xffff)
		}
	}
	return out
}
