package generate

import (
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/dataset"
)

// outline is a glyph as closed polygons in ems, y down, the origin on the baseline at the left.
type outline struct {
	width    float64
	contours [][]point
}

type point struct{ x, y float64 }

// packedGlyphs are the letters a to z of the fonts Go Regular, Italic, Medium, Mono and Mono Italic (BSD licence), as
// varints: the advance and how many segments there are, then of each its kind and its points, in units of 1/2048 em.
//
//go:embed glyphs.bin
var packedGlyphs string

// The kinds of segments.
const (
	moveTo = iota
	lineTo
	quadTo
)

// unpackGlyphs returns the letters a to z of five fonts.
func unpackGlyphs() (fonts [5][26]outline) {
	in := strings.NewReader(packedGlyphs)
	next := func() float64 {
		v, err := binary.ReadVarint(in)
		if err != nil {
			panic("generate: glyphs.bin is cut off")
		}
		return float64(v)
	}
	const em = 2048
	at := func() point { return point{next() / em, next() / em} }
	for f := range fonts {
		for l := range fonts[f] {
			g := &fonts[f][l]
			g.width = next() / em
			for range int(next()) {
				last := len(g.contours) - 1
				switch int(next()) {
				case moveTo:
					g.contours = append(g.contours, []point{at()})
				case lineTo:
					g.contours[last] = append(g.contours[last], at())
				case quadTo:
					ctrl := at()
					g.contours[last] = appendQuad(g.contours[last], ctrl, at())
				}
			}
		}
	}
	return fonts
}

// appendQuad flattens a quadratic curve into four lines, enough at 16 pixels to the em.
func appendQuad(c []point, ctrl, end point) []point {
	start := c[len(c)-1]
	for _, t := range []float64{0.25, 0.5, 0.75, 1} {
		a, b, d := (1-t)*(1-t), 2*t*(1-t), t*t
		c = append(c, point{a*start.x + b*ctrl.x + d*end.x, a*start.y + b*ctrl.y + d*end.y})
	}
	return c
}

// sub is the number of scan lines in a pixel row.
const sub = 4

// rasterize returns the share of each pixel inside the outline (nonzero winding) after place has mapped ems to pixels.
func rasterize(g outline, place func(x, y float64) (float64, float64)) (coverage [dataset.LetterPixels]float64) {
	contours := make([][]point, len(g.contours))
	for i, c := range g.contours {
		for _, p := range c {
			x, y := place(p.x, p.y)
			contours[i] = append(contours[i], point{x, y})
		}
	}
	type crossing struct {
		x   float64
		dir int
	}
	var cuts []crossing
	for line := range dataset.LetterRows * sub {
		y := (float64(line) + 0.5) / sub
		cuts = cuts[:0]
		for _, c := range contours {
			for i, a := range c {
				b := c[(i+1)%len(c)]
				if (a.y <= y) == (b.y <= y) {
					continue
				}
				dir := 1
				if a.y > b.y {
					dir = -1
				}
				cuts = append(cuts, crossing{a.x + (y-a.y)*(b.x-a.x)/(b.y-a.y), dir})
			}
		}
		slices.SortFunc(cuts, func(a, b crossing) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return 0
		})
		winding := 0
		for i := 0; i+1 < len(cuts); i++ {
			if winding += cuts[i].dir; winding != 0 {
				fill(coverage[line/sub*dataset.LetterCols:][:dataset.LetterCols], cuts[i].x, cuts[i+1].x)
			}
		}
	}
	return coverage
}

// fill adds a span of a scan line to a row of pixels.
func fill(row []float64, lo, hi float64) {
	for p := range row {
		if w := math.Min(hi, float64(p+1)) - math.Max(lo, float64(p)); w > 0 {
			row[p] += w / sub
		}
	}
}
