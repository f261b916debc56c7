package imagefiles

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
)

// GreyImages are the names that LoadGreyImage knows, in the order of the registered files.
var GreyImages = []string{"cameraman", "house", "camera", "moon"}

// LoadGreyImage loads a picture by its name, one of GreyImages.
func LoadGreyImage(ctx context.Context, name string) (*dataset.GreyImage, error) {
	for k, n := range GreyImages {
		if n != name {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		entry, err := datasets.Find("images-grey")
		if err != nil {
			return nil, err
		}
		var out *dataset.GreyImage
		sum, err := entry.Read(entry.Files[k], func(r *source.Reader) (err error) {
			out, err = ReadGreyImage(r, r.Path)
			return err
		})
		if err != nil {
			return nil, err
		}
		out.Source = source.Source{Name: name, Kind: source.Real, SHA256: sum}
		return out, nil
	}
	return nil, fmt.Errorf("there is no picture %q; there are: %s", name, strings.Join(GreyImages, ", "))
}

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
