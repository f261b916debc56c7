package imagefiles

import (
	"context"
	"fmt"
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
