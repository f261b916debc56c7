package parsing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// The number of templates, and that of the second stage in which the paper's two curves begin: rankings are compared
// there.
const (
	allTemplates = 507
	fewTemplates = 107
)

// plain is the setting of the second stage, which trains a plain SVM.
var plain = setting{10, 20}

// study is a set in the making.
type study struct {
	*reproduce.Draft
	set
	origins []origin
	data    []*plan.Shared[*corpus] // of each replication
	first   []map[model]*plan.Result[Learned]
	gains   []*plan.Result[Gains]
	second  []map[ranked]*plan.Result[Parsed] // by what ranked, and how many were kept
	random  [][]*plan.Result[Parsed]          // by draw, then as kept
	heads   map[ranked]*plan.Result[Heads]    // of the first replication
}

// model names a training on all templates.
type model struct {
	method string
	setting
}

// ranked names templates kept: the ranking by a model, or by information gain where there is none.
type ranked struct {
	by   model
	kept int
}

// byGain is the model of information gain: none.
var byGain = model{method: "gain"}

func planOf(d *reproduce.Draft) error {
	for _, s := range setsOf(d.Scale) {
		if !d.Wants(tablesOf(s.id)...) {
			continue
		}
		checksums := ""
		if s.grammar == nil {
			sums, ok, err := atHand(d.Config)
			if err != nil {
				return err
			}
			if !ok {
				for _, table := range tablesOf(s.id) {
					d.Missing(table, "svm", realSet, nil)
				}
				continue
			}
			checksums = sums
		}
		planSet(d, s, checksums)
	}
	return nil
}

// planSet adds the tasks and rows of a set.
func planSet(d *reproduce.Draft, of set, checksums string) {
	s := &study{Draft: d, set: of}
	for r := range of.seeds {
		o := of.originOf(checksums, d.Seed+uint64(r))
		s.origins = append(s.origins, o)
		s.data = append(s.data, plan.Share(64<<20, o.load))
	}
	for r := range s.origins {
		s.addFirst(r)
		s.addSecond(r)
	}
	for draw := range of.draws {
		s.random = append(s.random, s.addRandom(draw))
	}
	if s.sentences {
		s.addHeads()
	}
	s.addRows()
}

// firstKey is all that a training on all templates depends on.
type firstKey struct {
	Stage   string
	Data    origin
	Method  string
	Setting setting
	Epochs  int
	Bits    int
	Seed    uint64
}

// addFirst adds the trainings on all templates of a replication, and the information gains.
func (s *study) addFirst(r int) {
	found := map[model]*plan.Result[Learned]{}
	for k, m := range methods {
		for _, at := range s.grids[k] {
			t := training{m, at, templates.Reconstructed(), s.bits, s.epochs, s.origins[r].Seed}
			about := plan.Task{
				Key:    firstKey{"first", s.origins[r], m.id, at, s.epochs, s.bits, t.seed},
				Label:  fmt.Sprintf("%s, replication %d: %s at %s", s.title, r+1, m.title, at),
				Cost:   s.seconds,
				Memory: s.memory(allTemplates),
				Uses:   []plan.Data{s.data[r]},
			}
			found[model{m.id, at}] = plan.Add(s.Plan, about, func(ctx context.Context) (Learned, error) {
				return s.learned(ctx, r, t)
			}).Checked(func(l Learned) error { return l.of(s.epochs) })
		}
	}
	s.first = append(s.first, found)
	about := plan.Task{
		Key:   firstKey{Stage: "gain", Data: s.origins[r], Bits: s.bits},
		Label: fmt.Sprintf("%s, replication %d: information gain", s.title, r+1),
		Cost:  s.seconds / 5, Memory: 16 << 20, Uses: []plan.Data{s.data[r]},
	}
	s.gains = append(s.gains, plan.Add(s.Plan, about, func(ctx context.Context) (Gains, error) {
		c, err := s.data[r].Get(ctx)
		if err != nil {
			return Gains{}, err
		}
		bits, err := c.gains(ctx, templates.Reconstructed(), s.bits)
		return Gains{bits}, err
	}))
}

// memory is about the bytes of the tables of so many templates, with the lists of what was touched.
func (s *study) memory(p int) float64 { return 8 * float64(p) * float64(int(1)<<s.bits) }

// secondKey is all that a second stage depends on beside the ranking.
type secondKey struct {
	Stage   string
	Data    origin
	Kept    int
	Drawn   uint64 // seed of random templates; 0 for a ranking
	Setting setting
	Epochs  int
	Bits    int
	Seed    uint64
}

// addSecond adds the second stages of a replication: the best templates by every model, trained again by a plain SVM.
func (s *study) addSecond(r int) {
	s.second = append(s.second, map[ranked]*plan.Result[Parsed]{})
	for k, m := range methods {
		for _, at := range s.grids[k] {
			by := model{m.id, at}
			first := s.first[r][by]
			s.addKept(r, by, fmt.Sprintf("%s at %s", m.title, at), first, func() []float64 {
				l, _ := first.Get()
				return l.last()
			})
		}
	}
	gains := s.gains[r]
	s.addKept(r, byGain, "information gain", gains, func() []float64 {
		g, _ := gains.Get()
		return g.Bits
	})
}

// addKept adds the second stages of one ranking.
func (s *study) addKept(r int, by model, title string, after plan.Dependency, weights func() []float64) {
	for _, kept := range s.kept {
		about := s.again(r, kept, fmt.Sprintf("replication %d, best by %s", r+1, title))
		about.After = []plan.Dependency{after}
		s.second[r][ranked{by, kept}] = plan.Add(s.Plan, about, func(ctx context.Context) (Parsed, error) {
			return s.parsed(ctx, r, best(weights(), kept))
		}).Checked(func(p Parsed) error { return p.of(kept) })
	}
}

// addRandom adds the second stages of a draw of random templates, on the sentences of one of the replications.
func (s *study) addRandom(draw int) (out []*plan.Result[Parsed]) {
	r := draw % min(s.seeds, int(planned))
	seed, order := s.drawn(draw)
	for _, kept := range s.kept {
		about := s.again(r, kept, fmt.Sprintf("random, draw %d", draw+1))
		key := about.Key.(secondKey)
		key.Drawn = seed
		about.Key = key
		out = append(out, plan.Add(s.Plan, about, func(ctx context.Context) (Parsed, error) {
			return s.parsed(ctx, r, order[:kept])
		}).Checked(func(p Parsed) error { return p.of(kept) }))
	}
	return out
}

// drawn is a random order of the templates, with its seed.
func (s *study) drawn(draw int) (seed uint64, order []int) {
	seed = s.Seed*1000 + uint64(draw) + 1
	return seed, rand.New(rand.NewPCG(seed, 0x72616e64)).Perm(allTemplates)
}

// again describes a second stage.
func (s *study) again(r, kept int, what string) plan.Task {
	return plan.Task{
		Key: secondKey{
			Stage: "second", Data: s.origins[r], Kept: kept, Setting: plain, Epochs: s.epochs, Bits: s.bits,
			Seed: s.origins[r].Seed,
		},
		Label:  fmt.Sprintf("%s, %d templates: %s", s.title, kept, what),
		Cost:   s.seconds * float64(kept) / allTemplates,
		Memory: s.memory(kept),
		Uses:   []plan.Data{s.data[r]},
	}
}

// Replications that differ in the sentences trained on, and in their order, are tested on the same sentences: how far
// what decides varies over those is seen from one replication, by what two models differ on each sentence. The first
// replication trains the models that are compared once more and counts.

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
