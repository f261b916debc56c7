package figures_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// TestArcsOfAllLetters: words that the figures' font cannot show are numbers in a PNG and a PDF, as if they were named
// so, and themselves in an SVG.
func TestArcsOfAllLetters(t *testing.T) {
	t.Parallel()
	const says = "numbers stand for words whose letters this format lacks: see .svg, .html"
	drawn := func(ext, subtitle string, words ...string) []byte {
		var b bytes.Buffer
		meta := figures.Meta{ID: "arcs", Title: "Tree", Subtitle: subtitle}
		f := figures.Arcs{Meta: meta, Words: words, Heads: []int{2, 0, 2}}
		if err := figures.Write(&b, f, ext); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, ext := range []string{".png", ".pdf"} {
		if got := drawn(ext, "", "我", "喜欢", "Go"); !bytes.Equal(got, drawn(ext, says, "1", "2", "Go")) {
			t.Errorf("%s: words without letters are not numbers", ext)
		}
		if got := drawn(ext, "x", "Мы", "любим", "Go"); bytes.Equal(got, drawn(ext, "x; "+says, "1", "2", "Go")) {
			t.Errorf("%s: words with letters are numbers", ext)
		}
	}
	svg := string(drawn(".svg", "", "الكتاب", "喜欢", "Go"))
	if !strings.Contains(svg, "喜欢") || strings.Contains(svg, says) {
		t.Error("an SVG has no words of its own")
	}
}
