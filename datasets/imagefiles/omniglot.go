package imagefiles

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// LoadOmniglot loads the small background sets, each alphabet once though some are in both, at side × side pixels.
func LoadOmniglot(ctx context.Context, side int) (*dataset.Drawings, error) {
	entry, err := datasets.Find("omniglot-small")
	if err != nil {
		return nil, err
	}
	out := &dataset.Drawings{X: &linalg.Dense{C: side * side}, Side: side}
	loaded := map[string]bool{}
	var sums, name string
	for _, f := range entry.Files {
		var content []byte
		sum, err := entry.Read(f, func(r *source.Reader) (err error) {
			name = r.Path
			if content, err = io.ReadAll(r); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			return err
		})
		if err == nil {
			err = addZip(ctx, out, content, name, loaded)
		}
		if err != nil {
			return nil, err
		}
		sums += sum[:32]
	}
	out.Source = datasets.Source{Name: entry.Name, Kind: datasets.StandIn, SHA256: sums}
	return out, nil
}

// addZip adds the pictures <folder>/<alphabet>/<character>/*.png of an archive, except alphabets already loaded from
// another archive.
func addZip(ctx context.Context, d *dataset.Drawings, content []byte, name string, loaded map[string]bool) error {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	pictures := map[string][]*zip.File{} // by alphabet/character
	here := map[string]bool{}
	for _, f := range archive.File {
		parts := strings.Split(f.Name, "/")
		if len(parts) < 3 || path.Ext(f.Name) != ".png" {
			continue
		}
		alphabet, character := parts[len(parts)-3], parts[len(parts)-2]
		if loaded[alphabet] {
			continue
		}
		here[alphabet] = true
		pictures[alphabet+"/"+character] = append(pictures[alphabet+"/"+character], f)
	}
	maps.Copy(loaded, here)
	for _, class := range slices.Sorted(maps.Keys(pictures)) {
		for _, f := range pictures[class] {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if err := addPicture(d, f); err != nil {
				return fmt.Errorf("%s: %s: %w", name, f.Name, err)
			}
			d.Y = append(d.Y, len(d.Names))
		}
		d.Names = append(d.Names, class)
	}
	return nil
}

func addPicture(d *dataset.Drawings, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	picture, err := readPicture(io.LimitReader(r, 1<<24))
	if err != nil {
		return err
	}
	d.X.Data = append(d.X.Data, Ink(picture, d.Side)...)
	d.X.R++
	return nil
}

// Ink scales a picture to side × side pixels, row by row: 1 is black and 0 white, averaged over the area that a pixel
// covers.
func Ink(picture image.Image, side int) []float64 {
	grey := image.NewGray(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(grey, grey.Rect, picture, picture.Bounds().Min, draw.Src)
	width, height := grey.Rect.Dx(), grey.Rect.Dy()
	columns := overlaps(width, side)
	out := make([]float64, side*side)
	area := float64(width*height) / float64(side*side)
	for y, vertical := range overlaps(height, side) {
		for x, g := range grey.Pix[y*grey.Stride : y*grey.Stride+width] {
			ink := (1 - float64(g)/0xff) / area
			if ink == 0 {
				continue
			}
			for _, v := range vertical {
				for _, h := range columns[x] {
					out[v.at*side+h.at] += ink * v.share * h.share
				}
			}
		}
	}
	return out
}

type overlap struct {
	at    int
	share float64 // of the source pixel
}

// overlaps says which of side pixels each of n falls on, and with what share of it.
func overlaps(n, side int) [][]overlap {
	out := make([][]overlap, n)
	for x := range out {
		lo, hi := float64(x)*float64(side)/float64(n), float64(x+1)*float64(side)/float64(n)
		for at := int(lo); at < side && float64(at) < hi; at++ {
			if w := min(hi, float64(at+1)) - max(lo, float64(at)); w > 0 {
				out[x] = append(out[x], overlap{at, w / (hi - lo)})
			}
		}
	}
	return out
}
