package structured_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// longTrees are chains of words, each the head of the next: of short sentences, and of long ones whose arcs are too
// many to be scored together.
func longTrees() *structured.Trees {
	start, head := []int{0}, []int(nil)
	for _, n := range []int{3, 0, 150, 200, 2, 260, 4, 0} {
		for m := range n {
			head = append(head, m)
		}
		start = append(start, len(head))
	}
	return testproblems.Must(structured.NewTrees(start, head, true))
}

// TestTreeParser: trees are those of the sentences one by one.
func TestTreeParser(t *testing.T) {
	t.Parallel()
	data := longTrees()
	_, rows := data.Rows(data.Len() - 1)
	rng := rand.New(rand.NewPCG(71, 72))
	x := linalg.NewDense(rows, 1, testproblems.Normal(rng, rows, 1))
	p := params.NewModel([]params.Block{params.NewExplicit(structured.Arc, x, 1)})
	var u toolkit.Update
	u.Add(structured.Arc, 5, 0, 1)
	p.Add(1, &u)
	for _, single := range []bool{false, true} {
		data.SingleRoot = single
		want := slices.Repeat([]int{-1}, len(data.Head))
		var scorer structured.TreeScorer
		for i := range data.Len() {
			new(structured.Arborescence).Decode(want[data.Start[i]:data.Start[i+1]], scorer.Score(p, data, i))
		}
		got := make([]int, len(want))
		parser := &structured.TreeParser{SingleRoot: single}
		if err := parser.Parse(t.Context(), got, p, data.Start); err != nil || !slices.Equal(got, want) {
			t.Errorf("single root %v: other heads than of the sentences one by one, error %v", single, err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("enough"))
		if err := parser.Parse(ctx, got, p, data.Start); err == nil || err.Error() != "enough" {
			t.Errorf("error %v after an interruption", err)
		}
	}
	says := "structured: start must begin with 0 and end with the number of rows, 2: start[1], the last, is 1"
	if got := panicOf(func() {
		_ = new(structured.TreeParser).Parse(t.Context(), make([]int, 2), p, []int{0, 1})
	}); got != says {
		t.Errorf("%q, not %q", got, says)
	}
}

// TestTreeParserObeys: within one long sentence the context is asked for every template and every length of spans.
func TestTreeParserObeys(t *testing.T) {
	t.Parallel()
	const words = 60
	list := testproblems.Must(templates.ParseList("h.p m.p\nm.w\nh.w\ndir\ndist\nm.p\nh.p\nh.l", "list"))
	arcs, text := templates.NewArcs(list), slices.Repeat([]string{"a", "b", "c"}, words/3)
	arcs.Add(text, text, text)
	p := params.NewHashed(structured.Arc, arcs, 8)
	var u toolkit.Update
	u.Add(structured.Arc, 5, 0, 1)
	p.Add(1, &u)
	for name, least := range map[string]int{"Arborescence": 8, "Eisner": 8 + words} {
		parser := &structured.TreeParser{}
		if name == "Eisner" {
			parser.Decoder = &structured.Eisner{}
		}
		heads, start := make([]int, words), []int{0, words}
		whole := testproblems.EndingAt(0)
		if err := parser.Parse(whole, heads, p, start); err != nil || whole.Calls() < least {
			t.Errorf("%s: asked %d times, and not %d, error %v", name, whole.Calls(), least, err)
		}
		for at := 1; at <= whole.Calls()-2; at++ {
			const more = 8
			ctx := testproblems.EndingAt(at)
			err := parser.Parse(ctx, make([]int, words), p, start)
			if !errors.Is(err, context.Canceled) || ctx.Calls() > at+more {
				t.Errorf("%s: an end at call %d of %d, %d calls, error %v", name, at, whole.Calls(), ctx.Calls(), err)
			}
		}
		again := make([]int, words)
		if err := parser.Parse(t.Context(), again, p, start); err != nil || !slices.Equal(heads, again) {
			t.Errorf("%s: after an end %v, before %v: %v", name, again, heads, err)
		}
	}
}

// TestArcRows: counted by hand.
func TestArcRows(t *testing.T) {
	t.Parallel()
	data := smallTrees(true)
	want := []int{1, 3, 8, 9 + 2, 9 + 7, 9 + 8, 9 + 15, 9 + 16}
	if got := data.ArcRows(); !slices.Equal(got, want) {
		t.Errorf("rows %v, not %v", got, want)
	}
}

func TestAttachment(t *testing.T) {
	t.Parallel()
	var a structured.Attachment
	if !math.IsNaN(a.Score()) {
		t.Error("no words have a score")
	}
	a.Add([]int{2, 0, 2}, []int{2, 0, 1}, nil)
	a.Add([]int{0, 1, 1}, []int{3, 1, 0}, func(t int) bool { return t == 2 })
	if a != (structured.Attachment{Correct: 3, Total: 5}) || a.Score() != 0.6 {
		t.Errorf("%+v, score %g", a, a.Score())
	}
	const says = "structured: as many heads are needed as there are words"
	if got := panicOf(func() { a.Add([]int{0}, nil, nil) }); got != says {
		t.Errorf("%q, not %q", got, says)
	}
}
