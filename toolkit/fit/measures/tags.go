package measures

import (
	"slices"
	"strings"
)

// TagScore counts labels and spans that were predicted right.
type TagScore struct {
	Words, Right int
	// Sentences are all, and those whose labels are all right.
	Sentences, Whole int
	// Spans are counted where the gold labels are of the kind B-PER, I-PER, O: see Spans.
	Spans SpanCount
	Types []SpanCount // by type, ascending
	// SpanLabels tells whether all gold labels are of that kind.
	SpanLabels bool
}

// SpanCount counts the spans of a type: in the gold labels, in those predicted, and in both.
type SpanCount struct {
	Type                 string
	Gold, Guessed, Right int
}

// Accuracy is the share of labels that are right, 0 of none.
func (s TagScore) Accuracy() float64 { return share(s.Right, s.Words) }

// Precision is the share of predicted spans that are right, 0 of none.
func (s SpanCount) Precision() float64 { return share(s.Right, s.Guessed) }

// Recall is the share of gold spans that were found, 0 of none.
func (s SpanCount) Recall() float64 { return share(s.Right, s.Gold) }

// F1 is the harmonic mean of precision and recall, 0 where both are.
func (s SpanCount) F1() float64 { return share(2*s.Right, s.Gold+s.Guessed) }

func share(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(part) / float64(of)
}

// ScoreTags compares predicted labels with gold ones, of as many sentences and words. It panics elsewhere.
func ScoreTags(gold, guess [][]string) TagScore {
	s := TagScore{SpanLabels: true}
	types := map[string]*SpanCount{}
	of := func(kind string) *SpanCount {
		if types[kind] == nil {
			types[kind] = &SpanCount{Type: kind}
		}
		return types[kind]
	}
	for i, y := range gold {
		right := 0
		for t, label := range y {
			if s.SpanLabels = s.SpanLabels && IsSpanLabel(label); guess[i][t] == label {
				right++
			}
		}
		s.Words, s.Right, s.Sentences = s.Words+len(y), s.Right+right, s.Sentences+1
		if right == len(y) {
			s.Whole++
		}
		truth, found := Spans(y), Spans(guess[i])
		for _, span := range truth {
			of(span.Type).Gold++
			if slices.Contains(found, span) {
				of(span.Type).Right++
			}
		}
		for _, span := range found {
			of(span.Type).Guessed++
		}
	}
	for _, c := range types {
		s.Types = append(s.Types, *c)
		s.Spans.Gold += c.Gold
		s.Spans.Guessed += c.Guessed
		s.Spans.Right += c.Right
	}
	slices.SortFunc(s.Types, func(a, b SpanCount) int { return strings.Compare(a.Type, b.Type) })
	return s
}

// Span is the words First ≤ t < End of a sentence that form a unit of a type.
type Span struct {
	Type       string
	First, End int
}

// IsSpanLabel tells whether a label says where a span is: O, or B, I, E or S with a type behind a hyphen.
func IsSpanLabel(label string) bool {
	place, _ := parts(label)
	return label == "O" || slices.Contains([]string{"B", "I", "E", "S"}, place) && len(label) > len(place)+1
}

// parts are the place and the type of a label.
func parts(label string) (place, kind string) {
	place, kind, _ = strings.Cut(label, "-")
	return place, kind
}

// Spans are the spans that labels mark, whether every one begins with B (BIO), those that follow one of their type
// alone (IOB1), or ends have labels of their own, E, and units of one word, S (IOBES). Labels that do not go together
// are read as conlleval reads them: a span begins where the type changes, whatever the label.
//
// Source: Tjong Kim Sang, Buchholz, Introduction to the CoNLL-2000 Shared Task: Chunking, 2000, and its script
// conlleval, of which the rules for S are seqeval's.
func Spans(labels []string) (out []Span) {
	before, kindBefore := "O", ""
	first := -1
	for t := range len(labels) + 1 {
		place, kind := "O", ""
		if t < len(labels) {
			place, kind = parts(labels[t])
		}
		if first >= 0 && ends(before, kindBefore, place, kind) {
			out = append(out, Span{kindBefore, first, t})
			first = -1
		}
		if begins(before, kindBefore, place, kind) {
			first = t
		}
		before, kindBefore = place, kind
	}
	return out
}

// ends tells whether a span that goes on to a label ends there, before the next.
func ends(before, kindBefore, place, kind string) bool {
	switch {
	case before == "E" || before == "S":
		return true
	case before == "B" || before == "I":
		return place == "B" || place == "S" || place == "O" || kindBefore != kind
	}
	return before != "O" && before != "." && kindBefore != kind
}

// begins tells whether a span begins with a label.
func begins(before, kindBefore, place, kind string) bool {
	switch {
	case place == "B" || place == "S":
		return true
	case (place == "I" || place == "E") && (before == "E" || before == "S" || before == "O"):
		return true
	}
	return place != "O" && place != "." && kindBefore != kind
}
