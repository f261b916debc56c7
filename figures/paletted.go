package figures

import (
	"cmp"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
)

// writePNG writes an image with a palette of its 256 most frequent colors; every other color becomes the nearest of
// them. A figure has few colors and their mixtures along edges, and takes a third of the space this way.
func writePNG(w io.Writer, img image.Image) error {
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	return encoder.Encode(w, paletted(img))
}

func paletted(img image.Image) *image.Paletted {
	b := img.Bounds()
	count := map[color.RGBA]int{}
	// RGBAModel converts every color to color.RGBA.
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	colors := make([]color.RGBA, 0, len(count))
	for c := range count {
		colors = append(colors, c)
	}
	key := func(c color.RGBA) uint32 { return uint32(c.R)<<24 | uint32(c.G)<<16 | uint32(c.B)<<8 | uint32(c.A) }
	slices.SortFunc(colors, func(c, d color.RGBA) int { return cmp.Or(count[d]-count[c], cmp.Compare(key(c), key(d))) })
	var list color.Palette
	for _, c := range colors[:min(256, len(colors))] {
		list = append(list, c)
	}
	index := map[color.RGBA]uint8{}
	out := image.NewPaletted(b, list)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			k, known := index[c]
			if !known {
				k = uint8(list.Index(c)) // below 256
				index[c] = k
			}
			out.SetColorIndex(x, y, k)
		}
	}
	return out
}
