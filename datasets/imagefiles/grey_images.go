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
		f := entry.Files[k]
		path, err := source.Locate(entry, f)
		if err != nil {
			return nil, err
		}
		r, err := source.Open(path)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		out, err := ReadGreyImage(r, path)
		if err != nil {
			return nil, err
		}
		sum, err := r.Verify(f.SHA256)
		out.Source = datasets.Source{Name: name, Kind: datasets.Real, SHA256: sum}
		return out, err
	}
	return nil, fmt.Errorf("there is no picture %q; there are: %s", name, strings.Join(GreyImages, ", "))
}
