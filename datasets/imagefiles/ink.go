package imagefiles

import (
	"image"
	"image/draw"
)

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
