package explorables

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// typed reads the reader's words: those that the parser has not learned from are unknown, and have no tag.
func (t *parsingTask) typed(text string) (s templates.Sentence, unknown []string, err error) {
	s.Forms = strings.Fields(text)
	if len(s.Forms) == 0 || len(s.Forms) > longestTyped {
		return s, nil, fmt.Errorf("%d words: this page takes 1 to %d, such as %s", len(s.Forms), longestTyped, startSentence)
	}
	for _, form := range s.Forms {
		w, known := t.words[strings.ToLower(form)]
		if !known {
			w = knownWord{lemma: form, tag: "?"}
			unknown = append(unknown, form)
		}
		s.Lemmas, s.Tags = append(s.Lemmas, w.lemma), append(s.Tags, w.tag)
	}
	for _, x := range t.test { // one whose tree is known, with the tags that it has
		if slices.Equal(x.Forms, s.Forms) {
			return x, nil, nil
		}
	}
	return s, unknown, nil
}

func answerSentence(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	t, err := english()
	if err != nil {
		return a, err
	}
	s, unknown, err := t.typed(v.Words["words"])
	if err != nil {
		return a, err
	}
	key := keptKey{int(math.Round(v.Numbers["kept"])), v.Words["which"] == keptDrawn}
	p, err := t.parser(ctx, key)
	if err != nil {
		return a, err
	}
	heads, err := p.Parse(ctx, []templates.Sentence{s})
	if err != nil {
		return a, err
	}
	a.Facts = []explore.Fact{{Name: fmt.Sprintf("right heads in %d test sentences (%%)", treesTested), Value: p.uas}}
	switch {
	case len(unknown) > 0:
		a.Said = append(a.Said, "Unknown: "+strings.Join(unknown, ", ")+". Of these the parser sees the place alone.")
	case s.Heads != nil:
		a.Said = append(a.Said, "This is a test sentence: its true tree is known.")
	default:
		a.Said = append(a.Said, "No true tree is known for this sentence.")
	}
	a.Panels = []explore.Panel{
		{
			Title: "the best tree", X: explore.Axis{Names: s.Forms}, Y: explore.Axis{Label: "words apart"},
			Series: trees(heads[0], s.Heads),
		},
		{
			Title: fmt.Sprintf("the weights of %d templates", candidates), X: explore.Axis{Label: "rank"},
			Y: explore.Axis{Label: "norm of the weights"}, Series: t.ranking(key),
		},
	}
	a.Tables = []explore.Table{t.keptTemplates(key), arcScores(p, s, heads[0]), t.vocabulary()}
	return a, nil
}

// trees are half ovals from each head to its word, the root's from above: those of the tree found, and where the true
// one is known, which are wrong, and what they should be.
func trees(found, gold []int) []explore.Series {
	kinds := []string{"right", "wrong", "true, and not found"}
	if gold == nil {
		kinds[0] = "found"
	}
	top, out := 1., []explore.Series(nil)
	for m, h := range found {
		for _, h := range append([]int{h}, gold[min(m, len(gold)):min(m+1, len(gold))]...) {
			if h > 0 {
				top = max(top, math.Abs(float64(h-1-m)))
			}
		}
	}
	for kind, name := range kinds { // a legend names each kind once
		for m, h := range found {
			wrong := gold != nil && gold[m] != h
			if wrong != (kind > 0) {
				continue
			}
			if kind == 2 {
				h = gold[m]
			}
			s := overWords(h, m, top)
			s.Name, s.Color, s.Dashed = name, []int{1, 2, 3}[kind], kind == 2
			out = append(out, s)
		}
	}
	return out
}

// overWords is the arc from head h, counted from 1, 0 for the root, to word m, counted from 0.
func overWords(h, m int, top float64) (s explore.Series) {
	if h == 0 {
		return line("", float64(m), top+0.5, float64(m), 0)
	}
	const points = 16
	from, to := float64(h-1), float64(m)
	for k := range points + 1 {
		up, along := math.Sincos(math.Pi * float64(k) / points)
		s.X = append(s.X, (from+to)/2+(from-to)/2*along)
		s.Y = append(s.Y, math.Abs(from-to)*up)
	}
	return s
}

// ranking are the norms of all templates in their order, those kept and the others.
func (t *parsingTask) ranking(key keptKey) []explore.Series {
	out := []explore.Series{{Name: "kept", Color: 7, Dots: true}, {Name: "left out", Color: 6, Dots: true}}
	for k, r := range t.ranked {
		s := &out[1]
		if slices.Contains(t.places(key), k) {
			s = &out[0]
		}
		s.X, s.Y = append(s.X, float64(k+1)), append(s.Y, r.Norm)
	}
	return out
}

// keptTemplates says what those look at that are kept, by their ranks.
func (t *parsingTask) keptTemplates(key keptKey) explore.Table {
	out := explore.Table{Title: "templates kept", Heading: []string{"rank", "looks at", "template"}}
	for _, k := range slices.Sorted(slices.Values(t.places(key))) {
		x := t.ranked[k].Template
		out.Rows = append(out.Rows, []string{strconv.Itoa(k + 1), x.InWords(), x.String()})
	}
	return out
}

// vocabulary has the words that were learned, by their tags.
func (t *parsingTask) vocabulary() explore.Table {
	by := map[string][]string{}
	for form, w := range t.words {
		by[w.tag] = append(by[w.tag], form)
	}
	out := explore.Table{Title: "words", Heading: []string{"tag", "words that it has learned"}}
	for _, tag := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[tag])
		for k, form := range by[tag] {
			if tag == "NNP" {
				by[tag][k] = strings.ToUpper(form[:1]) + form[1:]
			}
		}
		out.Rows = append(out.Rows, []string{tag, strings.Join(by[tag], " ")})
	}
	return out
}

// arcScores has the score of each word's head, and of the best head it has not.
func arcScores(p keptParser, s templates.Sentence, heads []int) explore.Table {
	arcs, n := templates.NewArcs(p.Templates), len(s.Forms)
	arcs.Add(s.Forms, s.Lemmas, s.Tags)
	store := params.HashedFrom(structured.Arc, arcs, p.Weights)
	name := func(h int) string {
		if h == 0 {
			return "the root"
		}
		return fmt.Sprintf("%s (%d)", s.Forms[h-1], h)
	}
	t := explore.Table{Title: "arcs", Heading: []string{"word", "tag", "head", "score", "next best head", "score"}}
	for m := 1; m <= n; m++ {
		var own, next float64
		other := -1
		for h := range n + 1 {
			row := (m-1)*n + h
			if h == m {
				continue
			} else if h > m {
				row--
			}
			var score [1]float64
			store.Scores(score[:], structured.Arc, row)
			if h == heads[m-1] {
				own = score[0]
			} else if other < 0 || score[0] > next {
				other, next = h, score[0]
			}
		}
		row := []string{name(m), s.Tags[m-1], name(heads[m-1]), fmt.Sprintf("%.3f", own), "none", ""}
		if other >= 0 {
			row[4], row[5] = name(other), fmt.Sprintf("%.3f", next)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
