package imagefiles

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/dataset"
)

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
