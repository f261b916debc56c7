package datasets

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"io"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

var omniglotEntry = Entry{
	Name:    "omniglot-small",
	Title:   "Omniglot, both small background sets: 242 characters of eight alphabets, 20 drawings each",
	Licence: "MIT",
	Citation: "B. Lake, R. Salakhutdinov, J. Tenenbaum, Human-level Concept Learning through Probabilistic Program " +
		"Induction, Science 2015",
	Files: []File{
		{"omniglot-small/images_background_small1.zip", omniglotAt + "images_background_small1.zip",
			"f38eb80f801274ac2b4dff5b24289016bfaba4a7d5bb50deebf27104ad6cb8a4"},
		{"omniglot-small/images_background_small2.zip", omniglotAt + "images_background_small2.zip",
			"3ccaa407515a8778e5d0861875af38b17e418f301ad5bb3b5a6b65d901a41c7f"},
	},
}

const omniglotAt = "https://github.com/brendenlake/omniglot/raw/master/python/"

// Drawings are pictures of several classes: row i of X is a picture of Side × Side shares of ink, of class Y[i].
type Drawings struct {
	Source Source
	X      *linalg.Dense
	Y      []int
	Side   int
	Names  []string // of the classes: alphabet/character
}

// LoadOmniglot loads the small background sets, each alphabet once though some are in both, at side × side pixels.
func LoadOmniglot(ctx context.Context, side int) (*Drawings, error) {
	out := &Drawings{X: &linalg.Dense{C: side * side}, Side: side}
	loaded := map[string]bool{}
	var sums string
	for _, f := range omniglotEntry.Files {
		name, err := Locate(omniglotEntry, f)
		if err != nil {
			return nil, err
		}
		r, err := open(name)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		content, err := io.ReadAll(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		sum, err := r.verify(f.SHA256)
		if err != nil {
			return nil, err
		}
		sums += sum[:32]
		if err := out.addZip(ctx, content, name, loaded); err != nil {
			return nil, err
		}
	}
	out.Source = Source{Name: omniglotEntry.Name, Kind: StandIn, SHA256: sums}
	return out, nil
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
