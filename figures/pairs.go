package figures

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/figures/axes"
)

// pairKinds are the pairs of a structure, by what they are beside the true ones: right, wrong, or true and not found.
// All are right where the true ones are not known.
type pairKinds [3][][2]int

// kindsOf sorts pairs; partner holds for each place that of its partner, −1 for none, and so does known, or nil.
func kindsOf(partner, known []int) (k pairKinds) {
	for i, j := range partner {
		switch {
		case j <= i:
		case known == nil || known[i] == j:
			k[arcRight] = append(k[arcRight], [2]int{i, j})
		default:
			k[arcWrong] = append(k[arcWrong], [2]int{i, j})
		}
	}
	for i, j := range known {
		if j > i && partner[i] != j {
			k[arcMissed] = append(k[arcMissed], [2]int{i, j})
		}
	}
	return k
}

// checkPairs tells what is no structure of a sequence of letters.
func checkPairs(letters string, lists ...[]int) error {
	if letters == "" {
		return errNothing
	}
	if i := strings.IndexFunc(letters, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
		return fmt.Errorf("letter %d is none of ASCII", i+1)
	}
	for _, partner := range lists {
		if len(partner) != len(letters) {
			return fmt.Errorf("%d letters and %d places of a structure", len(letters), len(partner))
		}
		for i, j := range partner {
			if j >= 0 && (j >= len(partner) || j == i || partner[j] != i) {
				return fmt.Errorf("place %d is paired with %d, which is not paired with it", i+1, j+1)
			}
		}
	}
	return nil
}

// pairNames are the kinds of pairs in legends.
var pairNames = arcNames

// pairColor is that of a kind of pairs.
func pairColor(kind int) color.RGBA { return arcColors[kind] }

// names are those of the kinds that there are, where there are true ones to compare with.
func (k pairKinds) names(known []int) []string {
	out := []string{}
	for kind, name := range pairNames {
		if known != nil && len(k[kind]) > 0 {
			out = append(out, name)
		}
	}
	return out
}

// pairsKey names the kinds of pairs.
func pairsKey(partner, known []int) axes.Legend {
	l := newLegend()
	if len(partner) != len(known) {
		return l
	}
	names := kindsOf(partner, known).names(known)
	for kind, name := range pairNames {
		if slices.Contains(names, name) {
			l.Entries = append(l.Entries, axes.Entry{Name: name, Line: arcStyle(kind)})
		}
	}
	return l
}

// altPairs says how many pairs of each kind there are.
func altPairs(letters string, partner, known []int) []string {
	if checkPairs(letters, partner) != nil || known != nil && checkPairs(letters, known) != nil {
		return nil
	}
	k := kindsOf(partner, known)
	if known == nil {
		return []string{fmt.Sprintf("%d bases, %d pairs", len(letters), len(k[arcRight]))}
	}
	return []string{fmt.Sprintf("%d bases; pairs: %d right, %d wrong, %d true and not found", len(letters),
		len(k[arcRight]), len(k[arcWrong]), len(k[arcMissed]))}
}

// strokes is a series of lines that the page draws: each datum has four numbers for the ends of a straight line, or
// eight for those of a curve and the two points that bend it (ends first and last).
func strokes(name string, c color.RGBA, width float64, dashed bool, data [][]float64) object {
	if data == nil {
		data = [][]float64{}
	}
	s := painted(name, "strokes", hex(c), data)
	s["encode"], s["dashed"], s["thick"] = object{"x": []int{0, 2}, "y": []int{1, 3}}, dashed, width
	return s
}

// lettering is a series of texts that the page draws: x, y and text, of a height in units of the y axis.
func lettering(name string, c color.RGBA, height float64, data [][]any) object {
	s := painted(name, "lettering", hex(c), nil)
	s["data"], s["encode"], s["height"] = data, object{"x": 0, "y": 1}, height
	return s
}
