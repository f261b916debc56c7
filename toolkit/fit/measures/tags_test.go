package measures_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
)

// TestSpans: the spans of labels of every kind, whole ones and those that do not go together.
func TestSpans(t *testing.T) {
	t.Parallel()
	for labels, want := range map[string][]measures.Span{
		"O O":                   nil,
		"B-X I-X O":             {{"X", 0, 2}},
		"B-X B-X I-X":           {{"X", 0, 1}, {"X", 1, 3}},
		"I-X I-X O I-Y":         {{"X", 0, 2}, {"Y", 3, 4}}, // IOB1
		"I-X B-X I-Y":           {{"X", 0, 1}, {"X", 1, 2}, {"Y", 2, 3}},
		"S-X B-X E-X S-X":       {{"X", 0, 1}, {"X", 1, 3}, {"X", 3, 4}}, // IOBES
		"B-X I-X E-X B-X":       {{"X", 0, 3}, {"X", 3, 4}},
		"B-X E-X I-X":           {{"X", 0, 2}, {"X", 2, 3}},
		"E-X E-X":               {{"X", 0, 1}, {"X", 1, 2}},
		"B-a-b I-a-b":           {{"a-b", 0, 2}},
		"O I-X I-Y O B-Y":       {{"X", 1, 2}, {"Y", 2, 3}, {"Y", 4, 5}},
		"S-X S-X I-X":           {{"X", 0, 1}, {"X", 1, 2}, {"X", 2, 3}},
		"B-PER I-LOC I-LOC S-A": {{"PER", 0, 1}, {"LOC", 1, 3}, {"A", 3, 4}},
	} {
		if got := measures.Spans(strings.Fields(labels)); !cmp.Equal(got, want) {
			t.Errorf("%s: %v, and not %v", labels, got, want)
		}
	}
}

// TestSpansAreCountedAsByConlleval compares with the counters of the script, written out: it goes along both labellings
// at once, and knows of a span only whether it began and went on alike.
func TestSpansAreCountedAsByConlleval(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	kinds := []string{"O", "B-X", "I-X", "B-Y", "I-Y"}
	var gold, guess [][]string
	want := measures.SpanCount{}
	for range 400 {
		var a, b []string
		for range 1 + rng.IntN(9) {
			a = append(a, kinds[rng.IntN(5)])
			b = append(b, a[len(a)-1])
			if rng.IntN(3) == 0 {
				b[len(b)-1] = kinds[rng.IntN(5)]
			}
		}
		gold, guess = append(gold, a), append(guess, b)
		conlleval(&want, append(a, "O"), append(b, "O")) // the empty line counts as O
	}
	s := measures.ScoreTags(gold, guess)
	if s.Spans != want || !s.SpanLabels || want.Right == 0 {
		t.Errorf("counted are %+v, by conlleval %+v", s.Spans, want)
	}
	sum := measures.SpanCount{}
	for _, c := range s.Types {
		sum.Gold, sum.Guessed, sum.Right = sum.Gold+c.Gold, sum.Guessed+c.Guessed, sum.Right+c.Right
	}
	if sum != s.Spans {
		t.Errorf("by type there are %+v, in all %+v", sum, s.Spans)
	}
}

// conlleval counts as the script's loop does.
func conlleval(count *measures.SpanCount, a, b []string) {
	in, beforeA, beforeB := false, "O", "O"
	for t, nowA := range a {
		nowB := b[t]
		endA, endB := perlEnd(beforeA, nowA), perlEnd(beforeB, nowB)
		switch {
		case in && endA && endB && kind(beforeA) == kind(beforeB):
			in = false
			count.Right++
		case endA != endB || kind(nowA) != kind(nowB):
			in = false
		}
		startA, startB := perlStart(beforeA, nowA), perlStart(beforeB, nowB)
		in = in || startA && startB && kind(nowA) == kind(nowB)
		if startA {
			count.Gold++
		}
		if startB {
			count.Guessed++
		}
		beforeA, beforeB = nowA, nowB
	}
}

func kind(label string) string { return strings.TrimLeft(label, "BIO-") }

// perlEnd and perlStart are conlleval's endOfChunk and startOfChunk for B, I and O.
func perlEnd(before, now string) bool {
	b, n := before[0], now[0]
	return b == 'B' && n == 'B' || b == 'B' && n == 'O' || b == 'I' && n == 'B' || b == 'I' && n == 'O' ||
		b != 'O' && kind(before) != kind(now)
}

func perlStart(before, now string) bool {
	b, n := before[0], now[0]
	return b == 'B' && n == 'B' || b == 'I' && n == 'B' || b == 'O' && n == 'B' || b == 'O' && n == 'I' ||
		n != 'O' && kind(before) != kind(now)
}

// TestScoreTags: what is right of words and sentences, of nothing, and where labels are no spans.
func TestScoreTags(t *testing.T) {
	t.Parallel()
	s := measures.ScoreTags([][]string{{"A", "B-X"}, {"I"}, {"O"}}, [][]string{{"A", "B-X"}, {"X"}, {"O"}})
	if s.Words != 4 || s.Right != 3 || s.Sentences != 3 || s.Whole != 2 || s.Accuracy() != 0.75 || s.SpanLabels {
		t.Errorf("%+v", s)
	}
	for label, is := range map[string]bool{
		"O": true, "B-X": true, "S-a": true, "B-": false, "B": false, "X-Y": false, "": false,
	} {
		if measures.IsSpanLabel(label) != is {
			t.Errorf("%q is a label of spans: %t", label, !is)
		}
	}
	c := measures.SpanCount{Gold: 4, Guessed: 2, Right: 1}
	if c.Precision() != 0.5 || c.Recall() != 0.25 || c.F1() != 1./3 || (measures.SpanCount{}).F1() != 0 {
		t.Errorf("precision %g, recall %g, F1 %g", c.Precision(), c.Recall(), c.F1())
	}
}
