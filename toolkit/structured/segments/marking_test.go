package segments_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/segments"
)

// TestMarking: the score of segments is that of the labels of their words, of the segments as wholes, and of labels
// that follow each other; expectations are those over all segmentations.
func TestMarking(t *testing.T) {
	t.Parallel()
	labels := []string{"B-x", "I-x", "O", "B-y", "I-y"}
	m, err := segments.NewMarking(labels)
	if err != nil {
		t.Fatal(err)
	}
	for trial := range 50 {
		rng := rand.New(rand.NewPCG(uint64(trial), 4))
		const most, c = 3, 5
		n := 1 + rng.IntN(4)
		words, wholes, following := normals(rng, n*c), normals(rng, n*most*c), normals(rng, c*c)
		s := new(segments.Scores)
		m.Score(s, n, most, c, func(dst []float64, t int) { copy(dst, words[t*c:]) },
			func(dst []float64, t, length int) { copy(dst, wholes[(t*most+length-1)*c:]) }, following)
		want := func(y []segments.Segment) (sum float64) {
			for k, g := range y {
				begin := m.Begin[g.Label]
				sum += words[g.Start*c+begin] + wholes[(g.Start*most+g.End-g.Start-1)*c+begin]
				for t := g.Start + 1; t < g.End; t++ {
					sum += words[t*c+m.Inside[g.Label]]
				}
				if k > 0 {
					sum += following[m.Begin[y[k-1].Label]*c+begin]
				}
			}
			return sum
		}
		total, expected := 0., make([]float64, len(words)+len(wholes))
		visit := func(f func(y []segments.Segment)) {
			each(n, most, len(m.Begin), func(y []segments.Segment) {
				for _, g := range y {
					if m.Inside[g.Label] < 0 && g.End > g.Start+1 {
						return // no segment of that type
					}
				}
				f(y)
			})
		}
		visit(func(y []segments.Segment) {
			total += math.Exp(want(y))
			if math.Abs(s.Of(y)-want(y)) > 1e-12 {
				t.Fatalf("segments %v have %g, and their words %g", y, s.Of(y), want(y))
			}
			if back := m.Segments(m.Labels(y)); !slices.Equal(back, y) {
				t.Fatalf("%v by labels: %v", y, back)
			}
		})
		visit(func(y []segments.Segment) {
			p := math.Exp(want(y)) / total
			for at, l := range m.Labels(y) {
				expected[at*c+l] += p
			}
			for _, g := range y {
				expected[len(words)+(g.Start*most+g.End-g.Start-1)*c+m.Begin[g.Label]] += p
			}
		})
		var marginals segments.Marginals
		if z := new(segments.ForwardBackward).Marginals(&marginals, s); math.Abs(z-math.Log(total)) > 1e-12 {
			t.Errorf("log Z %g, by all %g", z, math.Log(total))
		}
		got := make([]float64, len(expected))
		m.Expect(s, marginals.Candidate, func(t, l int, v float64) { got[t*c+l] += v },
			func(t, length, l int, v float64) { got[len(words)+(t*most+length-1)*c+l] += v })
		near(t, got, expected)
	}
	for _, wrong := range []string{"B-x I-x", "O B-x", "O I-x", "O N", "O B-x I-x I-y", "O O"} {
		if m, err := segments.NewMarking(strings.Fields(wrong)); err == nil {
			t.Errorf("%s mark segments: %v", wrong, m)
		}
	}
}
