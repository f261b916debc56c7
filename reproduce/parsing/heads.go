package parsing

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// Replications that differ in the sentences trained on, and in their order, are tested on the same sentences: how far
// what decides varies over those is seen from one replication, by what two models differ on each sentence. Those of the
// first replication that are compared are counted besides.

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
			s.addCounts(about, s.on[0], ranked{by, allTemplates})
			about = s.again(0, fewTemplates, title+", its best")
			about.Key = headsKey{[]any{about.Key, by.method, by.setting}, "heads"}
			about.After = []plan.Dependency{s.first[0][by]}
			s.addCounts(about, s.after[0], ranked{by, fewTemplates})
		}
	}
	seed, _ := s.drawn(0)
	about := s.again(0, fewTemplates, "heads by sentence, random")
	about.Key = headsKey{[]any{about.Key, seed}, "heads"}
	s.addCounts(about, s.after[0], ranked{byChance, fewTemplates})
}

// addCounts adds the counts of a model of a class of the first replication.
func (s *study) addCounts(about plan.Task, c *class, of ranked) {
	l := s.lessons[of]
	about.Uses = []plan.Data{s.data[0], c.all}
	s.heads[of] = gives(l, plan.Add(s.Plan, about, func(ctx context.Context) (Heads, error) {
		return c.counted(ctx, l)
	}))
}
