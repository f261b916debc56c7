package parsing

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Replications that differ in the sentences trained on, and in their order, are tested on the same sentences: how far
// what decides varies over those is seen from one replication, by what two models differ on each sentence. The first
// replication trains the models that are compared once more and counts.

// Heads are the words of each test sentence whose heads are found.
type Heads struct{ Found []int }

// headsKey is all that they depend on beside the ranking.
type headsKey struct {
	Of  any
	Ask string
}

// addHeads adds the counts of all models of the SVM and of MKL, of their best templates, and of a draw.
func (s *study) addHeads() {
	s.heads = map[ranked]*plan.Result[Heads]{}
	for k, m := range methods[:2] {
		for _, at := range s.grids[k] {
			by := model{m.id, at}
			title := fmt.Sprintf("heads by sentence, %s at %s", m.title, at)
			about := s.again(0, allTemplates, title)
			about.Key = headsKey{firstKey{"first", s.origins[0], m.id, at, s.epochs, s.bits, s.origins[0].Seed}, "heads"}
			s.heads[ranked{by, allTemplates}] = s.addCounts(about, func() training {
				return training{m, at, templates.Reconstructed(), s.bits, s.epochs, s.origins[0].Seed}
			})
			first := s.first[0][by]
			about = s.again(0, fewTemplates, title+", its best")
			about.Key, about.After = headsKey{[]any{about.Key, by.method, by.setting}, "heads"}, []plan.Dependency{first}
			s.heads[ranked{by, fewTemplates}] = s.addCounts(about, func() training {
				l, _ := first.Get()
				return s.plainOn(0, best(l.last(), fewTemplates))
			})
		}
	}
	seed, order := s.drawn(0)
	about := s.again(0, fewTemplates, "heads by sentence, random")
	about.Key = headsKey{[]any{about.Key, seed}, "heads"}
	s.heads[ranked{model{method: "random"}, fewTemplates}] = s.addCounts(about, func() training {
		return s.plainOn(0, order[:fewTemplates])
	})
}

func (s *study) addCounts(about plan.Task, of func() training) *plan.Result[Heads] {
	return plan.Add(s.Plan, about, func(ctx context.Context) (out Heads, err error) {
		c, err := s.data[0].Get(ctx)
		if err != nil {
			return out, err
		}
		t := of()
		l, err := c.learn(ctx, t)
		if err != nil {
			return out, err
		}
		found, err := c.test.bySentence(ctx, l.model, t.templates)
		for _, a := range found {
			out.Found = append(out.Found, a.Correct)
		}
		return out, err
	})
}

// headsOf writes the counts for a row, "" where they are not known: those of its first replication.
func (s *study) headsOf(by model, kept int) string {
	task, ok := s.heads[ranked{by, kept}]
	if !ok {
		return ""
	}
	found, _ := task.Get()
	return strings.Trim(fmt.Sprint(found.Found), "[]")
}

// heads are the counts by sentence of the first replication.
var heads = reproduce.Kept("heads", func(x *series) string { return x.heads }).
	If(func(x *series) bool { return x.heads != "" })

// drawnToo judges an effect on the attachments of two rows, to the spread of which it adds that of the test sentences.
func drawnToo(ours string, e evidence.Effect, a, b reproduce.Row) reproduce.Finding {
	if a.Data.Kind == datasets.Synthetic { // every replication has test sentences of its own
		return planned.All(ours, e)
	}
	says := "; that other test sentences might have been drawn is not in it: the record has no heads by sentence"
	if d := differences(a, b); d != nil {
		n := float64(len(d))
		shared := stat.StdDev(d, nil) * math.Sqrt(n) // of their sum
		e, says = e.Sampled(shared, n-1), fmt.Sprintf("; the test sentences alone ± %.2g", shared)
	}
	f := planned.All(ours, e)
	if f.Spread != "" {
		f.Spread += says
	}
	return f
}

// differences are by how many points each test sentence sets a row above another; nil where that is not known.
func differences(a, b reproduce.Row) (out []float64) {
	x, y := strings.Fields(heads.In(a)), strings.Fields(heads.In(b))
	if len(x) < 2 || len(x) != len(y) {
		return nil
	}
	total := 0.
	for i := range x {
		var found, other float64
		if _, err := fmt.Sscan(x[i]+" "+y[i], &found, &other); err != nil {
			return nil
		}
		total += found
		out = append(out, found-other)
	}
	words := total / tests.In(a)[0] // percent of the words are found
	return reproduce.Each(out, func(d float64) float64 { return d / words })
}
