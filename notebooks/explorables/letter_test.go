package explorables_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// drawn are small letters as strokes, places in hundredths from the left and the top.
var drawn = map[string][][]explore.Point{
	"a": {stroke(62, 40, 50, 36, 40, 42, 35, 52, 38, 63, 47, 68, 56, 62, 62, 50), stroke(62, 38, 63, 52, 64, 63, 69, 68)},
	"b": {stroke(38, 12, 38, 40, 38, 68), stroke(38, 48, 46, 40, 56, 40, 63, 48, 62, 60, 54, 68, 44, 67, 38, 60)},
	"c": {stroke(62, 43, 54, 38, 45, 40, 38, 48, 38, 58, 44, 66, 54, 68, 62, 63)},
	"d": {stroke(62, 45, 54, 39, 45, 41, 39, 50, 40, 61, 47, 68, 56, 66, 62, 58), stroke(63, 12, 63, 40, 63, 68)},
	"e": {stroke(38, 54, 50, 53, 62, 52, 61, 43, 53, 38, 44, 40, 38, 49, 39, 60, 47, 67, 56, 67, 63, 62)},
	"f": {stroke(62, 18, 54, 14, 48, 20, 47, 35, 47, 52, 47, 70), stroke(36, 38, 47, 38, 58, 37)},
	"g": {
		stroke(61, 44, 53, 38, 44, 41, 39, 50, 42, 60, 50, 64, 58, 60, 61, 50),
		stroke(61, 40, 62, 60, 61, 78, 54, 86, 44, 86, 38, 81),
	},
	"h": {stroke(38, 12, 38, 40, 39, 68), stroke(39, 50, 46, 41, 55, 40, 60, 47, 61, 58, 61, 68)},
	"i": {stroke(50, 38, 50, 52, 50, 68), stroke(50, 24, 50, 26)},
	"j": {stroke(53, 38, 53, 60, 53, 78, 48, 86, 40, 85), stroke(53, 24, 53, 26)},
	"k": {stroke(38, 12, 38, 40, 38, 68), stroke(60, 38, 48, 49, 39, 56), stroke(46, 51, 54, 60, 62, 68)},
	"l": {stroke(50, 12, 50, 40, 50, 60, 54, 68)},
	"m": {
		stroke(28, 40, 29, 54, 29, 68),
		stroke(29, 50, 35, 41, 43, 40, 47, 47, 48, 68),
		stroke(48, 50, 54, 41, 62, 40, 67, 47, 68, 68),
	},
	"n": {stroke(36, 39, 37, 54, 37, 68), stroke(37, 50, 44, 41, 54, 40, 60, 47, 61, 58, 61, 68)},
	"o": {stroke(50, 38, 41, 42, 37, 53, 41, 64, 50, 68, 59, 64, 63, 53, 59, 42, 50, 38)},
	"p": {stroke(38, 39, 38, 60, 38, 86), stroke(38, 47, 46, 39, 56, 40, 63, 50, 60, 62, 52, 67, 43, 65, 38, 59)},
	"q": {stroke(61, 45, 54, 39, 45, 40, 38, 50, 41, 61, 49, 67, 57, 64, 61, 57), stroke(62, 39, 62, 60, 62, 86)},
	"r": {stroke(40, 39, 41, 54, 41, 68), stroke(41, 52, 46, 43, 53, 39, 61, 41)},
	"s": {stroke(61, 42, 53, 38, 44, 40, 41, 46, 46, 51, 55, 54, 61, 59, 58, 66, 49, 68, 40, 64)},
	"t": {stroke(48, 20, 48, 40, 48, 58, 52, 67, 60, 66), stroke(36, 38, 48, 38, 60, 37)},
	"u": {stroke(38, 39, 38, 52, 40, 63, 47, 68, 56, 64, 61, 55), stroke(62, 39, 62, 54, 63, 68)},
	"v": {stroke(36, 39, 43, 54, 50, 68), stroke(50, 68, 57, 54, 64, 39)},
	"w": {stroke(28, 39, 33, 54, 39, 68, 44, 55, 49, 42, 55, 55, 60, 68, 66, 54, 71, 39)},
	"x": {stroke(37, 39, 50, 53, 63, 68), stroke(63, 39, 50, 53, 37, 68)},
	"y": {stroke(37, 39, 43, 53, 50, 65), stroke(64, 39, 56, 56, 48, 74, 41, 85, 35, 84)},
	"z": {stroke(38, 40, 50, 40, 62, 40, 50, 54, 38, 68, 50, 68, 63, 68)},
}

func stroke(v ...float64) (out []explore.Point) {
	for k := 0; k+1 < len(v); k += 2 {
		out = append(out, explore.Point{v[k] / 100, v[k+1] / 100})
	}
	return out
}

// TestDrawnLettersAreRead asks for 70 % of letters that were drawn for this test. The reader has not learned from them,
// but how wide the pen is and how soft edges are was chosen with them in view.
func TestDrawnLettersAreRead(t *testing.T) {
	t.Parallel()
	right, wrong := 0, ""
	for letter, strokes := range drawn {
		a := ask(t, explorables.Letter, explore.Values{Strokes: map[string][][]explore.Point{"letter": strokes}})
		if a.Said[0] == "read as "+letter {
			right++
		} else {
			wrong += " " + letter + strings.TrimPrefix(a.Said[0], "read as")
		}
	}
	if share := float64(right) / float64(len(drawn)); share < 0.7 {
		t.Errorf("%d of %d are read; not:%s", right, len(drawn), wrong)
	}
	t.Logf("%d of %d; not:%s", right, len(drawn), wrong)
}

// TestLettersAreSynthetic makes the letters anew that the reader learns from; with PROXLAB_LETTERS set it writes them.
func TestLettersAreSynthetic(t *testing.T) {
	t.Parallel()
	c := generate.HandwritingConfig{Words: 2500, Writers: 250, Noise: 0.05, Seed: 1}
	o, err := generate.Handwriting(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	const each = 22
	var want []byte
	count := make([]int, dataset.OCRLabels)
	for _, l := range o.Letters {
		if count[l.Label]++; count[l.Label] <= each {
			want = binary.LittleEndian.AppendUint64(want, l.Bits[0])
			want = append(binary.LittleEndian.AppendUint64(want, l.Bits[1]), byte(l.Label))
		}
	}
	if os.Getenv("PROXLAB_LETTERS") != "" {
		if err := os.WriteFile("letters.bin", want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("letters.bin")
	if err != nil || !bytes.Equal(got, want) || len(got) != 17*each*dataset.OCRLabels {
		t.Errorf("letters.bin has %d bytes, the handwriting %d; error %v", len(got), len(want), err)
	}
}
