// Package exploretest compares two answers of an explorable: that of the native program, and that of a page.
package exploretest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures/explore"
)

// closed is how far numbers in closed form may be apart, as a share of their size; solved is what the curves of an
// answer with a certificate may be.
const (
	closed = 1e-9
	solved = 1e-6
)

// Differences says where got is not want. Words are the same, supports among them. Numbers are within 1e-9 of their
// size, and where the answer has a fact named gap, a bound of how far its objective is above the minimum, within the
// sum of both answers' gaps beside. Curves are within 1e-9 of their range, 1e-6 where there is a gap; one over the
// steps 1, 2, 3, … of an iteration may end earlier or later, since rounding decides when a gap is reached.
func Differences(want, got explore.Answer, gap string) (all []string) {
	differ := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if !slices.Equal(want.Said, got.Said) || !slices.Equal(want.Aligned, got.Aligned) {
		differ("it says %q %q, not %q %q", got.Said, got.Aligned, want.Said, want.Aligned)
	}
	if len(want.Facts) != len(got.Facts) || len(want.Panels) != len(got.Panels) {
		differ("it has %d facts and %d panels, not %d and %d", len(got.Facts), len(got.Panels), len(want.Facts),
			len(want.Panels))
		return all
	}
	gaps, near := want.Fact(gap)+got.Fact(gap), solved
	if math.IsNaN(gaps) {
		gaps, near = 0, closed
	}
	for k, f := range want.Facts {
		g := got.Facts[k]
		off := math.Abs(g.Value - f.Value)
		if g.Name != f.Name || !bound(f.Name) && !(off <= closed*math.Abs(f.Value)+gaps) {
			differ("%s is %.17g, not %s %.17g", g.Name, g.Value, f.Name, f.Value)
		}
	}
	for k, p := range want.Panels {
		if len(p.Series) != len(got.Panels[k].Series) {
			differ("%s has %d curves, not %d", p.Title, len(got.Panels[k].Series), len(p.Series))
			continue
		}
		for j, s := range p.Series {
			if off := apart(s, got.Panels[k].Series[j], gaps > 0); !(off <= near) {
				differ("%s: curve %d %q is off by %.2g of its range", p.Title, j+1, s.Name, off)
			}
		}
	}
	return all
}

// bound tells facts that bound an error: they are near 0, and what is left of them is rounding.
func bound(fact string) bool { return strings.Contains(fact, "≤") || strings.Contains(fact, "gap") }

// apart is the largest difference between two curves, as a share of the range of the first; infinite where one has
// points that the other has not, unless both are courses that may end where they do.
func apart(a, b explore.Series, ends bool) (most float64) {
	n := min(len(a.X), len(b.X))
	if len(a.X) != len(b.X) && !(ends && n > 0 && course(a.X) && course(b.X)) {
		return math.Inf(1)
	}
	for _, v := range [][2][]float64{{a.X[:n], b.X[:n]}, {a.Y[:n], b.Y[:n]}} {
		size, off := 1e-300, 0.
		for k := range n {
			size, off = max(size, math.Abs(v[0][k])), max(off, math.Abs(v[0][k]-v[1][k]))
		}
		most = max(most, off/size)
	}
	return most
}

// course tells whether values count the steps of an iteration.
func course(x []float64) bool {
	for k, v := range x {
		if v != x[0]+float64(k) {
			return false
		}
	}
	return true
}
