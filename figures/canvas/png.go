package canvas

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"slices"
)

// WritePNG writes an image with a palette of its 256 most frequent colors, each other one as the nearest of them: a
// figure has a few colors and their mixtures along edges, and takes a third of the space so. The best compression takes
// 17 times as long to save another 5 %: for pictures that are kept.
func WritePNG(w io.Writer, img image.Image, compression png.CompressionLevel) error {
	encoder := png.Encoder{CompressionLevel: compression}
	return encoder.Encode(w, paletted(img))
}

func paletted(img image.Image) *image.Paletted {
	b := img.Bounds()
	pixels, ok := img.(*image.RGBA)
	if !ok {
		pixels = image.NewRGBA(b)
		draw.Draw(pixels, b, img, b.Min, draw.Src)
	}
	count := map[color.RGBA]int{}
	forRuns(pixels, func(c color.RGBA, _, from, to int) { count[c] += to - from })
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
	forRuns(pixels, func(c color.RGBA, y, from, to int) {
		k, known := index[c]
		if !known {
			k = uint8(list.Index(c)) //nolint:gosec // below 256
			index[c] = k
		}
		row := out.Pix[out.PixOffset(from, y):]
		for x := range to - from {
			row[x] = k
		}
	})
	return out
}

// forRuns calls do for the runs of one color in each row, x from from to to: far fewer than pixels.
func forRuns(img *image.RGBA, do func(c color.RGBA, y, from, to int)) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for from, to := b.Min.X, 0; from < b.Max.X; from = to {
			c := img.RGBAAt(from, y)
			for to = from + 1; to < b.Max.X && img.RGBAAt(to, y) == c; to++ {
			}
			do(c, y, from, to)
		}
	}
}
