package generate

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonoitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/proxlab/proxlab/datasets/dataset"
)

// outline is a glyph as closed polygons in ems, y down, the origin on the baseline at the left.
type outline struct {
	width    float64
	contours [][]point
}

type point struct{ x, y float64 }

// glyphs are the letters a to z of five fonts, once they were asked for. (A package variable that holds a function
// would keep the fonts in every program that imports this package.)
var glyphs struct {
	sync.Once
	fonts [][]outline
	err   error
}

// loadGlyphs returns the letters a to z of five fonts.
func loadGlyphs() ([][]outline, error) {
	glyphs.Do(func() { glyphs.fonts, glyphs.err = parseFonts() })
	return glyphs.fonts, glyphs.err
}

func parseFonts() ([][]outline, error) {
	var fonts [][]outline
	for _, ttf := range [][]byte{goregular.TTF, goitalic.TTF, gomedium.TTF, gomono.TTF, gomonoitalic.TTF} {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("embedded font: %w", err)
		}
		var letters []outline
		for r := 'a'; r <= 'z'; r++ {
			g, err := loadGlyph(f, r)
			if err != nil {
				return nil, fmt.Errorf("embedded font, letter %c: %w", r, err)
			}
			letters = append(letters, g)
		}
		fonts = append(fonts, letters)
	}
	return fonts, nil
}

func loadGlyph(f *sfnt.Font, r rune) (outline, error) {
	var buf sfnt.Buffer
	const ppem = 1024
	i, err := f.GlyphIndex(&buf, r)
	if err != nil {
		return outline{}, err
	}
	segments, err := f.LoadGlyph(&buf, i, fixed.I(ppem), nil)
	if err != nil {
		return outline{}, err
	}
	at := func(p fixed.Point26_6) point { return point{float64(p.X) / 64 / ppem, float64(p.Y) / 64 / ppem} }
	var g outline
	for _, s := range segments {
		last := len(g.contours) - 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			g.contours = append(g.contours, []point{at(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			g.contours[last] = append(g.contours[last], at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			g.contours[last] = appendQuad(g.contours[last], at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			return outline{}, fmt.Errorf("cubic outlines are not expected in a TrueType font")
		}
	}
	advance, err := f.GlyphAdvance(&buf, i, fixed.I(ppem), font.HintingNone)
	g.width = float64(advance) / 64 / ppem
	return g, err
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
