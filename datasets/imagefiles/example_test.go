package imagefiles_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/proxlab/proxlab/datasets/imagefiles"
)

// A picture of 4 × 4 pixels, of which one quarter is black, as 2 × 2 shares of ink.
func ExampleInk() {
	picture := image.NewGray(image.Rect(0, 0, 4, 4))
	for k := range picture.Pix {
		picture.Pix[k] = 255
	}
	for _, p := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		picture.SetGray(p.X, p.Y, color.Gray{})
	}
	fmt.Println(imagefiles.Ink(picture, 2))
	// Output: [1 0 0 0]
}
