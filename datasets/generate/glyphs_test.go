package generate

import (
	"encoding/binary"
	"os"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonoitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// TestGlyphsAreThoseOfTheFonts: glyphs.bin holds the outlines of the fonts' own files, which no program carries.
// PROXLAB_GLYPHS=write writes it.
func TestGlyphsAreThoseOfTheFonts(t *testing.T) {
	t.Parallel()
	var out []byte
	for _, ttf := range [][]byte{goregular.TTF, goitalic.TTF, gomedium.TTF, gomono.TTF, gomonoitalic.TTF} {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			t.Fatal(err)
		}
		for r := 'a'; r <= 'z'; r++ {
			out = appendGlyph(t, out, f, r)
		}
	}
	if os.Getenv("PROXLAB_GLYPHS") == "write" {
		if err := os.WriteFile("glyphs.bin", out, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if string(out) != packedGlyphs {
		t.Errorf("glyphs.bin has %d bytes, of other outlines than the fonts' %d", len(packedGlyphs), len(out))
	}
}

func appendGlyph(t *testing.T, out []byte, f *sfnt.Font, r rune) []byte {
	t.Helper()
	const ppem, unit = 1024, 32 // 64ths of a pixel there are to 1/2048 em
	var buf sfnt.Buffer
	put := func(v int) {
		if v%unit != 0 {
			t.Fatalf("%c: %d is no multiple of %d", r, v, unit)
		}
		out = binary.AppendVarint(out, int64(v/unit))
	}
	i, err := f.GlyphIndex(&buf, r)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := f.LoadGlyph(&buf, i, fixed.I(ppem), nil)
	if err != nil {
		t.Fatal(err)
	}
	advance, err := f.GlyphAdvance(&buf, i, fixed.I(ppem), font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	put(int(advance))
	put(unit * len(segments))
	points := map[sfnt.SegmentOp]int{sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2}
	for _, s := range segments {
		if points[s.Op] == 0 {
			t.Fatalf("%c: a cubic outline", r)
		}
		put(unit * int(s.Op))
		for _, p := range s.Args[:points[s.Op]] {
			put(int(p.X))
			put(int(p.Y))
		}
	}
	return out
}
