package figures

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/vg/draw"
)

// lettered is a figure with text of all languages: withLetters is one that the figures' own font can show, in formats
// that carry no other.
type lettered interface{ withLetters() Figure }

// withLetters has numbers in the place of words with letters that the font lacks, such as Arabic and Chinese ones.
func (f Arcs) withLetters() Figure {
	style := newPlot(f.Meta).X.Tick.Label
	if !slices.ContainsFunc(f.Words, func(w string) bool { return !shows(style, w) }) {
		return f
	}
	f.Words = slices.Clone(f.Words)
	for k, w := range f.Words {
		if !shows(style, w) {
			f.Words[k] = strconv.Itoa(k + 1)
		}
	}
	const says = "numbers stand for words whose letters this format lacks: see .svg, .html"
	f.Subtitle = strings.TrimPrefix(f.Subtitle+"; "+says, "; ")
	return f
}

// shows tells whether a style's font has all letters of a text.
func shows(style draw.TextStyle, text string) bool {
	face := style.Handler.Cache().Lookup(style.Font, style.Font.Size)
	var b sfnt.Buffer
	for _, r := range text {
		if i, err := face.Face.GlyphIndex(&b, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}
