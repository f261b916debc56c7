package structures_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// treebank are sentences of adjectives, nouns and verbs, whose trees follow from the tags: a noun hangs at the verb, an
// adjective at the next noun, the verb at the root.
func treebank(t *testing.T, sentences int, seed int) []templates.Sentence {
	t.Helper()
	var out []templates.Sentence
	for i := range sentences {
		var s templates.Sentence
		add := func(tag string, head int) {
			word := fmt.Sprintf("%s%d", tag, (i*7+seed+len(s.Tags)*3)%5)
			s.Forms, s.Lemmas, s.Tags = append(s.Forms, word), append(s.Lemmas, word), append(s.Tags, tag)
			s.Heads = append(s.Heads, head)
		}
		left, right := (i+seed)%3, (i/3+seed)%3
		verb := left + 2
		for k := range left {
			add("A", left+1)
			_ = k
		}
		add("N", verb)
		add("V", 0)
		for range right {
			add("A", verb+right+1)
		}
		add("N", verb)
		out = append(out, s)
	}
	return out
}

var fewOfArcs = []string{"h.p m.p dir", "h.w m.w", "h.p m.p dist", "m.p", "h.l", "h.p m.p m.p+1 dir"}

func fewTemplates(t *testing.T) []templates.Template {
	t.Helper()
	list, err := templates.ParseList(strings.Join(fewOfArcs, "\n"), "list")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestParserLearns: trees that follow from tags are learned by each penalty, in one stage and in two; the two select
// templates that tell, and no others learn as well.
func TestParserLearns(t *testing.T) {
	t.Parallel()
	train, test := treebank(t, 40, 0), treebank(t, 20, 1)
	for _, c := range []structures.Parser{
		{Penalty: structures.MKL}, {Penalty: structures.L2}, {Penalty: structures.L21}, {Select: 3},
		{Select: 2, Penalty: structures.L2, Projective: true},
		{Method: structures.PassiveAggressive, Average: true}, {Penalty: structures.L2, Average: true},
		{Select: 2, Method: structures.PassiveAggressive, Always: templates.InBetween()},
	} {
		c.Templates, c.Bits, c.SingleRoot = fewTemplates(t), 8, true
		m, err := c.Fit(t.Context(), train)
		if err != nil {
			t.Fatal(err)
		}
		a, err := m.Score(t.Context(), test)
		if err != nil || a.UAS() < 95 {
			t.Errorf("%+v: UAS %.1f, %v", c, a.UAS(), err)
		}
		if c.Select > 0 && (len(m.Templates) != c.Select+len(c.Always) || len(m.Ranking) != len(fewOfArcs) ||
			m.Ranking[0].Norm < m.Ranking[1].Norm || m.Templates[1].String() != m.Ranking[1].Template.String()) {
			t.Errorf("%d templates, ranking %v", len(m.Templates), m.Ranking)
		}
		if again, err := c.Fit(t.Context(), train); err != nil || cmp.Diff(m, again, cmpopts.EquateNaNs(),
			cmpopts.IgnoreFields(solver.Progress{}, "Elapsed")) != "" {
			t.Errorf("%+v learns something else the second time, %v", c, err)
		}
	}
	c := structures.Parser{Templates: fewTemplates(t)[3:5], Bits: 8, SingleRoot: true}
	if m, err := c.Fit(t.Context(), train); err != nil {
		t.Error(err)
	} else if a, err := m.Score(t.Context(), test); err != nil || a.UAS() > 60 {
		t.Errorf("templates that tell nothing of an arc: UAS %.1f, %v", a.UAS(), err)
	}
}

// TestParserChoosesAnEpoch: the epochs are judged as the model judges itself, the best is kept, and two that are no
// better are the end.
func TestParserChoosesAnEpoch(t *testing.T) {
	t.Parallel()
	var seen []structures.ParserEpoch
	c := structures.Parser{
		Templates: fewTemplates(t)[1:3], Bits: 6, HeldOut: treebank(t, 20, 2), Epochs: 30, Penalty: structures.L2,
		Watch: func(e structures.ParserEpoch) { seen = append(seen, e) },
	}
	m, err := c.Fit(t.Context(), treebank(t, 12, 0))
	if err != nil {
		t.Fatal(err)
	}
	best := 0
	for k, e := range seen {
		better := k == 0 || e.HeldOut.Correct > seen[best].HeldOut.Correct
		if e.Best != better || e.Iter != k+1 || e.Stage != 1 || e.Stages != 1 {
			t.Errorf("epoch %d: %+v", k+1, e)
		}
		if e.Best {
			best = k
		}
	}
	if len(seen) != best+3 || m.Status != solver.Converged || m.Progress.Iter != best+1 ||
		m.HeldOut != seen[best].HeldOut {
		t.Errorf("%d epochs, the best %d: %+v", len(seen), best+1, m.Progress)
	}
	if a, err := m.Score(t.Context(), c.HeldOut); err != nil || a != m.HeldOut {
		t.Errorf("the model scores %+v, and training said %+v: %v", a, m.HeldOut, err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	again, err := model.LoadParser(&b)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := again.Score(t.Context(), c.HeldOut); err != nil || a != m.HeldOut {
		t.Errorf("the model that was saved scores %+v: %v", a, err)
	}
}

// TestParserInterrupted: the best so far is returned, whenever the end comes, and an error that says so.
func TestParserInterrupted(t *testing.T) {
	t.Parallel()
	for stop := range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		count := 0
		c := structures.Parser{
			Templates: fewTemplates(t), Bits: 6, Select: 2, RankEpochs: 2, HeldOut: treebank(t, 5, 2), Epochs: 9,
			Watch: func(structures.ParserEpoch) {
				if count++; count == stop {
					cancel()
				}
			},
		}
		if stop == 0 {
			cancel()
		}
		m, err := c.Fit(ctx, treebank(t, 12, 0))
		cancel()
		if !errors.Is(err, context.Canceled) || m == nil {
			t.Fatal(err)
		}
		stage2 := stop >= 3 // after the two epochs of the first stage, and one of the second
		if m.Status != solver.Canceled || stage2 != (len(m.Templates) == 2) || stage2 != (m.HeldOut.Total > 0) {
			t.Errorf("stopped after %d epochs: %s, %d templates, %+v", stop, m.Status, len(m.Templates), m.HeldOut)
		}
		if _, err := m.Parse(t.Context(), c.HeldOut); err != nil {
			t.Error(err)
		}
	}
}

// TestParserUnusual: one sentence, one of 400 words, another alphabet.
func TestParserUnusual(t *testing.T) {
	t.Parallel()
	long := templates.Sentence{}
	for k := range 400 {
		long.Forms, long.Lemmas = append(long.Forms, fmt.Sprint("слово", k%9)), append(long.Lemmas, "語")
		long.Tags, long.Heads = append(long.Tags, "क"), append(long.Heads, k)
	}
	for what, list := range map[string][]templates.Sentence{"one": treebank(t, 1, 0), "long": {long}} {
		m, err := structures.Parser{Templates: fewTemplates(t), Bits: 8, Epochs: 3}.Fit(t.Context(), list)
		if err != nil || m.HeldOut.Total != 0 || m.Progress.Iter != 3 {
			t.Fatalf("%s: %v, %v", what, m, err)
		}
		if a, err := m.Score(t.Context(), list); err != nil || a.UAS() < 99 {
			t.Errorf("%s: UAS %.1f, %v", what, a.UAS(), err)
		}
	}
}

// TestParserRefuses: what is wrong with settings or data is said.
func TestParserRefuses(t *testing.T) {
	t.Parallel()
	good, one := treebank(t, 3, 0), []string{"a"}
	with := func(change func(s *templates.Sentence)) []templates.Sentence {
		s := slices.Clone(good)
		s[1].Heads = slices.Clone(s[1].Heads)
		change(&s[1])
		return s
	}
	for says, c := range map[string]struct {
		settings structures.Parser
		data     []templates.Sentence
	}{
		`the method "svm" is none`:   {structures.Parser{Method: "svm"}, good},
		`"m.p" is there twice, in`:   {structures.Parser{Templates: fewTemplates(t), Always: fewTemplates(t)[3:4]}, good},
		"no sentence":                {structures.Parser{}, nil},
		`the penalty "l3" is none`:   {structures.Parser{Penalty: "l3"}, good},
		"C = -1":                     {structures.Parser{C: -1}, good},
		"C of the first stage = NaN": {structures.Parser{RankC: math.NaN()}, good},
		"η0 = +Inf":                  {structures.Parser{Eta0: math.Inf(1)}, good},
		"tables of 2^25":             {structures.Parser{Bits: 25}, good},
		"none may be negative":       {structures.Parser{Select: -1}, good},
		"no templates":               {structures.Parser{Templates: []templates.Template{}}, good},
		"sentence 2 has no heads":    {structures.Parser{}, with(func(s *templates.Sentence) { s.Heads = nil })},
		"sentence 2: 4 words and 2":  {structures.Parser{}, with(func(s *templates.Sentence) { s.Heads = s.Heads[:2] })},
		"sentence 2: word 2 is its":  {structures.Parser{}, with(func(s *templates.Sentence) { s.Heads[1] = 2 })},
		"sentence 2: word 1 has hea": {structures.Parser{}, with(func(s *templates.Sentence) { s.Heads[0] = 9 })},
		"single root is asked for": {
			structures.Parser{SingleRoot: true}, with(func(s *templates.Sentence) { s.Heads[0] = 0 }),
		},
		"held out: sentence 1 has n": {
			structures.Parser{HeldOut: []templates.Sentence{{Forms: one, Lemmas: one, Tags: one}}}, good,
		},
		"choose a smaller η0": {
			structures.Parser{Eta0: 1e300, C: 1e300, Penalty: structures.L2, Templates: fewTemplates(t)}, good,
		},
	} {
		c.settings.Bits = max(c.settings.Bits, 4)
		if _, err := c.settings.Fit(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}

// later ends after so many looks at it, where that is not 0.
type later struct {
	context.Context
	left int
}

func (l *later) Err() error {
	if l.left == 1 {
		return context.Canceled
	}
	l.left = max(0, l.left-1)
	return nil
}

// TestParserInterruptedInBetween: before the second stage has a model, that of the first is the best, with the
// templates that were selected.
func TestParserInterruptedInBetween(t *testing.T) {
	t.Parallel()
	ctx := &later{Context: t.Context()}
	m, err := structures.Parser{
		Templates: fewTemplates(t), Bits: 6, Select: 2, RankEpochs: 1, Watch: func(structures.ParserEpoch) { ctx.left = 6 },
	}.Fit(ctx, treebank(t, 12, 0))
	if !errors.Is(err, context.Canceled) || len(m.Templates) != 2 || m.Status != solver.Canceled ||
		m.Progress.Evals != 11 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestParserAverages: after one epoch of one sentence, which is seen at θ = 0, the mean of the rounds is 0.
func TestParserAverages(t *testing.T) {
	t.Parallel()
	for _, method := range structures.ParserMethods() {
		c := structures.Parser{Templates: fewTemplates(t), Bits: 6, Epochs: 1, Method: method}
		for _, c.Average = range []bool{false, true} {
			m, err := c.Fit(t.Context(), treebank(t, 1, 0))
			if err != nil || (slices.Max(m.Norms) == 0) != c.Average || strings.HasSuffix(m.Training, "averaged") != c.Average {
				t.Errorf("%s, averaged %v: norms %v, %v", m.Training, c.Average, m.Norms, err)
			}
		}
	}
}
