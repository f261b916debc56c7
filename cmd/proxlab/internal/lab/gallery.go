package lab

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/image/draw"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

const (
	thumbnailWidth = 360
	galleryFolder  = "../docs/notebooks" // from the notebooks
	galleryHead    = "# The notebooks\n\nMade by `proxlab notebooks gallery` from the notebooks as they were last " +
		"executed. `make lab` opens them; what they need is installed inside the project.\n\n"
)

// writeGallery writes notebooks/README.md: of each notebook of the project the title, what the README says of it, and
// a thumbnail. Other notebooks are a reader's own.
func writeGallery(cmd *cobra.Command, j jupyter) error {
	paths, err := j.notebooks(nil)
	if err != nil {
		return err
	}
	dir := filepath.Join(j.root, "notebooks")
	if err := os.MkdirAll(filepath.Join(dir, galleryFolder), 0o777); err != nil {
		return err
	}
	about, err := j.about()
	if err != nil {
		return err
	}
	var page strings.Builder
	page.WriteString(galleryHead)
	for _, path := range paths {
		name := notebookName(path)
		if about[name] == "" {
			continue
		}
		title, picture, err := galleryEntry(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		link := ""
		if picture != nil {
			file := filepath.Join(galleryFolder, name+".png")
			if err := outfile.Write(cmd.Context(), filepath.Join(dir, file), picture, 0o666); err != nil {
				return err
			}
			link = fmt.Sprintf("[![%s](%s)](%s.ipynb)\n\n", name, filepath.ToSlash(file), name)
		}
		word := []rune(about[name] + ".")
		fmt.Fprintf(&page, "## [%s](%s.ipynb)\n\n%s%s%s\n\n",
			title, name, link, strings.ToUpper(string(word[:1])), string(word[1:]))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "gallery: %s\n", filepath.Join(dir, "README.md"))
	content := []byte(strings.TrimSpace(page.String()) + "\n")
	return outfile.Write(cmd.Context(), filepath.Join(dir, "README.md"), content, 0o666)
}

// renewGallery writes the gallery anew where one of the project's own notebooks was executed.
func renewGallery(cmd *cobra.Command, j jupyter, executed []string) error {
	about, err := j.about()
	if err != nil {
		return err
	}
	if j.own() {
		return nil // a folder of one's own, without a gallery
	}
	own := func(path string) bool { return about[notebookName(path)] != "" }
	if slices.ContainsFunc(executed, own) {
		return writeGallery(cmd, j)
	}
	fmt.Fprintln(cmd.OutOrStdout(), "the gallery is left alone: README.md names none of these notebooks")
	return nil
}

// said is what the project's README says of each notebook, in its table.
var said = regexp.MustCompile(`(?m)^\| \[([^\]]+)\]\(notebooks/[^)]*\) \| (.*) \|$`)

// about holds what the project's README says of notebooks, by name: those that it names are the project's own.
func (j jupyter) about() (map[string]string, error) {
	out := map[string]string{}
	if j.own() {
		return out, nil
	}
	readme, err := os.ReadFile(filepath.Join(j.root, "README.md"))
	if err != nil {
		return nil, err
	}
	for _, m := range said.FindAllStringSubmatch(string(readme), -1) {
		out[m[1]] = m[2]
	}
	return out, nil
}

func notebookName(path string) string { return strings.TrimSuffix(filepath.Base(path), ".ipynb") }

// galleryEntry returns a notebook's title, and a thumbnail of its first figure; nil where it has none.
func galleryEntry(path string) (entry string, picture []byte, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	nb, err := module.Read(text)
	if err != nil {
		return "", nil, err
	}
	for _, c := range nb.Cells {
		if c.Type == "markdown" && entry == "" {
			entry, _, _ = strings.Cut(strings.TrimPrefix(string(c.Source), "# "), "\n")
		}
		for _, o := range c.Outputs {
			if code := o.Data["image/png"]; code != "" && picture == nil {
				if picture, err = thumbnail(string(code)); err != nil {
					return "", nil, err
				}
			}
		}
	}
	return entry, picture, nil
}

// thumbnail returns a small copy of a PNG in base64.
func thumbnail(code string) ([]byte, error) {
	content, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(code, "\n", ""))
	if err != nil {
		return nil, err
	}
	in, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	size := in.Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, thumbnailWidth, thumbnailWidth*min(size.Y, 2*size.X)/size.X))
	draw.CatmullRom.Scale(out, out.Bounds(), in, image.Rect(0, 0, size.X, min(size.Y, 2*size.X)).Add(in.Bounds().Min),
		draw.Over, nil)
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out)
	return b.Bytes(), err
}
